import type { BlockCall, TicketClock } from '@recado/sdk'
import { startingValues, valuesToSend } from '@recado/sdk/ui'
import type { Repetition, RuleEvent } from '../../rules/limits.ts'
import type { Rule, RuleDraft, Trigger } from '../../rules/rule.ts'
import { inUnit, unitMinutes, type WaitUnit } from '../moments.ts'
import type { Block, Blocks } from '../use-offer.ts'

/** Clocks of a rule by time, the usual ones first. */
export const clocks = [
  'unanswered',
  'awaited',
  'untouched',
  'created',
  'closed',
] as const satisfies readonly TicketClock[]
/** In the life of a conversation. */
export const events = [
  'received',
  'created',
  'sent',
  'opened',
  'assigned',
  'moved',
  'returned',
  'tagged',
  'mentioned',
  'prioritized',
  'woken',
  'closed',
  'surveyed',
] as const satisfies readonly RuleEvent[]
/** Events with a message, which conditions can test. */
const spokenEvents: readonly RuleEvent[] = ['received', 'sent']

/** A condition or an action while it is edited. `key` stays with it wherever it is moved. */
export interface BlockDraft {
  readonly key: number
  readonly plugin: string
  readonly name: string
  readonly values: Readonly<Record<string, unknown>>
  readonly negated: boolean
}

type DateTrigger = Extract<Trigger, { kind: 'date' }>

/** A rule while it is edited. Values of another kind of trigger are kept until it is saved. */
export interface Draft {
  readonly name: string
  readonly isActive: boolean
  readonly kind: Trigger['kind']
  readonly event: RuleEvent
  readonly clock: TicketClock
  /** Amount as it was typed. */
  readonly amount: string
  readonly unit: WaitUnit
  /** Of a rule by date: whose attribute, which one, how many days after it as it was typed, and when. */
  readonly of: DateTrigger['of']
  readonly attribute: string
  readonly days: string
  readonly time: string
  readonly match: RuleDraft['match']
  readonly conditions: readonly BlockDraft[]
  readonly actions: readonly BlockDraft[]
  readonly repetition: Repetition
  readonly isLast: boolean
}

/** A rule as it is sent. */
export type SentRule = RuleDraft

/** Initial content of the editor: a stored rule, or a prepared one. */
export type Beginning = Pick<Rule, keyof RuleDraft>

export const blankRule: Beginning = {
  name: '',
  isActive: true,
  trigger: { kind: 'event', event: 'received' },
  match: 'all',
  conditions: [],
  actions: [],
  repetition: 'always',
  isLast: false,
}

/** Another block of a draft, with a key that none of them has. */
export const newBlock = (among: readonly BlockDraft[], block: Block): BlockDraft => ({
  key: 1 + Math.max(0, ...among.map(({ key }) => key)),
  plugin: block.plugin,
  name: block.name,
  values: startingValues(block.fields, {}),
  negated: false,
})

export function draftOf(rule: Beginning, blocks: Blocks): Draft {
  const drawn = (
    kind: 'conditions' | 'actions',
    calls: ReadonlyArray<BlockCall & { readonly negated?: boolean }>,
  ): BlockDraft[] =>
    calls.map(({ plugin, name, input, negated = false }, key) => {
      const block = blocks.find(kind, { plugin, name })
      return { key, plugin, name, values: block ? startingValues(block.fields, input) : input, negated }
    })
  const { trigger } = rule
  const { amount, unit } = inUnit(trigger.kind === 'time' ? trigger.minutes : 30)
  return {
    name: rule.name,
    isActive: rule.isActive,
    kind: trigger.kind,
    event: trigger.kind === 'event' ? trigger.event : 'received',
    clock: trigger.kind === 'time' ? trigger.clock : 'unanswered',
    amount: String(amount),
    unit,
    of: trigger.kind === 'date' ? trigger.of : 'contact',
    attribute: trigger.kind === 'date' ? trigger.attribute : '',
    days: String(trigger.kind === 'date' ? trigger.days : 0),
    time: trigger.kind === 'date' ? trigger.time : '09:00',
    match: rule.match,
    conditions: drawn('conditions', rule.conditions),
    actions: drawn('actions', rule.actions),
    repetition: rule.repetition,
    isLast: rule.isLast,
  }
}

/** Minutes that a rule by time waits; NaN for what is no number. */
export const minutesOf = ({ amount, unit }: Pick<Draft, 'amount' | 'unit'>): number =>
  amount.trim() === '' ? Number.NaN : Number(amount) * unitMinutes[unit]

/** Days after the date; NaN for what is no number. */
export const daysOf = ({ days }: Pick<Draft, 'days'>): number => (days.trim() === '' ? Number.NaN : Number(days))

function triggerOf(draft: Draft): Trigger {
  switch (draft.kind) {
    case 'event':
      return { kind: 'event', event: draft.event }
    case 'time':
      return { kind: 'time', clock: draft.clock, minutes: minutesOf(draft) }
    case 'date':
      return { kind: 'date', of: draft.of, attribute: draft.attribute, days: daysOf(draft), time: draft.time }
  }
}

/** Whether something is said when the rule begins, so that it can be asked about. */
export const isSpoken = ({ kind, event }: Pick<Draft, 'kind' | 'event'>): boolean =>
  kind === 'event' && spokenEvents.includes(event)

/** Request for a draft without mistakes. A block that is not offered any more is sent as it was stored. */
export function ruleOf(draft: Draft, blocks: Blocks): SentRule {
  const call = (kind: 'conditions' | 'actions', { plugin, name, values }: BlockDraft): BlockCall => {
    const block = blocks.find(kind, { plugin, name })
    return { plugin, name, input: block ? valuesToSend(block.fields, values) : { ...values } }
  }
  return {
    name: draft.name.trim(),
    isActive: draft.isActive,
    trigger: triggerOf(draft),
    match: draft.match,
    conditions: draft.conditions.map((condition) => ({ ...call('conditions', condition), negated: condition.negated })),
    actions: draft.actions.map((action) => call('actions', action)),
    repetition: draft.repetition,
    isLast: draft.isLast,
  }
}
