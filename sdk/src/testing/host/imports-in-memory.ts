import {
  ImportBatch,
  type CoreUse,
  type ImportKind,
  type ImportPlaces,
  type ImportPort,
  Refusal,
} from '@recado/contracts'
import { randomUUID } from 'node:crypto'

/** What a plugin brought in, filled and read by the test. */
export interface MemoryImports {
  /** What an import can be mapped to; the test sets them. */
  readonly places: { -readonly [K in keyof ImportPlaces]: Array<ImportPlaces[K][number]> }
  /** What any file is read as; the test sets it. Without it a file is no table. */
  table: { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] } | undefined
  /** Batches, in order. */
  readonly batches: ImportBatch[]
  /** Runs that were taken back, in order. */
  readonly undone: string[]
}

/** Imports without a database: every row is made the first time, and known after that. Nothing is refused. */
export function importsInMemory(requireUse: (use: CoreUse) => void): { imports: MemoryImports; port: ImportPort } {
  const imports: MemoryImports = { places: { connections: [], users: [] }, table: undefined, batches: [], undone: [] }
  const runs = new Map<string, string>()
  const ids = new Map<string, string>()
  return {
    imports,
    port: {
      async places() {
        requireUse('imports.write')
        return { connections: [...imports.places.connections], users: [...imports.places.users] }
      },
      async readTable(_bytes, take) {
        requireUse('imports.write')
        if (!imports.table) throw new Refusal('ERR_CONTACT_IMPORT_FILE')
        const { columns, rows } = imports.table
        return take({
          columns,
          portions: (async function* () {
            yield { rows: rows.length, json: JSON.stringify(rows) }
          })(),
        })
      },
      async write(given) {
        requireUse('imports.write')
        const batch = ImportBatch.parse(given)
        imports.batches.push(given)
        const count = (kind: ImportKind) => {
          const refs = new Set(batch[`${kind}s`].map(({ ref }) => `${batch.source} ${kind} ${ref}`))
          const known = [...refs].filter((ref) => (runs.get(ref) ?? batch.run) !== batch.run).length
          for (const ref of refs)
            if (!runs.has(ref)) {
              runs.set(ref, batch.run)
              ids.set(ref, randomUUID())
            }
          return { made: refs.size - known, changed: 0, known, again: 0 }
        }
        return {
          counts: {
            queue: count('queue'),
            tag: count('tag'),
            user: count('user'),
            contact: count('contact'),
            ticket: count('ticket'),
            message: count('message'),
          },
          refused: [],
        }
      },
      async became(source, kind, refs) {
        requireUse('imports.write')
        return Object.fromEntries(
          refs.flatMap((ref) => {
            const id = ids.get(`${source} ${kind} ${ref}`)
            return id === undefined ? [] : [[ref, id]]
          }),
        )
      },
      async settle() {
        requireUse('imports.write')
        return null
      },
      async undo(run) {
        requireUse('imports.write')
        const gone = [...runs].filter(([, of]) => of === run)
        for (const [ref] of gone) {
          runs.delete(ref)
          ids.delete(ref)
        }
        imports.undone.push(run)
        return { more: false, removed: gone.length, kept: 0, changed: [] }
      },
    },
  }
}
