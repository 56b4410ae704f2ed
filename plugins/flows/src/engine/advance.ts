import { readBotReply, type BotMessage } from '@recado/sdk'
import { branchOutlet, optionOutlet } from '../graph/blocks.ts'
import type { Destination, FlowNode, FlowPart, Graph, NodeOf } from '../graph/graph.ts'
import { maxValueLength, maxWaitMinutes } from '../graph/limits.ts'
import { accepted, chosen, isOneOf, isSo } from './answers.ts'
import { botParts, botRequest, destinationOf, untilPause } from './bot-turns.ts'
import { deedOf, filledPart, questionOf } from './contents.ts'
import { filledText } from './filling.ts'
import { valueAt } from './json-path.ts'
import { byWeight, random } from './random.ts'
import type {
  Ask,
  AskAnswer,
  BotPart,
  BotTurn,
  Effect,
  Outcome,
  RunEvent,
  RunFacts,
  RunState,
  Said,
  SentMenu,
  Turn,
} from './state.ts'

/* The engine: pure, so that server, builder and replays decide the same. A turn takes one event and ends where the run
   waits, asks something outside, or is over; whatever the graph is, it ends. */

/** Most blocks of one turn. A flow without faults has fewer; what has more is left to people. */
const maxBlocksPerTurn = 1_000
/** How often one block is entered in a run, and how many turns a run has while its contact is silent. */
export const maxVisits = 30
export const maxQuiet = 20
/** Flows that lead on to each other before the contact writes again. */
export const maxJumps = 5
const maxVariables = 300

const minute = 60_000

type Draft = { -readonly [K in keyof RunState]: RunState[K] }

/** The state and the effects after an event. `state` is null at the beginning; `facts` are of the conversation. */
export function advance(graph: Graph, state: RunState | null, event: RunEvent, facts: RunFacts): Turn {
  const turn = new TurnOf(graph, state, event, facts)
  turn.run()
  return { state: turn.state, effects: turn.effects }
}

const initial = (seed: number): Draft => ({
  phase: 'over',
  node: null,
  step: 0,
  wait: 0,
  until: null,
  attempts: 0,
  visits: {},
  quiet: 0,
  jumps: 0,
  variables: {},
  seed,
  isExhausted: false,
})

/** What stands in a record, never what records have by themselves. */
const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined

class TurnOf {
  readonly effects: Effect[] = []
  readonly state: Draft
  readonly #graph: Graph
  readonly #event: RunEvent
  readonly #facts: RunFacts

  constructor(graph: Graph, state: RunState | null, event: RunEvent, facts: RunFacts) {
    this.#graph = graph
    this.#event = event
    this.#facts = facts
    this.state = state
      ? { ...state, visits: { ...state.visits }, variables: { ...state.variables } }
      : initial(event.kind === 'begin' ? event.seed : 0)
  }

  run(): void {
    const event = this.#event
    if (!this.#concerns(event)) return
    this.state.step += 1
    if (event.kind === 'begin') return this.#begin(event)
    const node = this.#graph.nodes.find(({ id }) => id === this.state.node)
    switch (event.kind) {
      case 'said':
        return this.#said(event.said, node)
      case 'timer':
        return this.#timer(node)
      case 'answer':
        return node ? this.#answered(node, event.answer) : this.#leave()
    }
  }

  /** Late timers, answers to what nobody asks any more, and whatever comes after the end change nothing. */
  #concerns(event: RunEvent): boolean {
    const { phase, wait } = this.state
    switch (event.kind) {
      case 'begin':
        return true
      case 'said':
        return phase === 'reply' || phase === 'timer'
      case 'timer':
        return (phase === 'reply' || phase === 'timer' || phase === 'pause') && event.wait === wait
      case 'answer':
        return phase === 'answer' && event.wait === wait
    }
  }

  #begin({ said, seed, variables, jumps }: Extract<RunEvent, { kind: 'begin' }>): void {
    const { step } = this.state
    Object.assign(this.state, initial(seed), { step, jumps: said ? 0 : jumps, variables: { ...variables } })
    if (said) {
      this.#remember('lastMessage', said.text)
      if (said.message === undefined) delete this.state.firstFiles
      else this.state.firstFiles = said.message
    }
    if (said && isOneOf(this.#graph.settings.humanKeywords, said.text)) return this.#toHuman()
    this.#fromStart()
  }

  #fromStart(): void {
    const start = this.#graph.nodes.find(({ kind }) => kind === 'start')
    if (start) this.#walk(start)
    else this.#leave()
  }

  #said(said: Said, node: FlowNode | undefined): void {
    const { humanKeywords, restartKeywords } = this.#graph.settings
    this.state.quiet = 0
    this.state.jumps = 0
    delete this.state.firstFiles
    this.#remember('lastMessage', said.text)
    if (isOneOf(humanKeywords, said.text)) return this.#toHuman()
    if (isOneOf(restartKeywords, said.text)) {
      const { seed, step, variables } = this.state
      this.#endTimer()
      this.#endBot()
      Object.assign(this.state, { ...initial(seed), step, variables })
      return this.#fromStart()
    }
    if (!node) return this.#leave()
    switch (node.kind) {
      case 'menu':
        return this.#chose(node, said)
      case 'question':
        return this.#replied(node, said)
      case 'wait':
        if (node.data.until === 'reply') {
          this.#remember(node.data.variable, said.text)
          return this.#on(node, 'replied')
        }
        return this.#stay()
      case 'bot':
        return this.#askBot(node, readBotReply(this.state.bot?.question ?? null, said), said.message)
      default:
        return this.#leave()
    }
  }

  #chose(node: NodeOf<'menu'>, said: Said): void {
    const option = chosen(node, said)
    if (!option) return this.#invalid(node)
    this.#remember(node.data.variable, option.label)
    this.state.isExhausted = false
    this.#on(node, optionOutlet(option.id))
  }

  #replied(node: NodeOf<'question'>, said: Said): void {
    const value = accepted(node.data.validation, said)
    if (value === undefined) return this.#invalid(node)
    this.#remember(node.data.variable, value)
    this.state.isExhausted = false
    const { attribute } = node.data
    if (attribute) this.#ask(node, { kind: 'attribute', ...attribute, value: value.slice(0, maxValueLength) })
    else this.#on(node, 'next')
  }

  #invalid(node: NodeOf<'menu' | 'question'>): void {
    this.state.attempts += 1
    if (this.state.attempts >= node.data.attempts) {
      this.state.isExhausted = true
      return this.#on(node, 'invalid', () => this.#toPeople(this.#graph.settings.attempts, '', node.id))
    }
    const { invalidText } = node.data
    this.#send(
      node,
      invalidText.trim() === ''
        ? [questionOf(node, this.#values())]
        : [{ kind: 'text', text: this.#filled(invalidText) }],
    )
    this.#awaitReply(node)
  }

  #timer(node: FlowNode | undefined): void {
    const rest = this.state.bot?.rest
    if (this.state.phase === 'pause' && node?.kind === 'bot' && rest) return this.#botSays(node, rest)
    this.state.quiet += 1
    if (!node || this.state.quiet > maxQuiet) return this.#leave()
    if (this.state.phase === 'timer') return this.#on(node, 'next')
    const { silence, silent } = this.#graph.settings
    this.#on(node, 'silent', () =>
      silence === 'close'
        ? this.#end({ kind: 'close', note: '' }, node.id)
        : this.#toPeople(silent, '', node.id, false),
    )
  }

  #answered(node: FlowNode, answer: AskAnswer): void {
    switch (node.kind) {
      case 'condition':
        return this.#judged(node, answer)
      case 'hours':
        if (answer.kind !== 'hours') return this.#on(node, 'open')
        this.#remember(node.data.variable, answer.changes ?? '')
        return this.#on(node, answer.isOpen ? 'open' : 'closed')
      case 'http':
        return this.#fetched(node, answer)
      case 'ai':
        if (answer.kind !== 'model' || !answer.ok) return this.#on(node, 'error')
        this.#remember(node.data.variable, answer.text)
        return this.#on(node, 'success')
      case 'bot':
        return this.#botAnswered(node, answer)
      case 'template':
        return this.#on(node, answer.kind === 'act' && answer.ok ? 'next' : 'failed')
      case 'attribute':
      case 'tag':
      case 'action':
        return answer.kind === 'act' && answer.ok
          ? this.#on(node, 'next')
          : this.#on(node, 'failed', () => this.#on(node, 'next'))
      default:
        return this.#on(node, 'next')
    }
  }

  #judged(node: NodeOf<'condition'>, answer: AskAnswer): void {
    const asked = answer.kind === 'conditions' ? answer.holds : node.data.conditions.map(() => false)
    this.#on(node, this.#holds(node, asked) ? 'yes' : 'no')
  }

  #holds({ data: { match, conditions, tests } }: NodeOf<'condition'>, asked: readonly boolean[]): boolean {
    const all = [
      ...conditions.map(({ negated }, at) => (asked[at] ?? false) !== negated),
      ...tests.map(
        ({ variable, value, is, negated }) =>
          isSo({ is }, own(this.#values(), variable) ?? '', this.#filled(value)) !== negated,
      ),
    ]
    return match === 'all' ? all.every(Boolean) : all.some(Boolean)
  }

  #fetched(node: NodeOf<'http'>, answer: AskAnswer): void {
    if (answer.kind !== 'http') return this.#on(node, 'error')
    this.#remember(node.data.statusVariable, answer.status === 0 ? '' : String(answer.status))
    for (const { path, variable } of node.data.mapping) this.#remember(variable, valueAt(answer.body, path))
    this.#on(node, answer.ok ? 'success' : 'error')
  }

  #askBot(node: NodeOf<'bot'>, message: BotMessage | null, filesOf?: string): undefined {
    const { isBegun } = (this.state.bot ??= { isBegun: false, question: null })
    const request = botRequest(node, message, this.#values(), !isBegun)
    return this.#ask(node, filesOf === undefined ? request : { ...request, filesOf })
  }

  /** What it says is sent, with its pauses; it goes on where it asks something, and otherwise the flow does. */
  #botAnswered(node: NodeOf<'bot'>, answer: AskAnswer): void {
    const given = answer.kind === 'bot' ? answer.answer : null
    if (!given) return this.#on(node, 'failed')
    for (const name of node.data.variables) {
      const value = own(given.variables ?? {}, name)
      if (value !== undefined) this.#remember(name, value)
    }
    this.#botSays(node, given)
  }

  #botSays(node: NodeOf<'bot'>, answer: BotTurn): void {
    const { now, pause } = untilPause(answer)
    this.#send(node, botParts(now))
    if (pause) {
      this.state.bot = { isBegun: true, question: null, rest: pause.rest }
      return this.#waitUntil(node, 'pause', this.#event.at + Math.ceil(pause.seconds * 1_000))
    }
    const { asks, hands } = now
    if (hands?.to === 'people') return this.#on(node, 'people', () => this.#toPeople(destinationOf(hands), '', node.id))
    if (hands || !asks) return this.#on(node, 'finished')
    this.state.bot = { isBegun: true, question: asks }
    this.#awaitReply(node)
  }

  /**
   * Goes by the outlet, to the next blocks. `otherwise` is for an outlet without an edge: people, if it says nothing.
   */
  #on(node: FlowNode, outlet: string, otherwise: () => void = () => this.#leave(node.id)): void {
    this.#endBot()
    const target = this.#follow(node, outlet)
    if (target) this.#walk(target)
    else otherwise()
  }

  #follow(node: FlowNode, outlet: string): FlowNode | undefined {
    const edge = this.#graph.edges.find(({ from, outlet: name }) => from === node.id && name === outlet)
    const target = edge && this.#graph.nodes.find(({ id }) => id === edge.to)
    if (target) this.effects.push({ kind: 'took', edgeId: edge.id, nodeId: target.id })
    return target
  }

  /** From block to block, as far as it goes without anybody. */
  #walk(first: FlowNode): void {
    let node: FlowNode | undefined = first
    for (let left = maxBlocksPerTurn; node; left -= 1) {
      const visits = (own(this.state.visits, node.id) ?? 0) + 1
      if (left === 0 || visits > maxVisits) return this.#toPeople(this.#graph.settings.attempts, '', node.id, true)
      this.state.visits[node.id] = visits
      this.state.attempts = 0
      const outlet = this.#enter(node)
      if (outlet === undefined) return
      const from: FlowNode = node
      node = this.#follow(from, outlet)
      if (!node) return this.#leave(from.id)
    }
  }

  /** What a block does when it is entered. Answers the outlet by which it goes on at once; undefined if it does not. */
  #enter(node: FlowNode): string | undefined {
    switch (node.kind) {
      case 'start':
        return 'next'
      case 'message':
        this.#send(
          node,
          node.data.parts.map((part) => filledPart(part, this.#values())),
        )
        return 'next'
      case 'menu':
      case 'question':
        this.#send(node, [questionOf(node, this.#values())])
        return this.#awaitReply(node)
      case 'condition':
        if (node.data.conditions.length === 0) return this.#holds(node, []) ? 'yes' : 'no'
        return this.#ask(node, { kind: 'conditions', conditions: node.data.conditions })
      case 'hours':
        return this.#ask(node, {
          kind: 'hours',
          queueId: node.data.queueId,
          ...(node.data.variable !== '' && { tellsChange: true }),
        })
      case 'wait':
        return this.#waitUntil(
          node,
          node.data.until === 'time' ? 'timer' : 'reply',
          this.#event.at + node.data.minutes * minute,
        )
      case 'split':
        return this.#branch(node)
      case 'variable':
        this.#remember(node.data.variable, this.#filled(node.data.value))
        return 'next'
      case 'bot': {
        const text = this.#filled(node.data.text).trim()
        const { firstFiles } = this.state
        delete this.state.firstFiles
        return this.#askBot(node, text === '' && firstFiles === undefined ? null : { text, files: [] }, firstFiles)
      }
      case 'next':
        return this.#end({ kind: 'pass', note: node.data.note }, node.id)
      case 'flow':
        return this.#jump(node)
      case 'people':
        this.#say(node, node.data.text)
        return this.#toPeople(node.data.destination, node.data.note, node.id)
      case 'close':
        this.#say(node, node.data.text)
        return this.#end({ kind: 'close', note: node.data.note }, node.id)
      default:
        return this.#ask(node, deedOf(node, this.#values()))
    }
  }

  #branch({ data: { branches } }: NodeOf<'split'>): string {
    const { value, seed } = random(this.state.seed)
    this.state.seed = seed
    return branchOutlet(byWeight(value, branches)?.id ?? '')
  }

  #jump({ id, data: { flowId } }: NodeOf<'flow'>): undefined {
    this.state.jumps += 1
    if (flowId === null || this.state.jumps > maxJumps) return this.#leave(id)
    return this.#end({ kind: 'flow', flowId }, id)
  }

  #say(node: FlowNode, text: string): void {
    if (text.trim() !== '') this.#send(node, [{ kind: 'text', text: this.#filled(text) }])
  }

  #send({ id }: FlowNode, parts: readonly (FlowPart | SentMenu | BotPart)[]): void {
    const sent = parts.filter((part) => part.kind !== 'text' || part.text.trim() !== '')
    if (sent.length > 0) this.effects.push({ kind: 'send', nodeId: id, parts: sent })
  }

  #awaitReply(node: NodeOf<'menu' | 'question' | 'bot'>): undefined {
    const minutes = node.data.silentMinutes ?? this.#graph.settings.silentMinutes
    return this.#waitUntil(node, 'reply', this.#event.at + minutes * minute)
  }

  #waitUntil({ id }: FlowNode, phase: 'reply' | 'timer' | 'pause', until: number): undefined {
    const { step } = this.state
    Object.assign(this.state, { phase, node: id, wait: step, until })
    this.effects.push({ kind: 'timer', wait: step, at: until })
    this.#keep(id)
  }

  /** Waits on as before. */
  #stay(): void {
    this.#keep(this.state.node)
  }

  #keep(nodeId: string | null): void {
    // The timer comes first; this is for when it does not come at all.
    const until = (this.state.until ?? this.#event.at + maxWaitMinutes * minute) + 5 * minute
    this.effects.push({ kind: 'end', nodeId, outcome: { kind: 'keep', until } })
  }

  #ask({ id }: FlowNode, ask: Ask): undefined {
    const { step } = this.state
    this.#endTimer()
    Object.assign(this.state, { phase: 'answer', node: id, wait: step })
    this.effects.push({ kind: 'ask', nodeId: id, wait: step, ask })
  }

  #toHuman(): void {
    this.#toPeople(this.#graph.settings.human, '', this.state.node, false)
  }

  #toPeople(
    destination: Destination,
    note: string,
    nodeId: string | null,
    isExhausted = this.state.isExhausted,
  ): undefined {
    return this.#end({ kind: 'people', destination, isExhausted, note }, nodeId)
  }

  /** Nothing leads on: the next responder of the order has it, people where there is none. */
  #leave(nodeId: string | null = this.state.node): undefined {
    return this.#end({ kind: 'pass', note: '' }, nodeId)
  }

  #end(outcome: Outcome, nodeId: string | null): undefined {
    this.#endTimer()
    this.#endBot()
    Object.assign(this.state, { phase: 'over', node: nodeId, wait: this.state.step })
    this.effects.push({ kind: 'end', nodeId, outcome })
  }

  #endBot(): void {
    if (this.state.bot) this.effects.push({ kind: 'botOver' })
    delete this.state.bot
  }

  #endTimer(): void {
    if (this.state.until !== null) this.effects.push({ kind: 'timer', wait: this.state.wait, at: null })
    this.state.until = null
  }

  #values(): Readonly<Record<string, string>> {
    return { ...this.#facts, ...this.state.variables }
  }

  #filled(template: string): string {
    return filledText(template, this.#values())
  }

  #remember(name: string, value: string): void {
    const { variables } = this.state
    if (name === '' || (!Object.hasOwn(variables, name) && Object.keys(variables).length >= maxVariables)) return
    variables[name] = value.slice(0, maxValueLength)
  }
}
