import type { PluginContext, Ticket, TicketId } from '@recado/sdk'
import { rangeOf } from '../survey/kind.ts'
import { begin } from '../survey/request-state.ts'
import { chooseSurvey } from '../surveys/choose-survey.ts'
import type { Survey } from '../surveys/survey.ts'
import { readSurvey, readSurveys } from '../surveys/survey-store.ts'
import { setTimer, workSoon, type SurveyContext } from './advance.ts'
import { insertRequest, lateRequests, type AgreedTerms } from './request-store.ts'
import { takeWish } from './wish-store.ts'

/** Who was closed longer ago, because the plugin or the node was away, is not bothered any more. */
const staleMs = 60 * 60_000
/** A timer that is so late comes no more by itself: jobs are passed over while the plugin is off. */
const lateMs = 5 * 60_000

/** Whether there is anybody to ask: a ticket outlives the erasure of its contact. */
export async function isReachable({ contactId }: Pick<Ticket, 'contactId'>, { core }: SurveyContext): Promise<boolean> {
  const contact = await core.contacts.get(contactId)
  return contact !== undefined && (contact.identities.length > 0 || contact.number !== null || contact.email !== null)
}

/** Whether anybody may be asked about the ticket: never groups, nor what goes on as a part of another ticket. */
export const isAskable = ({ status, isGroup, mergedInto }: Ticket): boolean =>
  status === 'closed' && !isGroup && mergedInto === null

/**
 * S4-075: asks after a closing. The survey is what a flow wished for this ticket, else the one of its queue and
 * connection, which asks after tickets that somebody had.
 */
export async function askAfterClosing(
  { ticketId, userId }: { readonly ticketId: TicketId; readonly userId: string | null },
  ctx: SurveyContext,
  cause: string,
): Promise<void> {
  await reviveLate(ctx)
  const ticket = await ctx.core.tickets.get(ticketId)
  const now = new Date()
  if (!ticket || !isAskable(ticket) || Date.parse(ticket.closedAt ?? '') < now.getTime() - staleMs) return
  if (!(await isReachable(ticket, ctx))) return
  await ctx.db.transaction(async (tx) => {
    const wished = await takeWish(tx, ctx.tenant, ticketId)
    const wish = wished === undefined ? undefined : await readSurvey(tx, ctx.tenant, wished)
    const survey = wish ?? chooseSurvey(await readSurveys(tx, ctx.tenant), ticket)
    if (!survey?.enabled || (!wish && userId === null && !survey.withoutPerson)) return
    await beginRequest(tx, ctx, survey, { ...ticket, userId: userId as Ticket['userId'] }, cause)
  })
}

/** Writes a request down, with its first steps and its timer. False where the contact is not to be asked again yet. */
export async function beginRequest(
  tx: Parameters<Parameters<PluginContext['db']['transaction']>[0]>[0],
  ctx: SurveyContext,
  survey: Survey,
  ticket: Pick<Ticket, 'id' | 'contactId' | 'channelId' | 'queueId' | 'userId'>,
  cause: string,
): Promise<boolean> {
  const terms: AgreedTerms = {
    ...rangeOf(survey.kind, survey.scale),
    timeoutMinutes: survey.timeoutMinutes,
    asksComment: survey.commentMessage !== null,
    texts: {
      request: survey.requestMessage,
      thanks: survey.thanksMessage,
      invalid: survey.invalidMessage,
      timeout: survey.timeoutMessage,
      comment: survey.commentMessage ?? '',
    },
  }
  const { state, steps } = begin(terms, new Date())
  const id = await insertRequest(
    tx,
    ctx.tenant,
    {
      surveyId: survey.id,
      kind: survey.kind,
      cause,
      ticketId: ticket.id,
      contactId: ticket.contactId,
      connectionId: ticket.channelId,
      queueId: ticket.queueId,
      userId: ticket.userId,
    },
    { terms, state, steps, restDays: survey.restDays },
  )
  if (id === undefined) return false
  await workSoon(ctx, id)
  await setTimer(ctx, id, state.deadline)
  return true
}

/** Timers that were lost while the plugin was off run now. */
export async function reviveLate(ctx: SurveyContext): Promise<void> {
  const late = await ctx.db.transaction((tx) => lateRequests(tx, ctx.tenant, new Date(Date.now() - lateMs)))
  for (const { id, deadline } of late) await setTimer(ctx, id, deadline, new Date())
}
