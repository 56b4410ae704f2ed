import { writeFileSync, writeSync } from 'node:fs'
import type { Fault } from './faults.ts'
import type { Figure, Findings } from './findings.ts'
import type { Outcome } from './trial.ts'

/** One fault as it was tried. */
export interface Tried extends Outcome {
  readonly fault: Fault['name']
  /** The figures that miss their aims. */
  readonly missed: Partial<Findings>
}

interface Column {
  readonly head: string
  readonly of: Figure
  readonly as: 'sum' | 'longest'
}

const sum = (head: string, of: Figure): Column => ({ head, of, as: 'sum' })
const longest = (head: string, of: Figure): Column => ({ head, of, as: 'longest' })

const tables: readonly { readonly title: string; readonly columns: readonly Column[] }[] = [
  {
    title: 'Messages, sends and screens',
    columns: [
      sum('deaths', 'deaths'),
      sum('deadlocks', 'deadlocks'),
      longest('deaf', 'deafMs'),
      sum('accepted', 'accepted'),
      sum('lost', 'lost'),
      sum('doubled', 'doubled'),
      sum('out of order', 'disordered'),
      sum('sends', 'sends'),
      sum('unknown', 'unknown'),
      sum('unsettled', 'unsettled'),
      sum('failed', 'failed'),
      sum('sent twice', 'sentTwice'),
      sum('strayed', 'strays'),
      sum('screens differ', 'screensDiffering'),
      longest('equal after', 'screensMs'),
    ],
  },
  {
    title: 'Events, jobs, reads, ends of processes and takeovers',
    columns: [
      sum('events lost', 'eventsLost'),
      sum('out of order', 'eventsDisordered'),
      sum('again', 'eventsAgain'),
      sum('jobs', 'jobs'),
      sum('lost', 'jobsLost'),
      sum('begun twice', 'begunTwice'),
      sum('reads', 'reads'),
      sum('failed', 'readsFailed'),
      longest('SIGTERM to exit', 'exitMs'),
      longest('sessions', 'sessionsMs'),
      longest('consumers', 'consumersMs'),
      longest('sends', 'sendsMs'),
    ],
  },
]

/** What was tried in a run, for a person and for a program. */
export class Report {
  readonly #tried: Tried[] = []

  add(tried: Tried): void {
    this.#tried.push(tried)
  }

  /** Figures by fault, the last line over all of them: counts are sums, times the longest, in seconds. */
  toString(): string {
    const byFault = [...Map.groupBy(this.#tried, ({ fault }) => fault)]
    return tables
      .map(({ title, columns }) => {
        const line = (name: string, tried: readonly Tried[]): string[] => [
          name,
          String(tried.length),
          ...columns.map((column) => cell(column, tried)),
        ]
        const rows = [
          [title, 'times', ...columns.map(({ head }) => head)],
          ...byFault.map(([name, tried]) => line(name, tried)),
          line('all', this.#tried),
        ]
        return aligned(rows)
      })
      .join('\n\n')
  }

  /** Prints the tables past the reporter of the tests, and writes every figure as JSON where a file is named. */
  publish(file: string | undefined): void {
    if (this.#tried.length === 0) return
    writeSync(1, `\n${this.toString()}\n\n`)
    if (file) writeFileSync(file, `${JSON.stringify(this.#tried, undefined, 2)}\n`)
  }
}

function cell({ of, as }: Column, tried: readonly Tried[]): string {
  const seen = tried.flatMap(({ findings }) => findings[of] ?? [])
  if (seen.length === 0) return ''
  return as === 'sum'
    ? String(seen.reduce((total, each) => total + each, 0))
    : `${(Math.max(...seen) / 1_000).toFixed(1)} s`
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const padded = (text: string, column: number): string =>
    column === 0 ? text.padEnd(widths[column]!) : text.padStart(widths[column]!)
  return rows.map((row) => row.map(padded).join('  ')).join('\n')
}
