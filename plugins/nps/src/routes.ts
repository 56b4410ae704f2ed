import { defineRoute } from '@recado/sdk'
import * as z from 'zod'
import { AnswerPage, AnswerQuery, ExportQuery, Report, ReportQuery } from './report/report.ts'
import { Survey, SurveyDraft } from './surveys/survey.ts'

const manage = { access: { kind: 'session', permission: 'nps.manage' } } as const
const read = { access: { kind: 'session', permission: 'nps.read' }, rate: 'read' } as const
const params = z.object({ id: z.uuid() })

export const routes = {
  list: defineRoute({
    ...manage,
    method: 'GET',
    path: '/surveys',
    summary: 'Surveys of the company, oldest first',
    rate: 'read',
    response: z.array(Survey),
  }),
  create: defineRoute({
    ...manage,
    method: 'POST',
    path: '/surveys',
    summary: 'Creates a survey',
    rate: 'write',
    body: SurveyDraft,
    response: Survey,
    errors: ['ERR_SURVEY_EXISTS', 'ERR_SURVEY_LIMIT'],
  }),
  update: defineRoute({
    ...manage,
    method: 'PUT',
    path: '/surveys/:id',
    summary: 'Replaces a survey; requests that are under way go on as they began',
    rate: 'write',
    params,
    body: SurveyDraft,
    response: Survey,
    errors: ['ERR_NO_SURVEY_FOUND', 'ERR_SURVEY_EXISTS'],
  }),
  remove: defineRoute({
    ...manage,
    method: 'DELETE',
    path: '/surveys/:id',
    summary: 'Deletes a survey; its answers stay in the report',
    rate: 'write',
    params,
    response: z.object({ message: z.string() }),
    errors: ['ERR_NO_SURVEY_FOUND'],
  }),
  report: defineRoute({
    ...read,
    method: 'GET',
    path: '/report',
    summary: 'Score, trend, distribution and parts of a survey in a span of days',
    query: ReportQuery,
    response: Report,
    errors: ['ERR_NO_SURVEY_FOUND'],
  }),
  answers: defineRoute({
    ...read,
    method: 'GET',
    path: '/answers',
    summary: 'Requests of a report whose conversation the reader may see, latest first',
    query: AnswerQuery,
    response: AnswerPage,
    errors: ['ERR_NO_SURVEY_FOUND'],
  }),
  export: defineRoute({
    ...read,
    method: 'GET',
    path: '/answers.csv',
    summary: 'The same as a table',
    query: ExportQuery,
    response: 'bytes',
    errors: ['ERR_NO_SURVEY_FOUND'],
  }),
}
