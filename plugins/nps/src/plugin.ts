import {
  ContactMerged,
  ContactUnmerged,
  definePlugin,
  MessageCaptured,
  MessageStatusChanged,
  SurveyAnswered,
  TicketClosed,
  TicketDeleted,
  TicketMerged,
  TicketUpdated,
} from '@recado/sdk'
import * as z from 'zod'
import { surveyAnswer } from './conditions/survey-answer.ts'
import { errors } from './errors.ts'
import { routes } from './routes.ts'

const ofRequest = { requestId: z.uuid() }

/** Surveys of contacts when a ticket is closed: NPS, satisfaction, effort; with a report. */
export const plugin = definePlugin({
  id: 'nps',
  version: '0.1.0',
  host: '^1.26.0',
  publisher: 'Recado',
  title: {
    'pt-BR': 'Pesquisas de satisfação',
    en: 'Satisfaction surveys',
    es: 'Encuestas de satisfacción',
    ru: 'Опросы удовлетворённости',
  },
  description: {
    'pt-BR': 'Pergunta uma nota quando o atendimento é resolvido (NPS, CSAT, CES) e mostra o resultado.',
    en: 'Asks for a grade when a ticket is resolved (NPS, CSAT, CES) and reports the result.',
    es: 'Pide una nota cuando se resuelve la atención (NPS, CSAT, CES) y muestra el resultado.',
    ru: 'Просит оценку после завершения обращения (NPS, CSAT, CES) и показывает результат.',
  },
  enabledByDefault: true,
  uses: ['replies.expect'],
  provides: ['survey', 'surveyGrades'],
  permissions: {
    manage: { titleKey: 'permission.manage', roles: ['admin'] },
    read: { titleKey: 'permission.read', roles: ['super', 'admin'] },
  },
  routes,
  errors,
  emits: [SurveyAnswered],
  conditions: { surveyAnswer },
  on: {
    closed: TicketClosed,
    captured: MessageCaptured,
    status: MessageStatusChanged,
    updated: TicketUpdated,
    merged: TicketMerged,
    deleted: TicketDeleted,
    contactMerged: ContactMerged,
    contactUnmerged: ContactUnmerged,
  },
  jobs: { work: z.object(ofRequest), due: z.object({ ...ofRequest, deadline: z.string() }) },
  ui: {
    pages: [
      {
        path: '/configuracoes/nps',
        panel: 'settings',
        titleKey: 'settings.title',
        nav: { group: 'settings', icon: 'star', order: 50 },
        when: { permission: 'nps.manage' },
      },
      {
        path: '/relatorios/nps',
        panel: 'report',
        titleKey: 'report.title',
        nav: { group: 'insight', icon: 'star', order: 50 },
        when: { permission: 'nps.read' },
      },
    ],
    slots: [
      { slot: 'home.widget', panel: 'score', titleKey: 'home.title', icon: 'star', when: { permission: 'nps.read' } },
    ],
    commands: [
      { id: 'settings', titleKey: 'settings.title', path: '/configuracoes/nps' },
      { id: 'report', titleKey: 'report.title', path: '/relatorios/nps' },
    ],
  },
})

export default plugin
