/**
 * What one fault did, in figures. Counts are of this fault alone; times are milliseconds. A figure is absent where
 * nothing was to be measured.
 */
export interface Findings {
  /** Processes that ended and were not asked to. */
  readonly deaths: number
  /** Deadlocks in the log of PostgreSQL. */
  readonly deadlocks: number
  /**
   * Messages that a node accepted (2xx), and of those: not stored, stored more than once, out of the order of their
   * chat.
   */
  readonly accepted: number
  readonly lost: number
  readonly doubled: number
  readonly disordered: number
  /** Longest time in which one node accepted nothing, after the fault was over for it. */
  readonly deafMs: number
  /**
   * Messages of agents that a node accepted, and of those: neither sent nor given up in the end, sent twice, failed.
   */
  readonly sends: number
  readonly unsettled: number
  readonly sentTwice: number
  readonly failed: number
  /** Sends with an unknown end although no node was lost that could have known. */
  readonly unknown: number
  /** Sends of a node that had stood still, through connections that were another node's by then. */
  readonly strays: number
  /** Events that the plugin was not given, was given out of the order of their ticket, was given again. */
  readonly eventsLost: number
  readonly eventsDisordered: number
  readonly eventsAgain: number
  /** Jobs that were accepted, and of those: not ended, begun more than once. */
  readonly jobs: number
  readonly jobsLost: number
  readonly begunTwice: number
  /**
   * Conversations that a screen shows otherwise than they are stored, five seconds after the end of all work and after
   * it was connected again; how long all took to be equal.
   */
  readonly screensDiffering: number
  readonly screensMs: number
  /** Reads that a balancer sent to a ready node, and of those: not answered. */
  readonly reads: number
  readonly readsFailed: number
  /** From SIGTERM to the end of the process, and its exit code. */
  readonly exitMs?: number
  readonly exitCode?: number
  /**
   * From the loss of a node until others had its connections, an event was handled that its consumer waited for, and
   * its sends were settled.
   */
  readonly sessionsMs?: number
  readonly consumersMs?: number
  readonly sendsMs?: number
}

export type Figure = keyof Findings

/** What a figure may be at most. */
export type Aims = Readonly<Partial<Record<Figure, number>>>

/** Nobody is harmed. A job may begin again where its node was lost, or its outcome could not be written. */
const unharmed: Aims = {
  deaths: 0,
  deadlocks: 0,
  lost: 0,
  doubled: 0,
  disordered: 0,
  unsettled: 0,
  sentTwice: 0,
  failed: 0,
  unknown: 0,
  strays: 0,
  eventsLost: 0,
  eventsDisordered: 0,
  jobsLost: 0,
  exitCode: 0,
}

/** Of every fault, on a machine that has time for it. */
export const aims: Aims = {
  ...unharmed,
  screensDiffering: 0,
  deafMs: 5_000,
  screensMs: 5_000,
  exitMs: 10_000,
  sessionsMs: 5_000,
  consumersMs: 5_000,
  sendsMs: 7_000,
}

/** The same on a machine that is busy with other tests: it takes longer, and harms nobody either. */
export const patientAims: Aims = {
  ...unharmed,
  deafMs: 20_000,
  screensMs: 15_000,
  exitMs: 25_000,
  sessionsMs: 20_000,
  consumersMs: 20_000,
  sendsMs: 25_000,
}

/** The figures that miss their aims, with what they are. */
export function missed(findings: Partial<Findings>, aimed: Aims): Partial<Findings> {
  const figures = Object.entries(findings) as [Figure, number | undefined][]
  return Object.fromEntries(
    figures.filter(([figure, seen]) => seen !== undefined && seen > (aimed[figure] ?? Infinity)),
  )
}
