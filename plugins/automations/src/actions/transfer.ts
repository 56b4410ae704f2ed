import { id, Refusal, type ActionCode, type ActionSpec, type RefusalCode, type QueueId, type UserId } from '@recado/sdk'
import * as z from 'zod'

/** Hands the conversation on to a queue. */
export const toQueue = {
  icon: 'users',
  by: ['automation'],
  ends: true,
  input: z.object({ queue: id<QueueId>().meta({ refersTo: 'queue' }) }),
} satisfies ActionSpec

/** Hands it on to somebody, in one of their queues if that is said. */
export const toUser = {
  icon: 'user',
  by: ['automation'],
  ends: true,
  input: z.object({
    user: id<UserId>().meta({ refersTo: 'user' }),
    queue: id<QueueId>().nullable().default(null).meta({ refersTo: 'queue' }),
  }),
} satisfies ActionSpec

/** Gives it back to the people of its queue. */
export const unassign = { icon: 'undo-2', by: ['automation'], ends: true, input: z.object({}) } satisfies ActionSpec

/** A conversation that is where it is wanted is no reason to stop. */
const asWanted: readonly RefusalCode[] = ['ERR_TICKET_OF_QUEUE', 'ERR_TICKET_OF_USER']

async function unlessThere(transfer: Promise<unknown>): Promise<void> {
  try {
    await transfer
  } catch (error) {
    if (!Refusal.is(error) || !asWanted.includes(error.code)) throw error
  }
}

export const handToQueue: ActionCode<typeof toQueue.input> = ({ queue }, { ticket }, { core }) =>
  unlessThere(core.tickets.transfer(ticket.id, { queueId: queue }))

export const handToUser: ActionCode<typeof toUser.input> = ({ user, queue }, { ticket }, { core }) =>
  unlessThere(core.tickets.transfer(ticket.id, { userId: user, ...(queue !== null && { queueId: queue }) }))

export const giveBack: ActionCode<typeof unassign.input> = async (_input, { ticket }, { core }) => {
  await core.tickets.change(ticket.id, { status: 'pending' })
}
