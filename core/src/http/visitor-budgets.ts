import type { RateClass } from '@recado/contracts'

/** `free` are let through without the slider, `points` at most, in any window of `seconds`. */
export interface VisitorBudget {
  readonly points: number
  readonly seconds: number
  readonly free?: number
}
/** Kinds of counters: a visitor, a network (an IPv4 address, an IPv6 /64) for all of its calls, and a company. */
export type VisitorBudgetKind = 'visitor' | 'network' | 'company'
type PerKind<T> = Readonly<Partial<Record<VisitorBudgetKind, T>>>

/** Budgets of one rate class: calls, and bytes of files. */
export interface VisitorBudgets {
  readonly calls: PerKind<VisitorBudget>
  readonly bytes?: PerKind<VisitorBudget>
}
/** Streams that may be open at once. */
export type StreamPlaces = Readonly<Record<VisitorBudgetKind, number>>

/** All figures about people who are not signed in. Classes that are not named have no budget for each visitor. */
export interface VisitorFigures {
  readonly classes: Readonly<Partial<Record<RateClass, VisitorBudgets>>>
  readonly streams: StreamPlaces
  /** Time for which a visitor who solved the slider is not asked again. */
  readonly trustSeconds: number
  /** Visitors, networks or companies that one counter remembers; beyond that the oldest window is forgotten. */
  readonly remembered: number
}

const [minute, hour] = [60, 3_600]
const [megabyte, gigabyte] = [1_000_000, 1_000_000_000]

/**
 * Chosen for an honest visitor who sends thirty photos from a telephone over a network that makes some of them go
 * twice, for an office or a carrier's address that hundreds of visitors share, and for a company that is in the news.
 * Beyond `free` a person is asked for the slider, which costs them seconds; only a machine comes near `points`.
 */
export const defaultVisitorFigures: VisitorFigures = {
  classes: {
    visitorSession: {
      calls: {
        network: { free: 60, points: 1_200, seconds: hour },
        company: { free: 3_000, points: 30_000, seconds: hour },
      },
    },
    visitorMessage: {
      calls: {
        visitor: { free: 30, points: 120, seconds: minute },
        network: { free: 300, points: 1_200, seconds: minute },
        company: { free: 3_000, points: 12_000, seconds: minute },
      },
    },
    visitorUpload: {
      calls: {
        visitor: { free: 36, points: 120, seconds: 10 * minute },
        network: { free: 150, points: 600, seconds: 10 * minute },
        company: { free: 1_500, points: 6_000, seconds: 10 * minute },
      },
      bytes: {
        visitor: { points: 500 * megabyte, seconds: hour },
        network: { points: 2 * gigabyte, seconds: hour },
        company: { points: 20 * gigabyte, seconds: hour },
      },
    },
  },
  // Tabs of one browser; an office; all who read a company's pages at once.
  streams: { visitor: 8, network: 300, company: 5_000 },
  trustSeconds: 15 * minute,
  remembered: 50_000,
}
