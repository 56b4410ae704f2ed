import { ChannelError, Refusal, type MediaInfo } from '@recado/sdk'
import { askProvider } from '@recado/sdk/server'
import { Pause, usualPauseMs } from '../chatwoot/chatwoot-client.ts'
import { refusal } from '../errors.ts'
import type { ImportContext } from '../import-context.ts'
import type { StoredRun } from '../run/run-store.ts'
import type { Fault, Problem } from '../run/run.ts'
import type { FileRow } from '../source/reader.ts'
import { fileAddress, fileNameOf } from './file-address.ts'
import { fetchedFiles, keepFile, keepMissed, missedFiles, type FetchedFile, type FileKind } from './file-store.ts'

/** Requests to the old system at the same time; it may be at work. */
const atOnce = 4
const mostMs = 60_000
/** So many files, and not one of them reached, are no chance. So many are asked for, whatever the time. */
const enough = 8

/** Files of a page of messages, or of ready texts, by the refs of these, and what became of the others. */
export interface FetchedPage {
  readonly files: ReadonlyMap<string, MediaInfo>
  /** Files of the page that this run has fetched, and that another one had before. */
  readonly fetched: number
  readonly known: number
  /** Of those that this run has fetched, what came now. */
  readonly came: number
  readonly faults: readonly Fault[]
  /** False where the time was over before the last one; what was asked for is known at the next call. */
  readonly isWhole: boolean
}

const refsOf = (rows: readonly FileRow[]): string[] => rows.flatMap(({ ref, file }) => (file === null ? [] : [ref]))

/** Files of these rows that were fetched before. */
export const knownFiles = (
  ctx: ImportContext,
  { source }: Pick<StoredRun, 'source'>,
  rows: readonly FileRow[],
  kind: FileKind,
): Promise<Map<string, FetchedFile>> =>
  ctx.db.transaction((tx) => fetchedFiles(tx, ctx.tenant, { source, kind }, refsOf(rows)))

/** As {@link knownFiles}, without those that are gone since. */
export async function standingFiles(...of: Parameters<typeof knownFiles>): Promise<Map<string, FetchedFile>> {
  const [ctx] = of
  const known = [...(await knownFiles(...of))]
  const found = await Promise.all(known.map(([, { id }]) => ctx.media.info(id)))
  return new Map(known.filter((_, at) => found[at] !== undefined))
}

/**
 * Fetches the files of a page that are not here yet, until `over`, an instant of the clock.
 *
 * @throws Pause when the old system asks for one; Refusal ERR_IMPORT_FILES where it cannot be reached at all
 */
export async function fetchFiles(
  ctx: ImportContext,
  run: Pick<StoredRun, 'id' | 'source'>,
  rows: readonly FileRow[],
  kind: FileKind,
  over: number,
): Promise<FetchedPage> {
  const of = { ...run, kind }
  const files = await standingFiles(ctx, run, rows, kind)
  const before = files.size
  const missed = await ctx.db.transaction((tx) => missedFiles(tx, ctx.tenant, of, refsOf(rows)))
  const faults: Fault[] = []
  let pause: Pause | undefined
  const waiting = rows.filter(({ ref, file }) => file !== null && !files.has(ref) && !missed.has(ref))
  const queue = waiting.values()
  const lane = async (): Promise<void> => {
    for (const row of queue) {
      ctx.signal.throwIfAborted()
      const stored = await fetchFile(ctx, row)
      if (stored instanceof Pause) pause ??= stored
      else if (typeof stored === 'string') faults.push({ kind, ref: row.ref, problem: stored })
      else {
        await ctx.db.transaction((tx) => keepFile(tx, ctx.tenant, of, row.ref, stored))
        files.set(row.ref, { ...stored, run: run.id })
      }
      if (pause || (Date.now() > over && files.size - before + faults.length >= enough)) return
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  const came = files.size - before
  const isUnreached = came === 0 && faults.every(({ problem }) => problem === 'fileUnreached')
  // Messages are there already and wait for their files alone; ready texts hold up everything behind them.
  if (isUnreached && faults.length >= enough && kind === 'message') throw refusal('ERR_IMPORT_FILES')
  await ctx.db.transaction((tx) => keepMissed(tx, ctx.tenant, of, faults))
  if (pause) throw pause
  const fetched = [...files.values()].filter((file) => file.run === run.id).length
  return {
    files,
    fetched,
    known: files.size - fetched,
    came,
    faults: [...Array.from(missed, ([ref, problem]): Fault => ({ kind, ref, problem })), ...faults],
    isWhole: came + faults.length === waiting.length,
  }
}

/** The stored file, why there is none, or the pause that the old system asks for. */
async function fetchFile(
  ctx: ImportContext,
  { file, otherwise = [], mediaName }: FileRow,
): Promise<MediaInfo | Problem | Pause> {
  for (const name of [file, ...otherwise]) {
    const found = await fetchAt(ctx, fileAddress(name, ctx.settings.filesUrl), mediaName)
    if (found !== 'fileMissing') return found
  }
  return 'fileMissing'
}

async function fetchAt(
  ctx: ImportContext,
  address: URL | undefined,
  mediaName: string | null,
): Promise<MediaInfo | Problem | Pause> {
  if (!address) return 'fileMissing'
  const signal = AbortSignal.any([ctx.signal, AbortSignal.timeout(mostMs)])
  try {
    const response = await askProvider(ctx, address, { signal }, { provider: 'the old system' })
    const name = mediaName ?? fileNameOf(address) ?? ''
    const mime = response.headers.get('content-type')?.split(';')[0]?.trim()
    // A page that says that there is no such file is none.
    if (mime === 'text/html' && !/\.html?$/i.test(name)) return 'fileMissing'
    return await ctx.media.put(response.body ?? new Uint8Array(), { name, ...(mime && { mime }) })
  } catch (error) {
    ctx.signal.throwIfAborted()
    if (Refusal.is(error) || isTooLarge(error)) return 'fileRefused'
    if (!ChannelError.is(error)) return 'fileUnreached'
    if (error.kind === 'rateLimited') return new Pause(error.retryAfterMs ?? usualPauseMs)
    return error.kind === 'network' || error.kind === 'provider' ? 'fileUnreached' : 'fileMissing'
  }
}

/** Whether the guard of what leaves the server ended an answer that is larger than a file may be. */
function isTooLarge(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('reason' in cause && cause.reason === 'ANSWER_TOO_LARGE') return true
  return false
}
