import { randomBytes } from 'node:crypto'
import type { ChannelSpec } from '@recado/contracts'
import type { Sql } from 'postgres'
import { newId } from '../base/ids.ts'

/** A connection on which a newcomer can play the customer. */
export interface DemoPage {
  readonly name: string
  readonly path: string
}

/** A channel of an installed plugin, as far as opening a connection of it goes. */
export interface TryableChannel {
  readonly plugin: string
  readonly spec: Pick<ChannelSpec, 'type' | 'demoPath'>
}

/**
 * Gives a new company one connection of each channel that works without any account. As owner: no user is signed in
 * yet.
 */
export async function openDemoConnections(
  ownerSql: Sql,
  tenantId: string,
  queueId: string,
  channels: readonly TryableChannel[],
): Promise<void> {
  await ownerSql.begin(async (sql) => {
    await sql`select set_config('app.tenant', ${tenantId}, true)`
    for (const { plugin, spec } of channels.filter((channel) => channel.spec.demoPath !== undefined)) {
      await sql`insert into core.connection ${sql({
        id: newId(),
        tenant_id: tenantId,
        name: `Demonstração (${spec.type})`,
        plugin,
        type: spec.type,
        is_default: true,
        queue_id: queueId,
        hook_secret: randomBytes(24).toString('base64url'),
      })} on conflict do nothing`
    }
  })
}

/** Demo pages of the channels that have one, oldest connection first. */
export async function demoPages(ownerSql: Sql, channels: readonly TryableChannel[]): Promise<DemoPage[]> {
  const paths = new Map(
    channels.flatMap(({ spec }) => (spec.demoPath === undefined ? [] : [[spec.type, spec.demoPath] as const])),
  )
  const rows = await ownerSql<{ id: string; name: string; type: string }[]>`
    select id, name, type
      from core.connection
     where deleted_at is null and is_active and type = any (${[...paths.keys()]})
     order by created_at limit 10`
  return rows.map((row) => ({ name: row.name, path: paths.get(row.type)!.replace('{connectionId}', row.id) }))
}
