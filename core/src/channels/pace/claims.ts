import type { PacedConnection, PaceGovernor } from './pace-governor.ts'

/** A connection whose session is open on this node. */
type Find = (connectionId: string) => { readonly paced?: PacedConnection } | undefined

/** Limits of a claim by connection, in the order of the connections; null where a channel has no pace. */
export interface ClaimLimits {
  readonly answers: readonly (number | null)[]
  readonly openings: readonly (number | null)[]
}

/**
 * What may go out through each of these connections now.
 *
 * @param later called for a connection of which something may not, with the milliseconds after which it may
 */
export async function whatMayGo(
  pace: Pick<PaceGovernor, 'allow'>,
  connections: readonly string[],
  find: Find,
  later: (connectionId: string, afterMs: number) => void,
): Promise<ClaimLimits> {
  const allowances = await Promise.all(
    connections.map((id) => {
      const paced = find(id)?.paced
      return paced && pace.allow(paced)
    }),
  )
  for (const [index, allowance] of allowances.entries())
    if (allowance && allowance.waitMs < Infinity) later(connections[index]!, allowance.waitMs)
  return {
    answers: allowances.map((allowance) => allowance?.answers ?? null),
    openings: allowances.map((allowance) => allowance?.openings ?? null),
  }
}

/** Counts what a claim took, before anything of it is sent. */
export async function countClaims(
  pace: Pick<PaceGovernor, 'took'>,
  claimed: readonly {
    readonly connection_id: string
    readonly opens: boolean
    readonly attempt: number
    readonly expired: boolean
  }[],
  find: Find,
): Promise<void> {
  const counts = new Map<string, { answers: number; openings: number }>()
  for (const { connection_id: id, opens, attempt, expired } of claimed) {
    if (!find(id)?.paced) continue
    const count = counts.get(id) ?? { answers: 0, openings: 0 }
    // One that is tried again was counted; of one whose node went nobody knows.
    if (!opens) count.answers += 1
    else if (attempt === 1 || expired) count.openings += 1
    counts.set(id, count)
  }
  await Promise.all(
    [...counts].map(([id, count]) => {
      const paced = find(id)?.paced
      return paced && pace.took(paced, count)
    }),
  )
}
