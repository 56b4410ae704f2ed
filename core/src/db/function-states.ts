import { createHash } from 'node:crypto'
import type { Sql, TransactionSql } from 'postgres'
import type { FunctionFile } from './functions.ts'
import { MigrationError } from './migration-error.ts'
import { nodesBeside } from './server-room.ts'

/**
 * The functions of a build, all together, as one hash. The database remembers those that it has had: without that a
 * node with older sources, started again during an upgrade, would take the functions of the newer nodes away.
 */
export function stateOf(files: Iterable<FunctionFile>): string {
  const lines = [...files].map(({ name, hash }) => `${name} ${hash}\n`).toSorted()
  return createHash('sha256').update(lines.join('')).digest('hex')
}

/** @throws MigrationError for functions that newer ones have replaced, while a node is running */
export async function requireNoOlderState(sql: Sql, state: string): Promise<void> {
  const [replaced] = await sql`select from migrations.function_states where hash = ${state}`
  if (!replaced) return
  const [{ known }] = await sql<[{ known: boolean }]>`select to_regclass('platform.node') is not null as known`
  if (known && (await nodesBeside(sql)) > 0) throw new MigrationError(olderState)
}

/** Within the transaction that defines the functions. Going back to a state makes those after it unknown again. */
export async function recordState(tx: TransactionSql, state: string): Promise<void> {
  await tx`
    delete from migrations.function_states
     where at > (select f.at from migrations.function_states f where f.hash = ${state})`
  await tx`insert into migrations.function_states (hash) values (${state}) on conflict do nothing`
}

const olderState = [
  'The sources are older than the functions in the database, which a node that is running uses; nothing was changed.',
  'Bring the newer sources, or stop all nodes first to go back to these.',
].join(' ')
