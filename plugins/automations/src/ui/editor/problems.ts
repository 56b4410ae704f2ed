import { issuesBelow } from '@recado/sdk/ui'
import { maxDays, maxMinutes, minMinutes } from '../../rules/limits.ts'
import type { Block, Blocks } from '../use-offer.ts'
import { daysOf, isSpoken, minutesOf, type BlockDraft, type Draft } from './draft.ts'

/**
 * Why a block cannot stay as or where it is: its plugin does not offer it, nothing is said then, or it would end the
 * rule before others.
 */
export type BlockTrouble = 'gone' | 'silent' | 'early'

/** Mistakes of a block: as a whole, and at its fields. */
export interface BlockProblem {
  readonly whole?: string
  readonly fields: Readonly<Record<string, string>>
}

/** Mistakes of a draft, in sentences; blocks by their keys. */
export interface Problems {
  readonly name?: string
  readonly minutes?: string
  readonly actions?: string
  readonly blocks: Readonly<Record<'conditions' | 'actions', ReadonlyMap<number, BlockProblem>>>
}
export const noProblems: Problems = { blocks: { conditions: new Map(), actions: new Map() } }

export const isFine = ({ name, minutes, actions, blocks }: Problems): boolean =>
  name === undefined &&
  minutes === undefined &&
  actions === undefined &&
  blocks.conditions.size === 0 &&
  blocks.actions.size === 0

export function troubleOf(
  kind: 'conditions' | 'actions',
  draft: Draft,
  at: number,
  block: Block | undefined,
): BlockTrouble | undefined {
  if (!block) return 'gone'
  if (block.about === 'message' && !isSpoken(draft)) return 'silent'
  return kind === 'actions' && block.ends && at < draft.actions.length - 1 ? 'early' : undefined
}

interface Words {
  name: string
  minutes: string
  date: string
  actions: string
  trouble(trouble: BlockTrouble): string
  fields(block: Block, values: BlockDraft['values']): Record<string, string>
}

/** Mistakes that are detected before anything is sent. */
export function problemsOf(draft: Draft, blocks: Blocks, words: Words): Problems {
  const ofBlocks = (kind: 'conditions' | 'actions') =>
    new Map(
      draft[kind].flatMap((one, at): Array<[number, BlockProblem]> => {
        const block = blocks.find(kind, one)
        const trouble = troubleOf(kind, draft, at, block)
        const fields = block ? words.fields(block, one.values) : {}
        return trouble === undefined && Object.keys(fields).length === 0
          ? []
          : [[one.key, { ...(trouble && { whole: words.trouble(trouble) }), fields }]]
      }),
    )
  const minutes = minutesOf(draft)
  const days = daysOf(draft)
  const isDay = Number.isInteger(days) && Math.abs(days) <= maxDays && /^\d\d:\d\d$/.test(draft.time)
  const isWait = Number.isInteger(minutes) && minutes >= minMinutes && minutes <= maxMinutes
  return {
    ...(draft.name.trim() === '' && { name: words.name }),
    ...(draft.kind === 'time' && !isWait && { minutes: words.minutes }),
    ...(draft.kind === 'date' && (draft.attribute === '' || !isDay) && { minutes: words.date }),
    ...(draft.actions.length === 0 && { actions: words.actions }),
    blocks: { conditions: ofBlocks('conditions'), actions: ofBlocks('actions') },
  }
}

/**
 * The server's issues, by paths such as `conditions.2.input.words`, at the places of the sent draft; `whole` is the
 * text for a block as such.
 */
export function problemsFound(found: Readonly<Record<string, string>>, draft: Draft, whole: string): Problems {
  const ofBlocks = (kind: 'conditions' | 'actions') =>
    new Map(
      draft[kind].flatMap(({ key }, at): Array<[number, BlockProblem]> => {
        const path = `${kind}.${at}`
        const fields = issuesBelow(found, `${path}.input`)
        const isWhole = Object.keys(found).some(
          (place) => place === path || (place.startsWith(`${path}.`) && !place.startsWith(`${path}.input.`)),
        )
        return !isWhole && Object.keys(fields).length === 0 ? [] : [[key, { ...(isWhole && { whole }), fields }]]
      }),
    )
  const [name, minutes, actions] = [
    found['name'],
    found['trigger.minutes'] ?? found['trigger.attribute'] ?? found['trigger.days'],
    found['actions'],
  ]
  return {
    ...(name && { name }),
    ...(minutes && { minutes }),
    ...(actions && { actions }),
    blocks: { conditions: ofBlocks('conditions'), actions: ofBlocks('actions') },
  }
}
