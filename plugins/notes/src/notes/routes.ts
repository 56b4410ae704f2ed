import { defineRoute, id, type ContactId, type QueueId, type TicketId, type UserId } from '@recado/sdk'
import * as z from 'zod'
import { FreeNoteDraft, Note, NoteChange, NoteOrder, NotePage, position, TicketNoteDraft } from './note.ts'

const access = { kind: 'session', permission: 'notes.use' } as const
const params = z.object({ id: z.uuid() })
const ofTicket = z.object({ ticketId: id<TicketId>() })
const paging = { cursor: position.read.optional(), limit: z.coerce.number().int().min(1).max(100).default(30) }
const write = { access, rate: 'write', maxBody: 65_536 } as const

export const routes = {
  /** Reading 7: notes inside a conversation are free, looking over all of them is PLUS. */
  page: defineRoute({
    method: 'GET',
    path: '/notes',
    summary: 'Notes the user may read, pinned ones first, then the newest',
    access,
    rate: 'search',
    tier: 'plus',
    response: NotePage,
    query: z.object({
      searchParam: z.string().trim().max(100).default(''),
      of: z.enum(['all', 'mine', 'shared']).default('all'),
      ticketId: id<TicketId>().optional(),
      contactId: id<ContactId>().optional(),
      queueId: id<QueueId>().optional(),
      from: z.iso.datetime().optional(),
      until: z.iso.datetime().optional(),
      ...paging,
    }),
  }),
  jot: defineRoute({
    ...write,
    method: 'POST',
    path: '/notes',
    summary: 'Writes a note of no conversation: for oneself, or for a queue',
    tier: 'plus',
    body: FreeNoteDraft,
    response: Note,
    errors: ['ERR_NO_QUEUE_FOUND'],
  }),
  ofTicket: defineRoute({
    method: 'GET',
    path: '/tickets/:ticketId/notes',
    summary: 'Notes of a conversation: pinned ones first, or the newest first as a thread needs them',
    access,
    rate: 'read',
    params: ofTicket,
    query: z.object({ order: NoteOrder.default('pinned'), ...paging }),
    response: NotePage,
    errors: ['ERR_NO_TICKET_FOUND'],
  }),
  colleagues: defineRoute({
    method: 'GET',
    path: '/tickets/:ticketId/colleagues',
    summary: 'Whom a note of a conversation may name: who may see it',
    access,
    rate: 'search',
    params: ofTicket,
    query: z.object({ searchParam: z.string().trim().max(100).default('') }),
    response: z.array(z.object({ id: id<UserId>(), name: z.string() })),
    errors: ['ERR_NO_TICKET_FOUND'],
  }),
  create: defineRoute({
    ...write,
    method: 'POST',
    path: '/tickets/:ticketId/notes',
    summary: 'Writes a note of a conversation',
    params: ofTicket,
    body: TicketNoteDraft,
    response: Note,
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_MENTION_CANNOT_SEE', 'ERR_VALIDATION'],
  }),
  update: defineRoute({
    ...write,
    method: 'PUT',
    path: '/notes/:id',
    summary: 'Changes a note: its words, whether it is pinned, whether it is shared',
    params,
    body: NoteChange,
    response: Note,
    errors: ['ERR_NOT_FOUND', 'ERR_MENTION_CANNOT_SEE', 'ERR_VALIDATION'],
  }),
  remove: defineRoute({
    ...write,
    method: 'DELETE',
    path: '/notes/:id',
    summary: 'Deletes a note; for ten minutes it can be brought back',
    params,
    response: z.object({ message: z.string() }),
    errors: ['ERR_NOT_FOUND'],
  }),
  restore: defineRoute({
    ...write,
    method: 'POST',
    path: '/notes/:id/restore',
    summary: 'Brings a deleted note back',
    params,
    response: Note,
    errors: ['ERR_NOT_FOUND'],
  }),
}
