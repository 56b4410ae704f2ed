import type { ModelTurn, ResponderDecision, TicketId } from '@recado/sdk'
import { toSummarize } from '../composer/write.ts'
import { writeSummary } from '../composer/summary-store.ts'
import type { Context } from '../context.ts'
import { citedIn, sourcesFor, type Source } from '../conversation/knowledge.ts'
import { readConversation, turnsOf, type Said } from '../conversation/read-conversation.ts'
import { ask } from '../models/ask.ts'
import { ModelFailure } from '../models/model-failure.ts'
import { promptKey } from '../prompts/prompt-key.ts'
import { findPrompt } from '../prompts/prompt-store.ts'
import { handOverName, type Prompt } from '../prompts/prompt.ts'
import { audioOf } from '../words/audio-of.ts'
import { transcribeMessage } from '../words/transcribe.ts'
import { writeSources } from '../words/words-store.ts'
import { asVoiceNote } from '../voice/say.ts'
import { isYes } from './confirmation.ts'
import * as store from './conversation-store.ts'
import type { Conversation, Step } from './conversation-store.ts'
import { instructionsOf, toolsOf } from './instructions.ts'
import { repeatsInstructions } from './leak.ts'

/** Rounds of functions in one turn at most. */
const mostRounds = 5

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
    return { conversation: found, prompt: found && (await findPrompt(tx, ctx.tenant, found.promptId)) }
  })
  if (!conversation) return
  if (!prompt) return leave(ctx, ticketId, { kind: 'pass' })
  try {
    const step = await decideStep(ctx, prompt, conversation)
    if (step) await carryOut(ctx, prompt, conversation, step)
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    ctx.log.warn({ error, prompt: prompt.id }, 'the model did not answer')
    await leave(ctx, ticketId, { kind: 'pass', note: prompt.name })
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

/** What is done in this turn; undefined where nobody waits for an answer, or another job has answered. */
async function decideStep(ctx: Context, prompt: Prompt, conversation: Conversation): Promise<Step | undefined> {
  const { ticketId, step: known, turn, asked, heard } = conversation
  if (known && (known.say !== null || known.handOver !== null)) return known
  await hearLast(ctx, ticketId)
  const said = inOrder(await readConversation(ctx, ticketId, prompt.maxMessages), heard)
  const last = said.at(-1)
  if (!last || last.message.fromMe || last.message.id === heard) return undefined
  const turns = turnsOf(said)
  const questions = said.flatMap(({ message, words }) => (message.fromMe ? [] : [words])).slice(-3)
  const sources = await sourcesFor(ctx, questions.join('\n'), 'customers')
  let step: Step = known ?? {
    acts: [],
    say: null,
    handOver: null,
    asks: null,
    sources: [],
    isSpoken: false,
    heard: null,
  }
  // What was spoken is answered by a voice, where there is one.
  step = { ...step, heard: last.message.id, isSpoken: audioOf(last.message) !== undefined }
  const keep = async (next: Step): Promise<Step | undefined> => {
    // Somebody may have taken the ticket while the model thought: then nothing is done or said any more.
    if (!(await ctx.core.responders.holds(ticketId))) return undefined
    if (await ctx.db.transaction((tx) => store.writeStep(tx, ctx.tenant, conversation, next))) return next
    await answerRest(ctx, ticketId, next.heard)
    return undefined
  }
  if (turn >= prompt.maxTurns) return keep({ ...step, handOver: 'turns' })
  if (known === null && asked !== null && isYes(last.words)) step = { ...step, acts: [asked] }
  for (let round = 0; round < mostRounds; round += 1) {
    if (!(await keep(step))) return undefined
    const done = await act(ctx, prompt, conversation, step)
    const next = await askModel(ctx, prompt, conversation, step, { turns, sources, done })
    if (next.say !== null || next.handOver !== null) return keep(next)
    step = next
  }
  return keep({ ...step, handOver: 'rounds' })
}

/** A voice message that came last is written out, so that the model hears it. */
async function hearLast(ctx: Context, ticketId: TicketId): Promise<void> {
  const [latest] = (await ctx.core.messages.page(ticketId, { limit: 1 })).messages
  if (latest && !latest.fromMe && audioOf(latest)) await transcribeMessage(ctx, latest)
}

const functionOf = ({ functions }: Prompt, name: string) => functions.find((one) => one.name === name)

interface Done {
  readonly done: readonly string[]
  readonly failed: readonly string[]
}

/** Does what the turn does, and says what could be done. The same again, under the same keys, is done once. */
async function act(ctx: Context, prompt: Prompt, { ticketId, run, turn }: Conversation, { acts }: Step): Promise<Done> {
  const failed: string[] = []
  for (const [index, name] of acts.entries()) {
    const allowed = functionOf(prompt, name)
    if (!allowed) continue
    try {
      await ctx.core.automation.act(allowed.action, { ticket: ticketId }, { key: `${run}:${turn}:${index}` })
    } catch (error) {
      failed.push(name)
      ctx.log.warn({ error, function: name }, 'a function of a prompt was not done')
    }
  }
  return { done: acts.filter((name) => !failed.includes(name)), failed }
}

/** What a model is told of what was done. */
const toldOf = ({ done, failed }: Done): string =>
  [
    ...(done.length > 0 ? [`Done for the customer in this turn: ${done.join(', ')}.`] : []),
    ...(failed.length > 0 ? [`Could not be done, which the customer has to be told: ${failed.join(', ')}.`] : []),
  ]
    .map((line) => `\n\n${line}`)
    .join('')

/** Asks the model once, and reads its answer as the next step. @throws ModelFailure */
async function askModel(
  ctx: Context,
  prompt: Prompt,
  { contactId, ticketId }: Conversation,
  step: Step,
  {
    turns,
    sources,
    done,
  }: { readonly turns: readonly ModelTurn[]; readonly sources: readonly Source[]; readonly done: Done },
): Promise<Step> {
  const instructions = await instructionsOf(ctx, prompt, sources)
  const model = prompt.model ?? ctx.settings.model
  const { text, calls } = await ask(
    ctx,
    {
      model,
      turns: [{ role: 'system', text: instructions + toldOf(done) }, ...turns],
      tools: toolsOf(prompt, model),
      maxTokens: prompt.maxTokens,
      temperature: prompt.temperature,
    },
    {
      purpose: 'agent',
      ticket: { id: ticketId, contactId },
      apiKey: prompt.hasApiKey ? await promptKey(prompt.id).get(ctx) : undefined,
    },
  )
  const { text: told, cited } = citedIn(text.trim(), sources)
  const say = told === '' ? null : told
  // The wall holds whatever the model thought. Articles for customers may be told at any length.
  if (say !== null && repeatsInstructions(say, await instructionsOf(ctx, prompt)))
    return { ...step, handOver: 'instructions' }
  const handOver = calls.find(({ name }) => name === handOverName)
  if (handOver) return { ...step, say, handOver: String(handOver.arguments['reason'] ?? '').slice(0, 200) || 'asked' }
  // One at a time; what is not allowed by name does not exist.
  const called = calls.map(({ name }) => functionOf(prompt, name)).find((one) => one && !step.acts.includes(one.name))
  if (called && called.confirm !== '') return { ...step, say: called.confirm, asks: called.name }
  if (called) return { ...step, acts: [...step.acts, called.name] }
  const rests = { ...step, sources: cited.map(({ title }) => title) }
  return say === null ? { ...step, handOver: 'silent' } : { ...rests, say }
}

/** Sends, then hands over or waits for the customer. */
async function carryOut(ctx: Context, prompt: Prompt, conversation: Conversation, step: Step): Promise<void> {
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
        writeSources(tx, ctx.tenant, { messageId, ticketId, contactId }, step.sources.join('\n')),
      )
  }
  if (step.handOver === null) {
    await ctx.db.transaction((tx) => store.endTurn(tx, ctx.tenant, conversation, step))
    await answerRest(ctx, ticketId, step.heard)
    return
  }
  await summarize(ctx, { ticketId, contactId }, step.handOver)
  const note = step.handOver.slice(0, 200)
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
