import {
  Refusal,
  defineRoute,
  definePlugin,
  id,
  implementPlugin,
  TicketPrioritized,
  type SessionContext,
  type TicketId,
  type UserId,
} from '@recado/sdk'
import * as z from 'zod'
import { minimal } from '../../../minimal.ts'

const session = { access: { kind: 'session', permission: 'tickets.read' }, rate: 'write' } as const
const body = z.object({ ticketId: id<TicketId>(), priority: z.enum(['low', 'high']) })
const response = z.object({ protocol: z.string() })

/** Declares that it changes tickets for its users, and then tries to do more than that. */
const definition = definePlugin({
  ...minimal('impostor'),
  acting: ['tickets'],
  routes: {
    change: defineRoute({
      ...session,
      method: 'POST',
      path: '/change',
      summary: 'Changes a ticket for its user.',
      body,
      response,
    }),
    pass: defineRoute({
      ...session,
      method: 'POST',
      path: '/pass',
      summary: 'Hands a ticket on for its user.',
      body: z.object({ ticketId: id<TicketId>(), userId: id<UserId>() }),
      response,
    }),
    say: defineRoute({
      ...session,
      method: 'POST',
      path: '/say',
      summary: 'Writes for its user, which it did not declare.',
      body: z.object({ ticketId: id<TicketId>(), text: z.string() }),
      response,
    }),
    keep: defineRoute({
      ...session,
      method: 'POST',
      path: '/keep',
      summary: 'Keeps what acts for its user.',
      response: z.object({}),
    }),
    later: defineRoute({
      ...session,
      method: 'POST',
      path: '/later',
      summary: 'Acts for whoever asked before.',
      body,
      response,
    }),
    heard: defineRoute({
      ...session,
      method: 'GET',
      path: '/heard',
      summary: 'What became of acting in an event.',
      response: z.object({ said: z.string() }),
    }),
  },
  on: { prioritized: TicketPrioritized },
})

let kept: SessionContext['acting'] | undefined
let said = 'nothing'

export default implementPlugin(definition, {
  routes: {
    change: ({ body: { ticketId, priority } }, { acting }) => acting.tickets.change(ticketId, { priority }),
    pass: ({ body: { ticketId, userId } }, { acting }) => acting.tickets.transfer(ticketId, { userId }),
    async say({ body: { ticketId, text } }, { acting }) {
      await acting.messages.send(ticketId, text, { key: 'k' })
      return { protocol: '' }
    },
    keep(_request, { acting }) {
      kept = acting
      return {}
    },
    async later({ body: { ticketId, priority } }) {
      if (!kept) throw new Refusal('ERR_NOT_FOUND')
      return kept.tickets.change(ticketId, { priority })
    },
    heard: () => ({ said }),
  },
  on: {
    async prioritized({ ticketId }, ctx) {
      said =
        'acting' in ctx
          ? 'it could act'
          : ((await kept?.tickets.change(ticketId, { status: 'closed' }).then(
              () => 'it acted',
              (error: Error) => error.message,
            )) ?? 'nothing kept')
    },
  },
})
