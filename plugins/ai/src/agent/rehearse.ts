import { fillTemplate, type Contact, type ModelTurn, type Ticket } from '@recado/sdk'
import type { Context } from '../context.ts'
import { sourcesFor, type Source } from '../conversation/knowledge.ts'
import type { About } from '../models/account.ts'
import { asTexts, type ParameterValues } from '../prompts/parameters.ts'
import type { PromptContent } from '../prompts/prompt.ts'
import type { Counted } from '../usage/cost.ts'
import { askAgent } from './ask-agent.ts'
import { mostRounds, readQuestions } from './answer.ts'
import type { Step } from './conversation-store.ts'
import { beforeModel } from './hand-over/rules.ts'

/** What is rehearsed: a conversation up to something that the customer said. */
export interface Scene {
  readonly turns: readonly ModelTurn[]
  readonly contact?: Pick<Contact, 'tags' | 'attributes'> | undefined
  readonly ticketTags?: Ticket['tags']
}

/** What would be said and done. Nothing is sent, and no function is called. */
export interface Rehearsed {
  readonly say: string | null
  readonly handOver: string | null
  readonly calls: readonly { readonly name: string; readonly arguments: ParameterValues }[]
  readonly sources: readonly Source[]
  readonly model: string
  readonly tokens: { readonly input: number; readonly output: number }
  readonly counted: readonly Counted[]
}

const notCalled = 'This is a rehearsal: it was not called. Go on as if it was done.'

/** Has a draft answer what was said last, by the rules that hold for customers. @throws ModelFailure */
export async function rehearse(ctx: Context, prompt: PromptContent, scene: Scene, about: About): Promise<Rehearsed> {
  const { turns, contact, ticketTags = [] } = scene
  const customer = turns.flatMap((turn) => (turn.role === 'user' ? [turn.text] : []))
  const nothing = { calls: [], sources: [], model: '', tokens: { input: 0, output: 0 }, counted: [] }
  const handOverText = prompt.handOverText || null
  const why = beforeModel(prompt, { unanswered: customer.at(-1) ?? '', customer, contact, ticketTags })
  if (why !== undefined) return { ...nothing, say: handOverText, handOver: why }
  const sources = prompt.usesKnowledge
    ? await sourcesFor(ctx, customer.slice(-readQuestions).join('\n'), 'customers')
    : []
  let acts: Step['acts'] = []
  let [input, output] = [0, 0]
  const counted: Counted[] = []
  for (let round = 0; round < mostRounds; round += 1) {
    const reply = await askAgent(ctx, prompt, { turns, sources, acts }, about)
    const { say, handOver, call, refused, cited, model } = reply
    input += reply.tokens.input
    output += reply.tokens.output
    counted.push({ model, asked: 1, failed: 0, ...reply.tokens })
    const done = { model, tokens: { input, output }, counted, sources: cited }
    const calls = acts.flatMap((act) => (act.outcome?.isDone ? [{ name: act.name, arguments: act.arguments }] : []))
    if (handOver !== null) return { ...done, say: say ?? handOverText, handOver, calls }
    if (say !== null) return { ...done, say, handOver: null, calls }
    if (call && call.allowed.confirm !== '') {
      const texts = asTexts(call.allowed.parameters, call.act.arguments)
      return { ...done, say: fillTemplate(call.allowed.confirm, texts), handOver: null, calls: [...calls, call.act] }
    }
    if (call) acts = [...acts, { ...call.act, outcome: { isDone: true, text: notCalled } }]
    else if (refused) acts = [...acts, refused]
  }
  const { model } = counted.at(-1)!
  return { ...nothing, say: handOverText, handOver: 'rounds', model, tokens: { input, output }, counted }
}
