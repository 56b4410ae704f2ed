import type { Refusal } from '@recado/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually, testApp, type TestApp } from '../../../tests/harness/app.ts'
import { isSignedBy, webhookReceiver, type WebhookReceiver } from '../../../tests/harness/webhook-receiver.ts'
import { createEgress } from '../security/guarded-egress.ts'
import { createVault } from '../vault/tenant-vault.ts'
import { PluginWebhooks } from './plugin-webhooks.ts'
import { newWebhookSecret } from './signature.ts'

/* What plugins send goes the way of the company's own webhooks. */

const egressOptions = { allow: ['127.0.0.1/32'] }
const egress = createEgress(egressOptions)
const silent = { emit: () => undefined, on: () => () => undefined, onInterruption: () => () => undefined }
let receiver: WebhookReceiver
let world: TestApp
let webhooks: PluginWebhooks
beforeAll(async () => {
  receiver = await webhookReceiver()
  world = await testApp({ pluginFolders: [], app: { egress: egressOptions } })
  webhooks = new PluginWebhooks({
    db: world.app.db,
    bus: silent as never,
    vault: createVault(world.app.db, world.database.secret, silent as never),
    egress,
    clock: { now: () => new Date() },
  })
})
afterAll(async () => {
  await world?.close()
  await receiver?.close()
  await egress.close()
})

const secret = newWebhookSecret()
const sendTo = (path: string, key: string, more = {}, tenantId = world.a.id) =>
  webhooks.send(tenantId, 'shop', { url: receiver.url(path), secret, type: 'order.paid', data: { key }, key, ...more })

it('arrives signed, once for each key, address and company', async () => {
  const first = await sendTo('/orders', 'one')
  expect(await sendTo('/orders', 'one')).toEqual(first)
  const foreign = await sendTo('/orders', 'one', {}, world.b.id)
  await sendTo('/others', 'one')
  const all = await eventually(
    () => receiver.received,
    (seen) => seen.length >= 3,
    15_000,
  )
  expect(all).toHaveLength(3)
  expect(all.every((one) => isSignedBy(secret, one))).toBe(true)
  const own = receiver.at('/orders')
  expect(own.map(({ headers }) => headers['webhook-id']).toSorted()).toEqual([first.id, foreign.id].toSorted())
  expect(own[0]!.body).toMatchObject({ type: 'order.paid', timestamp: expect.any(String), data: { key: 'one' } })
})

it('is repeated, and keeps the order that it names', async () => {
  receiver.answers('/ordered', [500])
  await sendTo('/ordered', 'a', { order: 'ticket' })
  await sendTo('/ordered', 'b', { order: 'ticket' })
  const all = await eventually(
    () => receiver.at('/ordered'),
    (seen) => seen.length >= 3,
    25_000,
  )
  expect(all.map(({ body }) => (body.data as unknown as { key: string }).key)).toEqual(['a', 'a', 'b'])
})

it('is refused for addresses inside of a network and for what is no secret, and administrators do not see it', async () => {
  const refusal = (input: object) => sendTo('/x', 'x', input).catch((error: Refusal) => error.code)
  expect(await refusal({ url: 'http://10.0.0.5/' })).toBe('ERR_WEBHOOK_ADDRESS')
  expect(await refusal({ url: 'https://169.254.169.254/' })).toBe('ERR_WEBHOOK_ADDRESS')
  expect(await refusal({ secret: 'guess me' })).toBe('ERR_VALIDATION')
  const admin = await world.signIn(world.a.admin)
  expect(await admin.ok('GET', '/webhooks')).toEqual([])
})
