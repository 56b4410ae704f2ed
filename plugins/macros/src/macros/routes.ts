import { AutomationBlock, defineRoute, FormChoices, id, type TicketId } from '@recado/sdk'
import * as z from 'zod'
import { MacroRun, RunAnswer, RunPreview } from '../runs/run.ts'
import { Macro, MacroDraft, MacroOrder } from './macro.ts'

const access = { kind: 'session', permission: 'macros.use' } as const
const params = z.object({ id: z.uuid() })
const write = { access, rate: 'write', maxBody: 262_144 } as const
const ofSteps = ['ERR_NO_TAG_FOUND', 'ERR_NO_QUEUE_FOUND', 'ERR_NO_USER_FOUND', 'ERR_AUTOMATION_BLOCK'] as const

export const routes = {
  list: defineRoute({
    method: 'GET',
    path: '/macros',
    summary: 'Macros the user may run: those for everybody, then their own, in their order',
    access,
    rate: 'read',
    response: z.array(Macro),
  }),
  offer: defineRoute({
    method: 'GET',
    path: '/actions',
    summary: 'Actions of other plugins that the user may have done, for steps of macros',
    access,
    rate: 'read',
    response: z.array(AutomationBlock),
  }),
  choices: defineRoute({
    method: 'GET',
    path: '/choices',
    summary: 'Macros for everybody that a rule or a flow can have done: those without notes, which need an author',
    access: { kind: 'session', permission: 'macros.manage' },
    rate: 'read',
    response: FormChoices,
  }),
  create: defineRoute({
    ...write,
    method: 'POST',
    path: '/macros',
    summary: 'Creates a macro',
    body: MacroDraft,
    response: Macro,
    errors: ['ERR_MACRO_EXISTS', 'ERR_MACRO_LIMIT', ...ofSteps],
  }),
  update: defineRoute({
    ...write,
    method: 'PUT',
    path: '/macros/:id',
    summary: 'Replaces a macro',
    params,
    body: MacroDraft,
    response: Macro,
    errors: ['ERR_NO_MACRO_FOUND', 'ERR_MACRO_EXISTS', ...ofSteps],
  }),
  remove: defineRoute({
    ...write,
    method: 'DELETE',
    path: '/macros/:id',
    summary: 'Deletes a macro',
    params,
    response: z.object({ message: z.string() }),
    errors: ['ERR_NO_MACRO_FOUND'],
  }),
  arrange: defineRoute({
    ...write,
    method: 'PUT',
    path: '/macro-order',
    summary: 'Puts the macros for everybody, or one’s own, into an order',
    body: MacroOrder,
    response: z.array(Macro),
  }),
  preview: defineRoute({
    method: 'GET',
    path: '/macros/:id/preview',
    summary: 'What a macro would do with a ticket, with its texts filled in and what would be refused; changes nothing',
    access,
    rate: 'read',
    params,
    query: z.object({ ticketId: id<TicketId>() }),
    response: RunPreview,
    errors: ['ERR_NO_MACRO_FOUND', 'ERR_NO_TICKET_FOUND'],
  }),
  run: defineRoute({
    ...write,
    method: 'POST',
    path: '/macros/:id/run',
    summary:
      'Runs a macro on a ticket with the rights of who runs it, and stops at the first step that is refused; ' +
      'called again with the same key while it is not finished',
    params,
    body: MacroRun,
    response: RunAnswer,
    errors: ['ERR_NO_MACRO_FOUND', 'ERR_NO_TICKET_FOUND', 'ERR_MACRO_RUNNING', 'ERR_IDEMPOTENCY_MISMATCH'],
  }),
}
