import * as z from 'zod'
import { recognised, type OldDatabase } from '../source/old-database.ts'
import type { Source } from '../source/source.ts'
import { Latest } from './latest.ts'

/** Shortest pause between two passes, and after one that was refused. Milliseconds. */
const shortestPauseMs = 60_000
/** The old system is at work: of ten parts of its time a pass takes one. */
const pausePerPass = 10
/** A change is written with the time at which it was begun, and may appear later. Milliseconds. */
const overlapMs = 120_000

/** What a run knows of the system that it follows. */
export const Followed = z.object({
  /** Types of the columns by table, as they were when the run began; empty where there are no tables. */
  layout: z.record(z.string(), z.record(z.string(), z.string())),
  /** Changes until then are here. */
  until: Latest,
  /** Of the pass that is under way: what is known to be here once it has ended, and when it began. */
  pass: z.object({ until: Latest, began: z.number() }).nullable(),
})
/** See {@link Followed}. */
export type Followed = z.output<typeof Followed>

/** How a database looks now, before anything of it is read. */
export async function beginFollowingDatabase(source: Source): Promise<Followed> {
  const database = await recognised(source)
  return { layout: database.layout.types(), until: await database.latest(), pass: null }
}

/** The source does not look as it did; `place` names the table or the column. */
export class SourceChanged extends Error {
  override readonly name = 'SourceChanged'
  readonly place: string
  constructor(place: string) {
    super(`the source has another ${place}`)
    this.place = place
  }
}

/**
 * The source, if its tables are still those that the run knows; columns may have been added.
 * @throws SourceChanged
 */
export async function sameDatabase(source: Source, { layout: known }: Pick<Followed, 'layout'>): Promise<OldDatabase> {
  const database = await recognised(source).catch((error: unknown) => {
    throw isSystem(error) ? new SourceChanged(mainTables(known)) : error
  })
  const now = database.layout.types()
  for (const [table, columns] of Object.entries(known))
    for (const [column, type] of Object.entries(columns))
      if (now[table]?.[column] !== type) throw new SourceChanged(`${table}.${column}`)
  return database
}
/** Those without which it is not known which system it is. */
const mainTables = (known: Followed['layout']): string =>
  known['conversations'] === undefined ? 'Tickets, Contacts, Messages' : 'conversations, contacts, messages'
const isSystem = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === 'ERR_IMPORT_SYSTEM'

/** From which changes on a pass reads the tables. */
export const sinceOf = ({ until }: Pick<Followed, 'until'>): Latest =>
  Object.fromEntries(Object.entries(until).map(([table, at]) => [table, at === null ? null : at - overlapMs]))

/** When the next pass begins, after one that began then. */
export const nextPass = (began: number, now: number): Date =>
  new Date(now + Math.max(shortestPauseMs, (now - began) * pausePerPass))
