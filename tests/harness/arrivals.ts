import type { Sql } from 'postgres'
import type { Place, Source } from '../../core/src/channels/inbound-source.ts'
import type { Settle } from '../../core/src/channels/inbound-store.ts'

/** The connection that a message comes through, for tests that store messages without a channel's plugin. */
export const sourceAt = (place: Place, type: string, identityKind: string): Source => ({
  ...place,
  type,
  identityKind,
  channel: { noticeFault: () => undefined },
  normalise: (value) => value,
})

/** Makes one contact of several as the product does, without telling anybody of it. */
export const settleIn =
  (sql: Sql): Settle =>
  async (tenantId, identities) => {
    const [kinds, values] = [identities.map(({ kind }) => kind), identities.map(({ value }) => value)]
    await sql`select core.settle_identities(${tenantId}, ${kinds}::text[], ${values}::text[])`
  }
