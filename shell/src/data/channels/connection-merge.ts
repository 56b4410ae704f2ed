import type { Connection } from '../../base/contracts.ts'

/**
 * Puts a connection into the cached list. Answers and pushes overtake each other: the state that a session reports may
 * be here before the answer of the call that started it, so what is older than what is known changes nothing.
 */
export function placeConnection(rows: readonly Connection[], incoming: Connection): Connection[] {
  const known = rows.find((row) => row.id === incoming.id)
  if (!known) return [...rows, incoming]
  return rows.map((row) => (row === known && incoming.updatedAt >= known.updatedAt ? incoming : row))
}
