import { defineRoute, id, type TicketId } from '@recado/sdk'
import * as z from 'zod'
import { LanguageTag } from '../words/language-tag.ts'
import { styleNames } from './styles.ts'

const use = { kind: 'session', permission: 'ai.use' } as const
const mayRewrite = { kind: 'session', permission: 'ai.rewrite' } as const
const maySuggest = { kind: 'session', permission: 'ai.suggest' } as const
const maySummarize = { kind: 'session', permission: 'ai.summarize' } as const
const limitMs = 120_000
const general = ['ERR_NO_TICKET_FOUND', 'ERR_AI_REWRITE'] as const
const text = z.string().max(10_000)

/** What is done to a draft. */
export const RewriteWish = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('style'), style: z.enum(styleNames) }).strict(),
  z.object({ kind: z.literal('shorten') }).strict(),
  z.object({ kind: z.literal('translate'), to: LanguageTag }).strict(),
])
export type RewriteWish = z.infer<typeof RewriteWish>

/** Streams answer `piece` events, `{ text }`, and end with `done`, `{ text, cut, sources }`: the whole. */
export const routes = {
  rewrite: defineRoute({
    method: 'POST',
    path: '/rewrite',
    summary: 'Rewrites a draft, in pieces',
    access: mayRewrite,
    rate: 'write',
    body: z.object({ ticketId: id<TicketId>(), text, wish: RewriteWish }).strict(),
    response: 'stream',
    limitMs,
    errors: ['ERR_AI_TEXT_REQUIRED', ...general],
  }),
  suggest: defineRoute({
    method: 'POST',
    path: '/suggest',
    summary: 'Suggests a reply to what was said last, in pieces',
    access: maySuggest,
    rate: 'write',
    body: z.object({ ticketId: id<TicketId>() }).strict(),
    response: 'stream',
    limitMs,
    errors: ['ERR_AI_OFF', ...general],
  }),
  summarize: defineRoute({
    method: 'POST',
    path: '/summaries/:ticketId',
    summary: 'Summarizes a conversation for who takes it on, in pieces, and keeps it',
    access: maySummarize,
    rate: 'write',
    params: z.object({ ticketId: id<TicketId>() }),
    response: 'stream',
    limitMs,
    errors: ['ERR_AI_OFF', ...general],
  }),
  summary: defineRoute({
    method: 'GET',
    path: '/summaries/:ticketId',
    summary: 'The summary that is kept of a conversation',
    access: use,
    rate: 'read',
    params: z.object({ ticketId: id<TicketId>() }),
    response: z.object({
      summary: z.object({ text: z.string(), reason: z.string().nullable(), at: z.string() }).nullable(),
    }),
    errors: ['ERR_NO_TICKET_FOUND'],
  }),
}
