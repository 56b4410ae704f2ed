import { conversationFacts, fillTemplate, Refusal, type Part, type Ticket, type TicketId } from '@recado/sdk'
import type { Happening, Step, SurveyText } from '../survey/request-state.ts'
import { advance, type SurveyContext } from './advance.ts'
import { question } from './question.ts'
import { readRequest, type StoredRequest } from './request-store.ts'

/** Does what was decided, step by step. Done again after a crash it has no second effect. */
export async function work(requestId: string, ctx: SurveyContext): Promise<void> {
  for (;;) {
    const request = await ctx.db.transaction((tx) => readRequest(tx, ctx.tenant, requestId))
    const step = request?.todo[0]
    if (!request || !step) return
    const happening = await perform(step, request, ctx)
    await ctx.db.transaction((tx) => advance(tx, ctx, requestId, happening, step.key))
  }
}

/** Does a step and answers what happened by that, null for nothing that the request has to know. */
async function perform(step: Step, request: StoredRequest, ctx: SurveyContext): Promise<Happening | null> {
  const ticket = request.ticketId as TicketId
  switch (step.kind) {
    case 'expect':
      return (await ctx.core.replies.expect(ticket, { until: step.until }))
        ? null
        : { kind: 'refused', code: 'NOT_EXPECTED' }
    case 'end':
      await ctx.core.replies.end(ticket, { reopen: step.reopen })
      await ctx.core.tickets.announce(ticket)
      return null
    case 'say':
      return say(step.text, step.key, request, ctx)
  }
}

async function say(
  name: SurveyText,
  key: string,
  request: StoredRequest,
  ctx: SurveyContext,
): Promise<Happening | null> {
  // The request is not made any more where it cannot be answered.
  if (name === 'request' && request.state.phase === 'ended') return null
  const ticket = await ctx.core.tickets.get(request.ticketId as TicketId)
  const asks = name === 'request'
  if (!ticket || (name !== 'thanks' && ticket.status !== 'closed'))
    return asks ? { kind: 'refused', code: 'NOT_CLOSED' } : null
  const text = await filled(request.terms.texts[name], ticket, ctx)
  const part: Part = asks
    ? question(text, request, (await ctx.core.channels.placeOf(ticket.id))?.choices)
    : { kind: 'text', text, format: 'markdown' }
  try {
    const { id } = await ctx.core.messages.send(ticket.id, [part], { key: `${request.id}:${key}`, evenClosed: true })
    return asks ? { kind: 'asked', message: id } : null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    ctx.log.info({ code: error.code, text: name }, 'a message of a survey was refused')
    return asks ? { kind: 'refused', code: error.code } : null
  }
}

/** By the company's clock and in its language. */
async function filled(template: string, ticket: Ticket, { core }: SurveyContext): Promise<string> {
  const company = await core.company.profile()
  return fillTemplate(
    template,
    conversationFacts(ticket, { company, locale: company.locale, agent: ticket.username ?? '', at: new Date() }),
  )
}
