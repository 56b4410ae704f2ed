import {
  id,
  type AutomationSubject,
  type ConditionSpec,
  type ConnectionId,
  type QueueId,
  type UserId,
} from '@recado/sdk'
import * as z from 'zod'

/* To whom and where a conversation belongs. */

const most = 100
const chosen = { error: 'nothing is chosen', params: { rule: 'required' } }

/** Condition: the conversation is in one of these queues, or in none. */
export const queue = {
  icon: 'users',
  input: z
    .object({
      queues: z.array(id<QueueId>()).max(most).default([]).meta({ refersTo: 'queue' }),
      orNone: z.boolean().default(false),
    })
    .refine(({ queues, orNone }) => queues.length > 0 || orNone, { ...chosen, path: ['queues'] }),
} satisfies ConditionSpec

/** One of these people has it, or nobody. */
export const user = {
  icon: 'user',
  input: z
    .object({
      users: z.array(id<UserId>()).max(most).default([]).meta({ refersTo: 'user' }),
      orNobody: z.boolean().default(false),
    })
    .refine(({ users, orNobody }) => users.length > 0 || orNobody, { ...chosen, path: ['users'] }),
} satisfies ConditionSpec

/** Its contact is in the wallet of one of these people, or in nobody's. */
export const wallet = { icon: 'wallet', input: user.input } satisfies ConditionSpec

/** Condition: the conversation uses one of these connections. */
export const connection = {
  icon: 'plug',
  input: z.object({ connections: z.array(id<ConnectionId>()).min(1).max(most).meta({ refersTo: 'connection' }) }),
} satisfies ConditionSpec

type About<T extends keyof AutomationSubject> = Pick<AutomationSubject, T>

export const isInQueue = (
  { queues, orNone }: z.output<typeof queue.input>,
  { ticket: { queueId } }: About<'ticket'>,
): boolean => (queueId === null ? orNone : queues.includes(queueId))

export const isOfUser = (
  { users, orNobody }: z.output<typeof user.input>,
  { ticket: { userId } }: About<'ticket'>,
): boolean => (userId === null ? orNobody : users.includes(userId))

export const isInWallet = (
  { users, orNobody }: z.output<typeof wallet.input>,
  { contact: { wallets } }: About<'contact'>,
): boolean => (wallets.length === 0 ? orNobody : wallets.some((owner) => users.includes(owner.id)))

export const isOnConnection = (
  { connections }: z.output<typeof connection.input>,
  { ticket }: About<'ticket'>,
): boolean => connections.includes(ticket.channelId)
