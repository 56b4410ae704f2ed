import type { ModelTurn } from '@recado/sdk'
import type { Context } from '../context.ts'
import { citedIn, type Source } from '../conversation/knowledge.ts'
import type { About } from '../models/account.ts'
import { ask } from '../models/ask.ts'
import type { ModelAnswer } from '../models/provider.ts'
import { modelCauses } from '../prompts/hand-over.ts'
import { readArguments } from '../prompts/parameters.ts'
import { handOverName, type PromptFunction } from '../prompts/prompt-function.ts'
import type { PromptContent } from '../prompts/prompt.ts'
import type { Act, Step } from './conversation-store.ts'
import { inventedAddress } from './addresses.ts'
import { functionOf } from './functions/carry-out.ts'
import { reason } from './hand-over/reason.ts'
import { afterModel } from './hand-over/rules.ts'
import { instructionsOf, toolsOf } from './instructions.ts'
import { repeatsInstructions } from './leak.ts'

/** What a model is asked with. */
export interface AgentQuestion {
  readonly turns: readonly ModelTurn[]
  readonly sources: readonly Source[]
  /** What was done in this turn, and what came of it. */
  readonly acts: Step['acts']
}

/** What an answer of a model becomes, after the walls. */
export interface AgentReply {
  readonly say: string | null
  readonly handOver: string | null
  /** A function that is allowed, with arguments that fit. */
  readonly call: { readonly act: Act; readonly allowed: PromptFunction } | null
  /** A function that is allowed, and whose arguments do not fit: with what the model reads of it. */
  readonly refused: Step['acts'][number] | null
  readonly cited: readonly Source[]
  readonly model: string
  readonly tokens: ModelAnswer['tokens']
}

/** What was done, in the words that a model is told. */
function toldOf(acts: Step['acts']): string {
  const names = (isDone: boolean): string =>
    acts.flatMap(({ name, outcome }) => (outcome?.isDone === isDone && !isRefused(outcome) ? [name] : [])).join(', ')
  const [done, failed] = [names(true), names(false)]
  return [
    ...(done === '' ? [] : [`Done for the customer in this turn: ${done}.`]),
    ...(failed === '' ? [] : [`Could not be done, which the customer has to be told: ${failed}.`]),
  ]
    .map((line) => `\n\n${line}`)
    .join('')
}

const refusedMark = 'Not done, as the arguments do not fit. '
const isRefused = ({ isDone, text }: { isDone: boolean; text: string }): boolean =>
  !isDone && text.startsWith(refusedMark)

/** Calls of this turn with what they answered: data, as everything that is not ours. */
const callsOf = (acts: Step['acts']): ModelTurn[] =>
  acts.flatMap(({ name, arguments: given, outcome }, at): ModelTurn[] =>
    outcome && outcome.text !== ''
      ? [
          { role: 'assistant', text: '', calls: [{ id: `call_${at}`, name, arguments: { ...given } }] },
          { role: 'tool', callId: `call_${at}`, text: outcome.text },
        ]
      : [],
  )

/** The reason for which a model hands over; undefined where it may not for that. */
function handedOver(
  { handOver }: Pick<PromptContent, 'handOver'>,
  given: Readonly<Record<string, unknown>>,
): string | undefined {
  const cause = modelCauses.find((one) => one === given['cause'])
  const said = typeof given['reason'] === 'string' ? given['reason'] : ''
  if (cause === undefined) return modelCauses.some((one) => handOver[one]) ? reason('asked', said) : undefined
  return handOver[cause] ? reason(cause, said) : undefined
}

/**
 * Asks the model once, and holds its answer to the rules: nothing that is not allowed by name is called, arguments fit,
 * instructions are not told, and what a rule does not send is not sent. @throws ModelFailure
 */
export async function askAgent(
  ctx: Context,
  prompt: PromptContent,
  { turns, sources, acts }: AgentQuestion,
  about: About,
): Promise<AgentReply> {
  const model = prompt.model ?? ctx.settings.model
  const told = toldOf(acts)
  const answer = await ask(
    ctx,
    {
      model,
      turns: [
        { role: 'system', text: (await instructionsOf(ctx, prompt, sources)) + told },
        ...turns,
        ...callsOf(acts),
      ],
      tools: toolsOf(prompt, model),
      maxTokens: prompt.maxTokens,
      temperature: prompt.temperature,
    },
    about,
  )
  const { text, cited } = citedIn(answer.text.trim(), sources)
  const reply: AgentReply = {
    say: text === '' ? null : text,
    handOver: null,
    call: null,
    refused: null,
    cited,
    model: answer.model,
    tokens: answer.tokens,
  }
  const over = (why: string, say: string | null = null): AgentReply => ({ ...reply, say, cited: [], handOver: why })
  // The wall holds whatever the model thought. Articles for customers may be told at any length.
  const instructions = await instructionsOf(ctx, prompt)
  if (text !== '' && [instructions, prompt.text].some((one) => repeatsInstructions(text, one)))
    return over('instructions')
  const invented = inventedAddress(text, {
    instructions: prompt.text,
    read: [
      ...turns.map((turn) => turn.text),
      ...sources.flatMap((source) => [source.title, source.text]),
      ...acts.map(({ outcome }) => outcome?.text ?? ''),
    ],
  })
  if (invented !== undefined) return over(reason('address', invented))
  for (const { name, arguments: given } of answer.calls) {
    const why = name === handOverName ? handedOver(prompt, given) : undefined
    if (why !== undefined) return over(why, reply.say)
  }
  // One at a time; what is not allowed by name does not exist, and what is done is not done again.
  const isDone = (name: string): boolean =>
    acts.some((act) => act.name === name && act.outcome && !isRefused(act.outcome))
  for (const { name, arguments: given } of answer.calls) {
    const allowed = functionOf(prompt, name)
    if (!allowed || isDone(name)) continue
    const read = readArguments(allowed.parameters, given)
    if ('values' in read) return { ...reply, say: null, call: { allowed, act: { name, arguments: read.values } } }
    const text = `${refusedMark}${read.problems.join('. ')}. Ask the customer for what is missing.`
    return { ...reply, say: null, refused: { name, arguments: {}, outcome: { isDone: false, text } } }
  }
  if (reply.say === null) return over('silent')
  const before = turns.flatMap((turn) => (turn.role === 'assistant' ? [turn.text] : []))
  const why = afterModel(prompt, { say: reply.say, cites: cited.length, before })
  return why === undefined ? reply : over(why)
}
