import { randomBytes } from 'node:crypto'
import type { Sql } from 'postgres'
import { newId } from '../../../core/src/base/ids.ts'
import type { StockOwner } from './owner.ts'
import { put } from './put.ts'

/** Connections, with what is kept of them. */
export async function channelsOf(sql: Sql, { tenant, queue, word }: StockOwner) {
  const [connection, spareConnection, waba, wabaTarget] = [newId(), newId(), newId(), newId()]
  const row = (id: string, type: string) => ({
    id,
    tenant_id: tenant.id,
    name: `${word} ${id}`,
    plugin: type === 'webchat' ? 'webchat' : 'waba',
    type,
    status: 'disconnected',
    is_active: type === 'webchat',
    queue_id: queue,
    hook_secret: randomBytes(24).toString('base64url'),
    config: sql.json(
      type === 'webchat'
        ? {}
        : {
            phoneNumberId: '100000000000001',
            businessAccountId: '100000000000002',
            appId: '100000000000003',
            version: 'v25.0',
          },
    ),
    status_detail: null,
  })
  await put(sql, 'core.connection', [
    row(connection, 'webchat'),
    row(spareConnection, 'webchat'),
    row(waba, 'waba'),
    row(wabaTarget, 'waba'),
  ])
  await put(sql, 'core.connection_state', {
    tenant_id: tenant.id,
    connection_id: waba,
    key: 'walls',
    value: sql.json({ word }),
  })
  await put(sql, 'core.connection_sealed', {
    tenant_id: tenant.id,
    connection_id: waba,
    key: `walls/${word}`,
    sealed: randomBytes(32),
  })
  await put(sql, 'core.connection_pace', {
    tenant_id: tenant.id,
    connection_id: waba,
    held_code: word,
    settings: sql.json({ openingsPerDay: 3 }),
  })
  await put(sql, 'core.connection_task', {
    tenant_id: tenant.id,
    connection_id: waba,
    kind: 'import',
    settings: sql.json({
      since: '2026-01-01T00:00:00Z',
      until: '2026-01-02T00:00:00Z',
      groupMessages: false,
      closeTickets: false,
    }),
    state: 'done',
  })
  await put(sql, 'core.early_event', {
    tenant_id: tenant.id,
    connection_id: waba,
    external_id: word,
    event: sql.json({ word }),
  })
  return { connection, spareConnection, waba, wabaTarget }
}
