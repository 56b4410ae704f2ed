import type { RouteAnswer, RouteRequest, SessionContext, ShapeOf } from '@recado/sdk'
import { readConversation } from '../conversation/read-conversation.ts'
import { requireTicket } from '../conversation/require-ticket.ts'
import { refusal } from '../errors.ts'
import { ask, orRefuse } from '../models/ask.ts'
import type { Definition } from '../plugin.ts'
import { offeredTags, readHints, toHint } from './hints.ts'
import type { routes } from './routes.ts'

/** Tags and a priority that fit a conversation. Where nothing was said nobody is asked. */
export async function hints(
  { params: { ticketId } }: RouteRequest<(typeof routes)['hints']>,
  ctx: SessionContext<ShapeOf<Definition>>,
): Promise<RouteAnswer<(typeof routes)['hints']>> {
  if (!ctx.settings.suggestTags) throw refusal('ERR_AI_OFF')
  const ticket = await requireTicket(ctx, ticketId)
  const [said, all, { locale }] = await Promise.all([
    readConversation(ctx, ticketId, 60),
    ctx.core.tags.list(),
    ctx.core.company.profile(),
  ])
  if (said.length === 0) return { tags: [], priority: null }
  const tags = offeredTags(all, ticket)
  return orRefuse(
    (async () => {
      const { text } = await ask(ctx, toHint(said, tags, ticket.priority, locale), { purpose: 'hints', ticket })
      return readHints(text, tags, ticket.priority)
    })(),
  )
}
