import { randomBytes, randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { newId } from '../../../core/src/base/ids.ts'
import type { StockOwner } from './owner.ts'
import { put, putOnce } from './put.ts'

/** Who gave up the events that are kept for an administrator to look at. */
export const letterConsumer = 'plugin.waba.templateStatus'

/** Rows of what no route names by id, and events that were given up. */
export async function leftovers(sql: Sql, owner: StockOwner) {
  const { tenant, user, word } = owner
  const tenant_id = tenant.id
  const letterSeq = String(randomBytes(4).readUInt32BE() + 1_000_000_000)
  await put(sql, 'bus.parked', {
    consumer: letterConsumer,
    seq: letterSeq,
    event_id: randomUUID(),
    tenant_id,
    name: 'waba.template-status.v1',
    key: word,
    data: sql.json({ word }),
    at: new Date(),
    attempts: 10,
    next_at: new Date(),
    error: word,
    dead_at: new Date(),
  })
  await put(sql, 'core.idempotency', {
    tenant_id,
    user_id: user.id,
    route: 'POST /walls',
    key: randomUUID(),
    request_hash: randomBytes(32),
    status: 200,
    answer: sql.json({ word }),
  })
  await putOnce(sql, 'core.setting', { tenant_id, key: 'reopenBlockMinutes', value: sql.json(7) })
  await putOnce(sql, 'core.plugin_enablement', {
    tenant_id,
    plugin: 'walls',
    enabled: true,
    settings: sql.json({ word }),
    changed_by: user.id,
  })
  await putOnce(sql, 'core.audit_seal', {
    tenant_id,
    number: 1_000_000,
    entries: 1,
    digest: randomBytes(32),
    mac: randomBytes(32),
    sealed_at: new Date(),
  })
  await put(sql, 'core.audit_sealed', {
    tenant_id,
    entry_id: randomUUID(),
    number: 1_000_000,
    place: randomBytes(3).readUIntBE(0, 3),
    digest: randomBytes(32),
  })
  await putOnce(sql, 'core.audit_head', { tenant_id, number: 1_000_000, mac: randomBytes(32) })
  return { letterSeq, ...(await plansOf(sql, owner)) }
}

/** Plans that companies are given. They are the platform's, or a reseller's. */
async function plansOf(sql: Sql, { word }: StockOwner) {
  const [plan, loosePlan] = [newId(), newId()]
  await put(
    sql,
    'platform.plan',
    [plan, loosePlan].map((id) => ({ id, name: `Plano ${word} ${id}`, tier: 'premium' })),
  )
  return { plan, loosePlan }
}
