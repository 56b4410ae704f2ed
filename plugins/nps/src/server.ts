import { implementPlugin } from '@recado/sdk'
import { answersBetween } from './conditions/survey-answer.ts'
import { plugin } from './plugin.ts'
import { exportAnswers, readAnswers, readReport } from './report/handlers.ts'
import { advance } from './requests/advance.ts'
import { reviveLate } from './requests/ask.ts'
import { on } from './requests/event-handlers.ts'
import { exportContact, forgetContact } from './requests/personal-data.ts'
import { survey, surveyGrades } from './requests/service.ts'
import { work } from './requests/work.ts'
import { create, list, remove, update } from './surveys/handlers.ts'

export default implementPlugin(plugin, {
  routes: { list, create, update, remove, report: readReport, answers: readAnswers, export: exportAnswers },
  on,
  conditions: { surveyAnswer: answersBetween },
  services: { survey, surveyGrades },
  jobs: {
    work: ({ requestId }, ctx) => work(requestId, ctx),
    due: ({ requestId, deadline }, ctx) =>
      ctx.db.transaction((tx) => advance(tx, ctx, requestId, { kind: 'due', deadline })),
  },
  lifecycle: {
    enable: reviveLate,
    export: (ctx, _contact, footprint) => exportContact(ctx, footprint),
    forget: (ctx, _contact, footprint) => forgetContact(ctx, footprint),
  },
})
