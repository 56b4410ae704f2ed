import type { Cluster } from './cluster.ts'

export type Unit =
  | '/s'
  | 'ms'
  | 's'
  | 'KB'
  | 'MB'
  | 'kB'
  | 'requests'
  | 'lines'
  | 'nodes'
  | 'jumps'
  | 'pages'
  | 'µs'
  | 'bytes'
  | '%'

/** A bound on the value itself or on its ratio to the limit beside it. */
export interface Aim {
  readonly of: 'value' | 'ratio'
  readonly bound: 'at least' | 'at most'
  readonly by: number
}

export const atLeast = (by: number, of: Aim['of'] = 'ratio'): Aim => ({ of, bound: 'at least', by })
export const atMost = (by: number, of: Aim['of'] = 'ratio'): Aim => ({ of, bound: 'at most', by })

/** One measured number, the limit taken in the same run that it is compared with, and what is aimed at. */
export interface Figure {
  readonly what: string
  readonly value: number
  readonly unit: Unit
  /** In the figure's own unit. */
  readonly limit?: { readonly what: string; readonly value: number }
  readonly aims?: readonly Aim[]
}

/** Figures that are measured together. */
export interface Group {
  readonly name: string
  readonly title: string
  /** What a reader must know to read the numbers. */
  readonly notes: readonly string[]
  /** Takes too long for a run of all groups. */
  readonly onlyWhenNamed?: boolean
  run(bench: Bench): Promise<readonly Figure[]>
  /** Writes where the time goes, instead of how much it is. */
  profile?(bench: Bench): Promise<void>
}

/** What one run hands to its groups. */
export interface Bench {
  /** A small version of everything. */
  readonly quick: boolean
  /** Seconds of one sample. */
  readonly seconds: number
  /** Samples of each side; the median counts. */
  readonly rounds: number
  readonly cluster: Cluster
  /** Says what could not be measured and why. */
  skip(what: string, why: string): void
  /** Says what is going on. */
  say(line: string): void
}

export const ratioOf = ({ value, limit }: Figure): number | undefined => limit && value / limit.value

/** True or false for a figure with aims, undefined for one that only informs. */
export function meets(figure: Figure): boolean | undefined {
  if (!figure.aims?.length) return undefined
  return figure.aims.every(({ of, bound, by }) => {
    const seen = of === 'value' ? figure.value : ratioOf(figure)!
    return bound === 'at least' ? seen >= by : seen <= by
  })
}
