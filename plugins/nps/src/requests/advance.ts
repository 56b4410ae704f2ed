import { mint, SurveyAnswered, type ContactId, type PluginContext, type ShapeOf, type TicketId } from '@recado/sdk'
import type { plugin } from '../plugin.ts'
import { decide, type Happening } from '../survey/request-state.ts'
import { readRequest, saveRequest } from './request-store.ts'

/** Context of the plugin's events and jobs. */
export type SurveyContext = PluginContext<ShapeOf<typeof plugin>>
type Db = SurveyContext['db']
type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

/**
 * Tells a request what happened: its next state, what has to be done, the job that does it, the timer and the event are
 * stored together or not at all. `done` is the step whose outcome it is.
 */
export async function advance(
  tx: Tx,
  ctx: SurveyContext,
  id: string,
  happening: Happening | null,
  done?: string,
): Promise<void> {
  const request = await readRequest(tx, ctx.tenant, id, { lock: true })
  if (!request) return
  const now = new Date()
  const { state, steps, answered } = happening
    ? decide(request.terms, request.state, happening, now)
    : { state: request.state, steps: [], answered: false }
  const todo = [...request.todo.filter(({ key }) => key !== done), ...steps]
  await saveRequest(tx, ctx.tenant, id, { state, todo })
  if (steps.length > 0) await workSoon(ctx, id)
  if (state.phase === 'ended') await ctx.cancel('due', id)
  else if (state.deadline !== request.state.deadline) await setTimer(ctx, id, state.deadline)
  if (answered)
    await ctx.publish(
      SurveyAnswered,
      {
        requestId: id,
        surveyId: request.surveyId,
        kind: request.kind,
        ticketId: mint<TicketId>(request.ticketId),
        contactId: mint<ContactId>(request.contactId),
        grade: state.grade!,
        highest: request.terms.highest,
      },
      { key: request.ticketId },
    )
}

/** The job that does what is decided. */
export const workSoon = (ctx: SurveyContext, id: string): Promise<void> =>
  ctx.enqueue('work', { requestId: id }, { key: id })
/** The job that ends the waiting; one for each request. */
export const setTimer = (ctx: SurveyContext, id: string, deadline: string, runAt = new Date(deadline)): Promise<void> =>
  ctx.enqueue('due', { requestId: id, deadline }, { key: id, runAt })
