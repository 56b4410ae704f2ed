import { randomBytes } from 'node:crypto'
import type { Sql } from 'postgres'
import { newId } from '../../../core/src/base/ids.ts'
import type { StockOwner } from './owner.ts'
import { put } from './put.ts'

/** Webhooks, and requests about data of people. */
export async function recordsOf(
  sql: Sql,
  { tenant, user, word }: StockOwner,
  { looseContact, media }: { looseContact: string; media: string },
) {
  const tenant_id = tenant.id
  const [webhook, looseWebhook, webhookDelivery] = [newId(), newId(), newId()]
  await put(
    sql,
    'core.webhook_endpoint',
    [webhook, looseWebhook].map((id) => ({
      id,
      tenant_id,
      url: 'https://192.0.2.1/',
      description: `Webhook ${word}`,
      types: ['message.received.v1'],
      state: 'paused',
      secret: randomBytes(60),
    })),
  )
  await put(sql, 'core.webhook_delivery', {
    id: webhookDelivery,
    tenant_id,
    endpoint_id: webhook,
    cause: word,
    type: 'message.received.v1',
    lane: word,
    body: `{"word":"${word}"}`,
    state: 'sent',
    next_at: new Date(),
  })
  await put(sql, 'core.webhook_attempt', {
    tenant_id,
    delivery_id: webhookDelivery,
    number: 1,
    at: new Date(),
    ms: 5,
    outcome: 'ok',
    status: 200,
    answer: word,
  })
  const privacyRequest = newId()
  await put(sql, 'core.privacy_request', {
    id: privacyRequest,
    tenant_id,
    kind: 'export',
    contact_id: looseContact,
    requested_by: user.id,
    state: 'done',
    progress: 1,
    finished_at: new Date(),
  })
  await put(sql, 'core.erased_media', { tenant_id, request_id: privacyRequest, media_id: media })
  await put(sql, 'core.erased_address', { tenant_id, hash: randomBytes(32) })
  return { webhook, looseWebhook, webhookDelivery, privacyRequest }
}
