import type { ConditionCode, ConnectionId, QueueId, ResponderCode, ServiceCode, UserId } from '@recado/sdk'
import type { PluginContext, Ticket } from '@recado/sdk'
import type { plugin } from '../plugin.ts'
import type { Subject } from '../rules/rule.ts'
import { answerAt, calendars } from './calendar.ts'
import { tellOnce } from './notice.ts'

type Definition = typeof plugin
type Context = PluginContext & { readonly settings: { readonly repeatAfterHours: number } }

const subjectOf = ({ userId, queueId, channelId }: Ticket): Subject => ({
  ...(userId !== null && { userId }),
  ...(queueId !== null && { queueId }),
  connectionId: channelId,
})

/** Out of hours it tells the contact so, and hands on; in hours it hands on at once. */
export const closed: ResponderCode<Definition['responders']['closed']['input'], Context> = async (
  { afterwards },
  { ticket },
  ctx,
  { key },
) => {
  const now = new Date()
  const { open, because, message } = answerAt(await calendars.of(ctx), subjectOf(ticket), now.getTime())
  if (open) return { kind: 'pass' }
  if (message !== null) await tellOnce(ctx, ticket, message, { key, hours: ctx.settings.repeatAfterHours, now })
  const note = because?.slice(0, 200)
  return afterwards === 'people' ? { kind: 'people', ...(note && { note }) } : { kind: 'pass', ...(note && { note }) }
}

/**
 * A contact who writes on while the conversation waits for people is told again after the interval. Not in groups, not
 * while a responder has it, and not where somebody has taken it.
 */
export async function tellWaiting(
  {
    ticketId,
    messageId,
    responder,
    automatic,
  }: { ticketId: Ticket['id']; messageId: string; responder?: string | undefined; automatic?: boolean | undefined },
  ctx: Context,
): Promise<void> {
  if (responder !== undefined || automatic) return
  const ticket = await ctx.core.tickets.get(ticketId)
  if (!ticket || ticket.isGroup || ticket.status !== 'pending' || ticket.withBot) return
  const now = new Date()
  const { open, message } = answerAt(await calendars.of(ctx), subjectOf(ticket), now.getTime())
  if (!open && message !== null)
    await tellOnce(ctx, ticket, message, { key: messageId, hours: ctx.settings.repeatAfterHours, now })
}

/** Within or out of hours at the instant that is judged: of a queue, or of the conversation as it is. */
export const hours: ConditionCode<Definition['conditions']['hours']['input']> = async (
  { is, queue },
  subjects,
  ctx,
) => {
  const calendar = await calendars.of(ctx)
  return subjects.map(
    ({ ticket, at }) =>
      answerAt(calendar, queue === null ? subjectOf(ticket) : { queueId: queue }, Date.parse(at)).open ===
      (is === 'open'),
  )
}

/** The service `hours`. */
export const service: ServiceCode<'hours'> = {
  async at({ at, about }, ctx) {
    const calendar = await calendars.of(ctx)
    return {
      times: at.map((instant) =>
        answerAt(
          calendar,
          about as { userId?: UserId; queueId?: QueueId; connectionId?: ConnectionId },
          Date.parse(instant),
        ),
      ),
    }
  },
}
