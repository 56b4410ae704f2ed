import { readBotReply, type BotAnswer, type BotMessage, type ResponderDecision, type TicketId } from '@recado/sdk'
import { drizzleOn, heardFiles, lookAgainForFiles } from '@recado/sdk/server'
import type { Bot } from '../bots/bot.ts'
import { findBot } from '../bots/store.ts'
import type { Context } from './context.ts'
import { paced } from './pace.ts'
import { sessionKey } from './session-key.ts'
import * as store from './store.ts'

/** Longer than any bot may take: then its answer is not waited for. */
const patienceMs = 4 * 60_000

/** Decides about a ticket and forgets the conversation. */
export async function leave(ctx: Context, ticketId: TicketId, decision: ResponderDecision): Promise<void> {
  await ctx.core.responders.decide(ticketId, decision)
  await ctx.db.transaction((raw) => store.endConversation(drizzleOn(raw), ctx.tenant, ticketId))
  await sessionKey(ticketId).delete(ctx)
}

interface Turn {
  readonly bot: Bot
  readonly conversation: store.Conversation
  readonly message: BotMessage | null
  /** Messages whose files go with it. */
  readonly filesOf: readonly string[]
}

/** Messages with files that wait for the bot. */
const readFilesOf = async (ctx: Context, ticketId: TicketId): Promise<string[]> =>
  filesOf(await ctx.db.transaction((raw) => store.readHeard(drizzleOn(raw), ctx.tenant, ticketId)))

const filesOf = (heard: readonly store.Heard[]): string[] => heard.flatMap(({ messageId }) => messageId ?? [])

/**
 * Takes everything that was said as one turn. Undefined while another one is under way, or nothing was said, or a
 * message came after those that `looked` names: its own job takes it.
 */
const takeTurn = (ctx: Context, ticketId: TicketId, looked: readonly string[]): Promise<Turn | 'gone' | undefined> =>
  ctx.db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    const conversation = await store.findConversation(tx, ctx.tenant, ticketId)
    if (!conversation || conversation.step !== 'idle') return undefined
    const bot = await findBot(tx, ctx.tenant, conversation.botId)
    if (!bot?.active) return 'gone'
    const heard = await store.readHeard(tx, ctx.tenant, ticketId)
    if (heard.length === 0 && conversation.hasBegun) return undefined
    if (!filesOf(heard).every((id) => looked.includes(id))) return undefined
    await store.beginAsking(tx, conversation)
    const turn = conversation.turn + 1
    await ctx.enqueue(
      'watch',
      { ticketId, run: conversation.run, turn },
      { key: ticketId, runAt: new Date(Date.now() + patienceMs) },
    )
    const reply = {
      text: heard
        .map(({ text }) => text)
        .join('\n')
        .slice(0, 20_000),
      choice: heard.at(-1)?.choice ?? null,
    }
    const message = heard.length === 0 ? null : readBotReply(conversation.question, reply)
    return { bot, conversation: { ...conversation, turn }, message, filesOf: filesOf(heard) }
  })

/** Facts about the conversation with which a bot begins. Never a key of ours. */
async function factsOf({ core }: Context, ticketId: TicketId): Promise<Record<string, string>> {
  const ticket = await core.tickets.get(ticketId)
  const contact = ticket && (await core.contacts.get(ticket.contactId))
  const facts = {
    number: contact?.number,
    pushName: contact?.name,
    contactName: contact?.name,
    email: contact?.email,
    ticketId,
    protocol: ticket?.protocol,
    channel: ticket?.channel,
    queue: ticket?.queue,
  }
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => (value ? [[name, String(value).slice(0, 2_000)]] : [])),
  )
}

/** What a turn tells the bot, with its files; null for nothing, as where no file came. */
async function messageOf(ctx: Context, { message, filesOf }: Turn): Promise<BotMessage | null> {
  if (!message || filesOf.length === 0) return message
  const files = await heardFiles(filesOf, ctx)
  return message.text === '' && files.length === 0 ? null : { ...message, files }
}

/** Asks the provider once: what it answers cannot be asked for again. Undefined where nobody speaks with such bots. */
async function askProvider(ctx: Context, turn: Turn): Promise<BotAnswer | undefined> {
  const { bot, conversation } = turn
  const message = await messageOf(ctx, turn)
  if (message === null && conversation.hasBegun) return notUnderstood(bot, conversation)
  const { ticketId } = conversation
  const provider = { provider: bot.provider }
  const session = conversation.hasBegun ? await sessionKey(ticketId).get(ctx) : undefined
  if (session !== undefined && message !== null) {
    const proceeded = await ctx.core.services.call('bot.proceed', { bot: bot.reference, session, message }, provider)
    if (!proceeded || proceeded.answer) return proceeded?.answer ?? undefined
  }
  // It does not know the conversation, or not any more: begins with what was said.
  const variables = await factsOf(ctx, ticketId as TicketId)
  return ctx.core.services.call('bot.start', { bot: bot.reference, message, variables }, provider)
}

/** The bot still waits for an answer to its question. */
const notUnderstood = ({ unknownMessage: text }: Bot, { question }: store.Conversation): BotAnswer => ({
  session: null,
  says: text === '' ? [] : [{ kind: 'text', text, format: 'markdown' }],
  asks: question,
  hands: null,
  note: null,
  variables: {},
})

/**
 * Job `ask`: one turn of the conversation, when the channel has the files of what was said. A failure hands the ticket
 * to the next responder.
 */
export async function ask({ ticketId }: { ticketId: TicketId }, ctx: Context): Promise<void> {
  if (!(await ctx.core.responders.holds(ticketId))) return
  const looked = await readFilesOf(ctx, ticketId)
  const runAt = await lookAgainForFiles(looked, ctx)
  if (runAt) return ctx.enqueue('ask', { ticketId }, { key: ticketId, runAt })
  const turn = await takeTurn(ctx, ticketId, looked)
  if (turn === undefined) return
  if (turn === 'gone') return leave(ctx, ticketId, { kind: 'pass' })
  const { bot, conversation } = turn
  let answer: BotAnswer | undefined
  try {
    answer = await askProvider(ctx, turn)
  } catch (error) {
    ctx.log.warn({ error, bot: bot.id, provider: bot.provider }, 'the bot did not answer')
  }
  if (!answer) return leave(ctx, ticketId, { kind: 'pass', note: bot.name })
  if (answer.session !== null) await sessionKey(ticketId).set(ctx, answer.session)
  const { says } = answer
  const given = { ...answer, session: null, says: paced(says, bot.delayMs) }
  await ctx.db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    const now = await store.findConversation(tx, ctx.tenant, ticketId)
    // The contact began again meanwhile: what is answered belongs to nothing.
    if (now?.run !== conversation.run || now.turn !== conversation.turn) return
    await store.beginSaying(tx, now, given)
    await ctx.enqueue('say', { ticketId, run: now.run }, { key: ticketId })
    await ctx.cancel('watch', ticketId)
  })
}

/** Job `watch`: gives up a turn whose job was lost with its process. */
export async function watch(
  { ticketId, run, turn }: { ticketId: TicketId; run: string; turn: number },
  ctx: Context,
): Promise<void> {
  const conversation = await ctx.db.transaction((raw) => store.findConversation(drizzleOn(raw), ctx.tenant, ticketId))
  if (conversation?.step === 'asking' && conversation.run === run && conversation.turn === turn)
    await leave(ctx, ticketId, { kind: 'pass' })
}
