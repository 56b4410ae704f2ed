import { Refusal, type ErrorCode, type ErrorFacts } from '@recado/contracts'
import { FairPlaces } from '../../isolation/fair-places.ts'
import { isolated, IsolationError, type IsolationLimits } from '../../isolation/isolated.ts'
import type { TablePiece } from './table-worker.ts'

const module = new URL('./table-worker.ts', import.meta.url)
/** The largest table of an honest program takes some seconds; a longer reading is an attack. */
const defaultLimits: IsolationLimits = { stepMs: 15_000, totalMs: 60_000, heapMb: 400 }
/** Another table is read while one waits for the database. A user waits for their own. */
const defaultPlaces = { atOnce: 2, each: 1, waitingAtMost: 40, waitingEach: 4 } as const

/** A table while it is read. `portions` are its rows below the heading, as JSON arrays of arrays of texts. */
export interface TableInReading {
  readonly columns: readonly string[]
  readonly portions: AsyncIterable<{ readonly rows: number; readonly json: string }>
}

/** Reads tables that people upload: in worker threads, a few at once on a node, shared between companies. */
export interface TableReader {
  /**
   * Reads a file while `take` takes what was read. Nothing is read beyond what `take` asks for, and nothing after it.
   * `signal` ends the reading, or the wait for it.
   * @throws Refusal ERR_CONTACT_IMPORT_FILE, ERR_CONTACT_IMPORT_ROWS, ERR_CONTACT_IMPORT_TEXT, ERR_TOO_MANY_REQUESTS,
   *   and what `take` throws
   */
  read<T>(
    tenantId: string,
    bytes: Uint8Array,
    take: (table: TableInReading) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T>
}

export function createTableReader({
  limits = defaultLimits,
  places = new FairPlaces(defaultPlaces),
}: { limits?: IsolationLimits; places?: FairPlaces } = {}): TableReader {
  return {
    read: (tenantId, bytes, take, signal) =>
      places.run(
        tenantId,
        async () => {
          // A copy of its own can be handed over; the upload may be part of something larger.
          const own = new Uint8Array(bytes)
          const pieces = isolated<never, TablePiece>(module, { input: own, transfer: [own.buffer], limits, signal })
          try {
            const { value: heading } = await pieces.next()
            if (!heading || !('columns' in heading))
              throw new Error('a table began with something else than its heading')
            return await take({ columns: heading.columns, portions: portionsOf(pieces) })
          } catch (error) {
            throw refusalOf(error)
          } finally {
            await pieces.return(undefined)
          }
        },
        signal,
      ),
  }
}

async function* portionsOf(pieces: AsyncIterable<TablePiece>): AsyncGenerator<{ rows: number; json: string }> {
  for await (const piece of pieces) if ('json' in piece) yield piece
}

/** A failure of the thread that reads a file is a fault of the file. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof IsolationError)) return error
  const { code = 'ERR_CONTACT_IMPORT_FILE', facts } = error
  return new Refusal(
    code.startsWith('ERR_CONTACT_IMPORT_') ? (code as ErrorCode) : 'ERR_CONTACT_IMPORT_FILE',
    facts as ErrorFacts,
    { cause: error },
  )
}
