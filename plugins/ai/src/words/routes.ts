import { defineRoute, id, type MessageId, type TicketId } from '@recado/sdk'
import * as z from 'zod'
import { LanguageTag } from './language-tag.ts'
import { Words } from './words-store.ts'

const use = { kind: 'session', permission: 'ai.use' } as const
const mayMake = { kind: 'session', permission: 'ai.words' } as const

/** What a model may need at most; agents wait and see that it works. */
const limitMs = 120_000

export const routes = {
  words: defineRoute({
    method: 'GET',
    path: '/words/:ticketId',
    summary: 'Transcripts and translations of the messages of a ticket',
    access: use,
    rate: 'read',
    params: z.object({ ticketId: id<TicketId>() }),
    response: z.object({ words: z.array(Words) }),
    errors: ['ERR_NO_TICKET_FOUND'],
  }),
  /** Claims `POST /messages/:messageId/transcribe`. */
  transcribe: defineRoute({
    method: 'POST',
    path: '/messages/:messageId/transcribe',
    summary: 'Writes out what was spoken in a message; what is there is answered',
    access: mayMake,
    rate: 'write',
    params: z.object({ messageId: id<MessageId>() }),
    response: Words,
    limitMs,
    errors: ['ERR_NO_MESSAGE_FOUND', 'ERR_AUDIO', 'ERR_TRANSCRIPTION'],
  }),
  translate: defineRoute({
    method: 'POST',
    path: '/messages/:messageId/translate',
    summary: 'Translates a message for the team; the original stays',
    access: mayMake,
    rate: 'write',
    params: z.object({ messageId: id<MessageId>() }),
    body: z.object({ to: LanguageTag }).strict(),
    response: Words,
    limitMs,
    errors: ['ERR_NO_MESSAGE_FOUND', 'ERR_AI_TEXT_REQUIRED', 'ERR_TRANSLATION'],
  }),
  written: defineRoute({
    method: 'PUT',
    path: '/written/:ticketId',
    summary:
      'Says what was written before its translation was taken; it is kept beside the message that is sent with it',
    access: { kind: 'session', permission: 'ai.rewrite' },
    rate: 'write',
    params: z.object({ ticketId: id<TicketId>() }),
    body: z.object({ text: z.string().min(1).max(10_000), translation: z.string().min(1).max(20_000) }).strict(),
    response: z.object({}),
    errors: ['ERR_NO_TICKET_FOUND'],
  }),
}
