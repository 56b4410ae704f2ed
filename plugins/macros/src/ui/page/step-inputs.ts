import type { AutomationBlock } from '@recado/sdk'
import type { Macro } from '../../macros/macro.ts'
import { offeredAs } from '../../macros/offered.ts'
import { tooEarly } from '../../macros/step-order.ts'
import type { OwnKind, Step, StepKind } from '../../macros/step.ts'
import type { snoozeMinutes } from '../../macros/limits.ts'

type Minutes = (typeof snoozeMinutes)[number]

/**
 * A step while it is edited. `key` stays with it wherever it is moved; values of another kind are kept until it is
 * saved.
 */
export interface StepInput {
  readonly key: number
  readonly kind: StepKind
  readonly text: string
  /** Of the tag, the queue or the user; empty while none is chosen. */
  readonly subjectId: string
  readonly priority: 'low' | 'normal' | 'high' | 'urgent'
  /** Null until the contact writes. */
  readonly minutes: Minutes | null
  readonly withoutFarewell: boolean
  /** Action of another plugin: the plugin, its name, and its input. */
  readonly plugin: string
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
}

const blank = {
  text: '',
  subjectId: '',
  priority: 'high',
  minutes: null,
  withoutFarewell: false,
  plugin: '',
  name: '',
  input: {},
} as const
const nextKey = (steps: readonly StepInput[]): number => 1 + Math.max(0, ...steps.map(({ key }) => key))
export const newStep = (steps: readonly StepInput[], kind: OwnKind): StepInput => ({
  ...blank,
  kind,
  key: nextKey(steps),
})
export const newAction = (
  steps: readonly StepInput[],
  { plugin, name }: AutomationBlock,
  input: StepInput['input'],
): StepInput => ({ ...blank, kind: 'action', key: nextKey(steps), plugin, name, input })

export const inputsOf = ({ steps }: Pick<Macro, 'steps'>): StepInput[] =>
  steps.map((step, key): StepInput => {
    const base = { ...blank, key, kind: step.kind }
    switch (step.kind) {
      case 'reply':
      case 'note':
        return { ...base, text: step.text }
      case 'addTag':
      case 'removeTag':
        return { ...base, subjectId: step.tagId }
      case 'priority':
        return { ...base, priority: step.priority }
      case 'snooze':
        return { ...base, minutes: step.minutes }
      case 'toQueue':
        return { ...base, subjectId: step.queueId }
      case 'toUser':
        return { ...base, subjectId: step.userId }
      case 'return':
        return base
      case 'resolve':
        return { ...base, withoutFarewell: step.withoutFarewell }
      case 'action':
        return { ...base, plugin: step.plugin, name: step.name, input: step.input }
    }
  })

/** Request for a step without problems ({@link problemsOf}). */
export const stepOf = ({
  kind,
  text,
  subjectId,
  priority,
  minutes,
  withoutFarewell,
  plugin,
  name,
  input,
}: StepInput): Step => {
  switch (kind) {
    case 'reply':
    case 'note':
      return { kind, text: text.trim() }
    case 'addTag':
    case 'removeTag':
      return { kind, tagId: subjectId as Extract<Step, { kind: 'addTag' }>['tagId'] }
    case 'priority':
      return { kind, priority }
    case 'snooze':
      return { kind, minutes }
    case 'toQueue':
      return { kind, queueId: subjectId as Extract<Step, { kind: 'toQueue' }>['queueId'] }
    case 'toUser':
      return { kind, userId: subjectId as Extract<Step, { kind: 'toUser' }>['userId'] }
    case 'return':
      return { kind }
    case 'resolve':
      return { kind, withoutFarewell }
    case 'action':
      return { kind, plugin, name, input: { ...input } }
  }
}

/**
 * Mistake in a step: no text, no subject, a deleted subject, an action that is not offered, or an ending step before
 * others.
 */
export type StepProblem = 'empty' | 'unchosen' | 'gone' | 'unavailable' | 'early'
export const withText: readonly StepKind[] = ['reply', 'note']
const withSubject: readonly StepKind[] = ['addTag', 'removeTag', 'toQueue', 'toUser']

/**
 * By key. `isThere` says whether a tag, queue or user can be chosen; `offer` are the actions of plugins, undefined
 * where they are not known.
 */
export function problemsOf(
  steps: readonly StepInput[],
  isThere: (step: StepInput) => boolean,
  offer: readonly AutomationBlock[] | undefined,
): Map<number, StepProblem> {
  const early = new Set(tooEarly(steps, (step) => offeredAs(offer ?? [], step)?.ends ?? false))
  return new Map(
    steps.flatMap((step, at): [number, StepProblem][] => {
      const problem =
        withText.includes(step.kind) && step.text.trim() === ''
          ? 'empty'
          : withSubject.includes(step.kind) && step.subjectId === ''
            ? 'unchosen'
            : withSubject.includes(step.kind) && !isThere(step)
              ? 'gone'
              : step.kind === 'action' && offer && !offeredAs(offer, step)
                ? 'unavailable'
                : early.has(at)
                  ? 'early'
                  : undefined
      return problem === undefined ? [] : [[step.key, problem]]
    }),
  )
}
