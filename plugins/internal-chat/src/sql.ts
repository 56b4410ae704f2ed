import type { PluginTransaction } from '@recado/sdk'

/** Rows of a statement, as the caller knows them to be. */
export const rowsOf = async <Row>(
  tx: PluginTransaction,
  statement: string,
  params: readonly unknown[],
): Promise<Row[]> => (await tx.query(statement, params, 'object')) as Row[]
