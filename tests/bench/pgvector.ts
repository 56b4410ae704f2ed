import { lacksForPgvector, PackagesAway, startPgvector } from '../harness/pgvector.ts'
import type { Bench } from './figure.ts'

/** A PostgreSQL with pgvector, as a superuser. */
export interface Pgvector {
  readonly url: string
  close(): Promise<void>
}

const what = 'the search by the index of pgvector'

/** The one that `RECADO_BENCH_PGVECTOR` names, or one of Debian's packages; skipped where they cannot be had. */
export async function openPgvector({ skip }: Pick<Bench, 'skip'>): Promise<Pgvector | undefined> {
  const named = process.env['RECADO_BENCH_PGVECTOR']
  if (named !== undefined) return { url: named, close: () => Promise.resolve() }
  const lacks = lacksForPgvector()
  if (lacks.length > 0) {
    skip(what, `unpacking a PostgreSQL with it needs ${lacks.join(', ')}`)
    return undefined
  }
  try {
    const { superuserUrl: url, database, close } = await startPgvector()
    return {
      url,
      async close() {
        await database.drop()
        await close()
      },
    }
  } catch (error) {
    if (!(error instanceof PackagesAway)) throw error
    skip(what, error.message)
    return undefined
  }
}
