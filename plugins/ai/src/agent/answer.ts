import { fillTemplate, type ResponderDecision, type TicketId } from '@recado/sdk'
import { toSummarize } from '../composer/write.ts'
import { writeSummary } from '../composer/summary-store.ts'
import type { Context } from '../context.ts'
import { sourcesFor } from '../conversation/knowledge.ts'
import { readConversation, turnsOf, type Said } from '../conversation/read-conversation.ts'
import { ask } from '../models/ask.ts'
import { failureText } from '../models/failure-text.ts'
import { ModelFailure } from '../models/model-failure.ts'
import { asTexts } from '../prompts/parameters.ts'
import { promptKey } from '../prompts/prompt-key.ts'
import { findPublished } from '../prompts/prompt-store.ts'
import type { Prompt } from '../prompts/prompt.ts'
import { audioOf } from '../words/audio-of.ts'
import { describeImage } from '../words/describe-image.ts'
import { transcribeMessage } from '../words/transcribe.ts'
import { putWords } from '../words/words-store.ts'
import { asVoiceNote } from '../voice/say.ts'
import { askAgent } from './ask-agent.ts'
import { isYes } from './confirmation.ts'
import * as store from './conversation-store.ts'
import type { Conversation, Step } from './conversation-store.ts'
import { carryOut } from './functions/carry-out.ts'
import { reachedLimit } from './hand-over/limits.ts'
import { reasonText } from './hand-over/reason-text.ts'
import { beforeModel } from './hand-over/rules.ts'

/** Rounds of functions in one turn at most. */
export const mostRounds = 5
/** Length of a note in the history of a ticket. */
const longestNote = 200
/** Questions of the customer by which articles are found. */
export const readQuestions = 3

/** Decides about a ticket and forgets the conversation. */
export async function leave(ctx: Context, ticketId: TicketId, decision: ResponderDecision): Promise<void> {
  await ctx.core.responders.decide(ticketId, decision)
  await ctx.db.transaction((tx) => store.endConversation(tx, ctx.tenant, ticketId))
}

/** Job `answer`: one turn. A model that does not answer hands the ticket to the next responder. */
export async function answer({ ticketId }: { ticketId: TicketId }, ctx: Context): Promise<void> {
  if (!(await ctx.core.responders.holds(ticketId))) return
  const { conversation, prompt } = await ctx.db.transaction(async (tx) => {
    const found = await store.findConversation(tx, ctx.tenant, ticketId)
    return { conversation: found, prompt: found && (await findPublished(tx, ctx.tenant, found.promptId)) }
  })
  if (!conversation) return
  if (!prompt) return leave(ctx, ticketId, { kind: 'pass' })
  try {
    const step = await decideStep(ctx, prompt, conversation)
    if (step) await endStep(ctx, prompt, conversation, step)
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    ctx.log.warn({ error, prompt: prompt.id }, 'the model did not answer')
    const { locale } = await ctx.core.company.profile()
    const note = `${prompt.name}: ${failureText(error.code, locale)}`
    await leave(ctx, ticketId, { kind: 'pass', note: note.slice(0, longestNote) })
  }
}

/** Has what is not answered yet answered by another job. */
async function answerRest(ctx: Context, ticketId: TicketId, heard: string | null): Promise<void> {
  const latest = (await readConversation(ctx, ticketId, 20)).findLast(({ message }) => !message.fromMe)
  if (latest && latest.message.id !== heard) await ctx.enqueue('answer', { ticketId }, { key: ticketId })
}

/** What was said, with what nobody has answered at its end: an answer may have come between. */
function inOrder(said: readonly Said[], heard: string | null): readonly Said[] {
  const at = said.findLastIndex(({ message }) => message.id === heard)
  if (at < 0) return said
  const isUnheard = ({ message }: Said, index: number): boolean => index > at && !message.fromMe
  return [...said.filter((one, index) => !isUnheard(one, index)), ...said.filter(isUnheard)]
}

/** Why a rule gives the conversation to people before a model reads it. */
async function ruledOut(
  ctx: Context,
  prompt: Prompt,
  { ticketId, contactId, heard }: Conversation,
  said: readonly Said[],
): Promise<string | undefined> {
  const [ticket, contact] = await Promise.all([ctx.core.tickets.get(ticketId), ctx.core.contacts.get(contactId)])
  const customer = said.filter(({ message }) => !message.fromMe)
  const at = customer.findIndex(({ message }) => message.id === heard)
  return beforeModel(prompt, {
    unanswered: customer
      .slice(at + 1)
      .map(({ words }) => words)
      .join('\n'),
    customer: customer.map(({ words }) => words),
    contact,
    ticketTags: ticket?.tags ?? [],
  })
}

const emptyStep: Step = {
  acts: [],
  say: null,
  handOver: null,
  asks: null,
  sources: [],
  isSpoken: false,
  heard: null,
}

/** What is done in this turn; undefined where nobody waits for an answer, or another job has answered. */
async function decideStep(ctx: Context, prompt: Prompt, conversation: Conversation): Promise<Step | undefined> {
  const { ticketId, contactId, step: known, asked, heard } = conversation
  if (known && (known.say !== null || known.handOver !== null)) return known
  await hearLast(ctx, ticketId)
  const said = inOrder(await readConversation(ctx, ticketId, prompt.maxMessages), heard)
  const last = said.at(-1)
  if (!last || last.message.fromMe || last.message.id === heard) return undefined
  // What was spoken is answered by a voice, where there is one.
  let step: Step = { ...(known ?? emptyStep), heard: last.message.id, isSpoken: audioOf(last.message) !== undefined }
  const keep = async (next: Step): Promise<Step | undefined> => {
    // Somebody may have taken the ticket while the model thought: then nothing is done or said any more.
    if (!(await ctx.core.responders.holds(ticketId))) return undefined
    if (await ctx.db.transaction((tx) => store.writeStep(tx, ctx.tenant, conversation, next))) return next
    await answerRest(ctx, ticketId, next.heard)
    return undefined
  }
  const over = (handOver: string): Promise<Step | undefined> =>
    keep({ ...step, say: prompt.handOverText === '' ? null : prompt.handOverText, handOver })
  const why = (await reachedLimit(ctx, prompt, conversation)) ?? (await ruledOut(ctx, prompt, conversation, said))
  if (why !== undefined) return over(why)
  if (known === null && asked !== null && isYes(last.words)) step = { ...step, acts: [{ ...asked, outcome: null }] }
  const questions = said.flatMap(({ message, words }) => (message.fromMe ? [] : [words])).slice(-readQuestions)
  const sources = prompt.usesKnowledge ? await sourcesFor(ctx, questions.join('\n'), 'customers') : []
  const about = {
    purpose: 'agent',
    ticket: { id: ticketId, contactId },
    apiKey: prompt.hasApiKey ? await promptKey(prompt.id).get(ctx) : undefined,
  }
  for (let round = 0; round < mostRounds; round += 1) {
    if (!(await keep(step))) return undefined
    step = { ...step, acts: await carryOut(ctx, prompt, conversation, step) }
    const limit = round === 0 ? undefined : await reachedLimit(ctx, prompt, conversation)
    if (limit !== undefined) return over(limit)
    const reply = await askAgent(ctx, prompt, { turns: turnsOf(said), sources, acts: step.acts }, about)
    const { say, handOver, call, refused, cited } = reply
    if (handOver !== null) return keep({ ...step, say: say ?? (prompt.handOverText || null), handOver })
    if (say !== null) return keep({ ...step, say, sources: cited.map(({ title }) => title) })
    if (call && call.allowed.confirm !== '') {
      const texts = asTexts(call.allowed.parameters, call.act.arguments)
      return keep({ ...step, say: fillTemplate(call.allowed.confirm, texts), asks: call.act })
    }
    if (call) step = { ...step, acts: [...step.acts, { ...call.act, outcome: null }] }
    else if (refused) step = { ...step, acts: [...step.acts, refused] }
  }
  return over('rounds')
}

/** What came last is written out, so that the model reads it: a voice message, and an image where that is wanted. */
async function hearLast(ctx: Context, ticketId: TicketId): Promise<void> {
  const [latest] = (await ctx.core.messages.page(ticketId, { limit: 1 })).messages
  if (!latest || latest.fromMe) return
  if (audioOf(latest)) await transcribeMessage(ctx, latest)
  else if (ctx.settings.readImages) await describeImage(ctx, latest)
}

/** Sends, then hands over or waits for the customer. */
async function endStep(ctx: Context, prompt: Prompt, conversation: Conversation, step: Step): Promise<void> {
  const { ticketId, contactId, run, turn } = conversation
  if (step.say !== null) {
    const part = step.isSpoken ? await asVoiceNote(ctx, prompt, step.say, { id: ticketId, contactId }) : undefined
    const { id: messageId } = await ctx.core.messages.send(
      ticketId,
      [part ?? { kind: 'text', text: step.say, format: 'markdown' }],
      { key: `${run}:${turn}` },
    )
    if (step.sources.length > 0)
      await ctx.db.transaction((tx) =>
        putWords(tx, ctx.tenant, { messageId, ticketId, contactId }, 'sources', step.sources.join('\n')),
      )
  }
  if (step.handOver === null) {
    await ctx.db.transaction((tx) => store.endTurn(tx, ctx.tenant, conversation, step))
    await answerRest(ctx, ticketId, step.heard)
    return
  }
  await summarize(ctx, { ticketId, contactId }, step.handOver)
  const { locale } = await ctx.core.company.profile()
  const note = reasonText(step.handOver, locale).slice(0, longestNote)
  await leave(ctx, ticketId, { kind: 'people', note, ...(prompt.queueId && { queueId: prompt.queueId }) })
}

/** A summary for who takes it on. People get the conversation without one too. */
async function summarize(
  ctx: Context,
  about: { readonly ticketId: TicketId; readonly contactId: string },
  reason: string,
): Promise<void> {
  const ticket = await ctx.core.tickets.get(about.ticketId)
  if (!ticket) return
  let text = ''
  try {
    text = (await ask(ctx, await toSummarize(ctx, ticket), { purpose: 'summary', ticket })).text
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
  }
  await ctx.db.transaction((tx) => writeSummary(tx, ctx.tenant, about, { text, reason }))
  await ctx.core.tickets.announce(about.ticketId)
}
