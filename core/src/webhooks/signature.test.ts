import { expect, test } from 'vitest'
import { newWebhookSecret, webhookHeaders, webhookKey } from './signature.ts'

/** The example of the Standard Webhooks specification, which its libraries test with too. */
const published = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  seconds: 1614265330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}

test('the published example has its published signature', () => {
  expect(webhookHeaders([published.secret], published)).toEqual({
    'webhook-id': published.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': published.signature,
  })
})

test('each secret of a rotation signs, the current one first', () => {
  const next = newWebhookSecret()
  const alone = webhookHeaders([next], published)['webhook-signature']
  const both = webhookHeaders([next, published.secret], published)['webhook-signature']
  expect(both).toBe(`${alone} ${published.signature}`)
})

test('a secret is whsec_ and base64 of 24 to 64 bytes', () => {
  const secrets = Array.from({ length: 50 }, newWebhookSecret)
  expect(new Set(secrets).size).toBe(50)
  for (const secret of secrets) expect(webhookKey(secret)).toHaveLength(24)
  for (const wrong of [
    '',
    'whsec_',
    'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    `whsec_${Buffer.alloc(23).toString('base64')}`,
    `whsec_${Buffer.alloc(65).toString('base64')}`,
    'whsec_not base64 at all, but long enough',
  ])
    expect(webhookKey(wrong)).toBeUndefined()
  expect(() => webhookHeaders(['wrong'], published)).toThrow('not the secret')
})
