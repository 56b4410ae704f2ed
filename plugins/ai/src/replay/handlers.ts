import type { RouteRequest, SessionContext, ShapeOf, StreamEvent } from '@recado/sdk'
import { rehearse } from '../agent/rehearse.ts'
import { readConversation } from '../conversation/read-conversation.ts'
import { requireTicket } from '../conversation/require-ticket.ts'
import { refusal } from '../errors.ts'
import { ModelFailure } from '../models/model-failure.ts'
import type { Definition } from '../plugin.ts'
import { promptKey } from '../prompts/prompt-key.ts'
import { PromptContent } from '../prompts/prompt.ts'
import { rehearsalOf } from '../prompts/rehearsal-of.ts'
import { readPrices } from '../usage/price-store.ts'
import { exchangesOf } from './exchanges.ts'
import type { routes } from './routes.ts'

type Ctx = SessionContext<ShapeOf<Definition>>

/** Exchanges that are replayed at most, the latest ones. */
const mostExchanges = 20

/** Pieces `turn`, {@link ReplayedTurn}, then `done` with how many there were. */
export async function replay({ body }: RouteRequest<(typeof routes)['replay']>, ctx: Ctx) {
  const ticket = await requireTicket(ctx, body.ticketId)
  return turnsOfReplay(body, ticket, ctx)
}

async function* turnsOfReplay(
  { prompt, id }: RouteRequest<(typeof routes)['replay']>['body'],
  ticket: Awaited<ReturnType<typeof requireTicket>>,
  ctx: Ctx,
): AsyncGenerator<StreamEvent> {
  const [said, contact, prices] = await Promise.all([
    readConversation(ctx, ticket.id, 100),
    ctx.core.contacts.get(ticket.contactId),
    ctx.db.transaction((tx) => readPrices(tx, ctx.tenant)),
  ])
  const apiKey = prompt.apiKey ?? (id === undefined ? undefined : await promptKey(id).get(ctx))
  const content = PromptContent.parse(prompt)
  const exchanges = exchangesOf(said, mostExchanges, content.maxMessages)
  try {
    for (const { asked, said: answered, turns } of exchanges) {
      const scene = { turns, contact, ticketTags: ticket.tags }
      const rehearsed = await rehearse(ctx, content, scene, { purpose: 'test', ticket, apiKey })
      yield { event: 'turn', data: { asked, said: answered, rehearsal: rehearsalOf(rehearsed, prices) } }
    }
  } catch (error) {
    if (error instanceof ModelFailure) throw refusal(error.code, {}, { cause: error })
    throw error
  }
  yield { event: 'done', data: { turns: exchanges.length } }
}
