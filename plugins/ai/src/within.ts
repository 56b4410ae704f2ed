import type { PluginTransaction } from '@recado/sdk'
import type { Context } from './context.ts'

/** Rows of one statement in a transaction of its own. */
export const rowsOf = async <T>({ db }: Pick<Context, 'db'>, sql: string, params: readonly unknown[]): Promise<T[]> =>
  db.transaction(async (tx: PluginTransaction) => (await tx.query(sql, params, 'object')) as T[])
