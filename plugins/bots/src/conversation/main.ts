import type { Message, PluginContext, ResponderCode, ResponderDecision } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import type { Definition } from '../plugin.ts'
import { isTriggeredBy, isWord, type Bot } from '../bots/bot.ts'
import { findBot } from '../bots/store.ts'
import { sessionKey } from './session-key.ts'
import * as store from './store.ts'
import type { Context } from './context.ts'

/** The instant until which the bot keeps a conversation without a word of the contact. */
export const untilExpiry = ({ expireMinutes }: Pick<Bot, 'expireMinutes'>): string =>
  new Date(Date.now() + expireMinutes * 60_000).toISOString()

/**
 * What a message says in words, also under its files; the option it takes; and itself where a bot can have its files.
 */
function readMessage({ id, parts }: Message, { publicUrl }: Pick<PluginContext, 'publicUrl'>): store.Heard {
  const reply = parts.find((part) => part.kind === 'interactiveReply')
  if (reply) return { text: reply.label, choice: reply.id, messageId: null }
  const files = parts.filter((part) => part.kind === 'media' || part.kind === 'pendingMedia')
  const texts = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []))
  const captions = files.flatMap(({ caption }) => caption ?? [])
  return {
    text: [...texts, ...captions].join('\n').trim().slice(0, 20_000),
    choice: null,
    messageId: publicUrl && files.length > 0 ? id : null,
  }
}

/** Whether a bot makes nothing of it. */
const isEmpty = ({ text, choice, messageId }: store.Heard): boolean =>
  text === '' && choice === null && messageId === null

const say = async (ctx: PluginContext, message: Message, text: string, key: string): Promise<void> => {
  if (text !== '') await ctx.core.messages.send(message.ticketId, [{ kind: 'text', text, format: 'markdown' }], { key })
}

/**
 * Takes what the contact says, and leaves the asking to a job: a bot may take a minute. The same key again is taken
 * once.
 */
export const main: ResponderCode<Definition['responders']['main']['input'], Context> = async (
  { bot: botId },
  { ticket, contact, message, begins },
  ctx,
  { key },
): Promise<ResponderDecision> => {
  const { tenant } = ctx
  const found = await ctx.db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    const bot = await findBot(tx, tenant, botId)
    return { bot, conversation: await store.findConversation(tx, tenant, ticket.id) }
  })
  const { bot } = found
  if (!bot?.active) return { kind: 'pass' }
  const keep = { kind: 'keep', until: untilExpiry(bot) } as const
  const isNew = begins || found.conversation?.botId !== bot.id
  if (isNew && found.conversation?.begunBy === key) return keep
  const words = message && readMessage(message, ctx)
  if (isNew && words && !isTriggeredBy(bot, words.text)) return { kind: 'pass' }
  if (!isNew && words && isWord(words.text, bot.keywordFinish)) {
    await ctx.db.transaction((raw) => store.endConversation(drizzleOn(raw), tenant, ticket.id))
    await sessionKey(ticket.id).delete(ctx)
    return { kind: 'people' }
  }
  const isRestart = !isNew && words !== null && isWord(words.text, bot.keywordRestart)
  if (isRestart && found.conversation?.begunBy === key) return keep
  if (!isNew && message && isEmpty(words!)) {
    await say(ctx, message, bot.unknownMessage, key)
    return keep
  }
  if (isRestart) await say(ctx, message!, bot.restartMessage, key)
  if (isNew || isRestart) await sessionKey(ticket.id).delete(ctx)
  await ctx.db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    if (isNew || isRestart)
      await store.beginConversation(tx, {
        tenantId: tenant,
        ticketId: ticket.id,
        contactId: contact.id,
        botId: bot.id,
        begunBy: key,
      })
    if (words && !isRestart && !isEmpty(words))
      await store.hear(tx, { tenantId: tenant, ticketId: ticket.id, key, ...words })
    await ctx.enqueue(
      'ask',
      { ticketId: ticket.id },
      { key: ticket.id, runAt: new Date(Date.now() + (isNew ? 0 : bot.debounceMs)) },
    )
  })
  return keep
}
