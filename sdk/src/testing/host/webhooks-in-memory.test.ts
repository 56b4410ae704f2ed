import { expect, test } from 'vitest'
import { coreInMemory } from './core-in-memory.ts'

const webhook = {
  url: 'https://loja.example/pedidos',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  type: 'order.paid',
  data: { order: 7 },
  key: 'order 7',
}

test('a webhook is kept once for each key and address', async () => {
  const core = coreInMemory({ id: 'shop', uses: ['webhooks.send'] })
  const first = await core.webhooks.send(webhook)
  expect(await core.webhooks.send(webhook)).toEqual(first)
  const elsewhere = { ...webhook, url: 'https://outra.example/' }
  expect(await core.webhooks.send(elsewhere)).not.toEqual(first)
  expect(core.sentWebhooks).toEqual([webhook, elsewhere])
})

test('what core would refuse is refused', async () => {
  const core = coreInMemory({ id: 'shop', uses: ['webhooks.send'] })
  await expect(core.webhooks.send({ ...webhook, url: 'http://loja.example/' })).rejects.toMatchObject({
    code: 'ERR_WEBHOOK_ADDRESS',
  })
  await expect(core.webhooks.send({ ...webhook, secret: 'guess me' })).rejects.toMatchObject({
    code: 'ERR_VALIDATION',
  })
  await expect(coreInMemory({ id: 'shop' }).webhooks.send(webhook)).rejects.toThrow('webhooks.send')
})
