import { defineRoute, FactAnswer, FactConversationsQuery, FactQuery } from '@recado/sdk'
import * as z from 'zod'
import { ConversationFileQuery } from './conversation-file.ts'
import { FigureConversations } from './figure-conversation.ts'
import { FigureFileQuery } from './figure-file.ts'

/** Most questions of one request. */
export const mostQuestions = 16

export const figureRoutes = {
  figures: defineRoute({
    access: { kind: 'session', permission: 'reports.read' },
    rate: 'read',
    method: 'POST',
    path: '/figures',
    summary: 'Numbers about what has happened, one answer per question, of what the reader may see',
    body: z.strictObject({ questions: z.array(FactQuery).min(1).max(mostQuestions) }),
    response: z.object({ answers: z.array(FactAnswer) }),
  }),
  figureConversations: defineRoute({
    access: { kind: 'session', permission: 'reports.read' },
    rate: 'read',
    method: 'POST',
    path: '/figures/conversations',
    summary: 'The conversations behind a number, a page at a time, of those that the reader may see',
    body: FactConversationsQuery,
    response: FigureConversations,
  }),
  figureConversationsFile: defineRoute({
    access: { kind: 'session', permission: 'reports.read' },
    rate: 'read',
    limitMs: 120_000,
    method: 'GET',
    path: '/figures/conversations/file',
    summary: 'The same as a file, with all of them',
    query: ConversationFileQuery,
    response: 'bytes',
  }),
  figuresFile: defineRoute({
    access: { kind: 'session', permission: 'reports.read' },
    rate: 'read',
    limitMs: 120_000,
    method: 'GET',
    path: '/figures/file',
    summary: 'The figures of a period as a file: a row per day, user, queue, connection and tag',
    query: FigureFileQuery,
    response: 'bytes',
  }),
}
