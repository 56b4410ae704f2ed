import { randomInt, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRateLimiter, defaultBudgets } from '../../core/src/http/rate.ts'
import type { ConfigurationWithToken } from '../../plugins/api/src/configurations/configuration.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'
import { smsWorld, type SmsSide, type SmsWorld } from './sms.rig.ts'

/* What a program meets that has spent its budget, with one that is small enough to be spent. */

const limit = 3
const seconds = 8
let world: SmsWorld
beforeAll(async () => {
  world = await smsWorld('gateway', {
    folders: [pluginFolder(join(import.meta.dirname, '../../plugins/api'))],
    app: {
      rate: createRateLimiter({
        ...defaultBudgets,
        write: { ...defaultBudgets.write, program: { points: limit, seconds } },
      }),
    },
  })
})
afterAll(() => world?.close())

const made = (side: SmsSide): Promise<ConfigurationWithToken> =>
  side.admin.ok('POST', '/p/api/configurations', { name: randomUUID().slice(0, 8), sessionId: side.connection.id })
const phone = () => `+55119${randomInt(60_000_000, 99_999_999)}`

interface Program {
  readonly token: string
  readonly configuration: { readonly id: string }
}
const send = ({ token, configuration }: Program, body: object, key = randomUUID()) =>
  fetch(`${world.base}/v1/api/external/${configuration.id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  })
const left = (answer: Response): number => Number(answer.headers.get('ratelimit-remaining'))

it('a spent budget is refused with the time until there is a new one, and what was refused is sent once later', async () => {
  const program = await made(world.mine)
  const number = phone()
  const customer = world.mine.customer(number)
  for (let sent = 1; sent <= limit; sent++) {
    const answer = await send(program, { number, body: `Aviso ${sent}` })
    expect([answer.status, left(answer)]).toEqual([200, limit - sent])
    expect(Number(answer.headers.get('ratelimit-limit'))).toBe(limit)
  }
  const [key, body] = [randomUUID(), { number, body: 'Depois' }]
  const refused = await send(program, body, key)
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({ error: 'ERR_TOO_MANY_REQUESTS' })
  const [wait, reset] = ['retry-after', 'ratelimit-reset'].map((name) => Number(refused.headers.get(name)))
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(seconds)
  expect(reset).toBe(wait)
  expect([left(refused), Number(refused.headers.get('ratelimit-limit'))]).toEqual([0, limit])

  // Another configuration has a budget of its own, as has another company; reads have another one.
  for (const side of [world.mine, world.theirs]) {
    const answer = await send(await made(side), { number: phone(), body: 'Oi' })
    expect([answer.status, left(answer)]).toEqual([200, limit - 1])
  }
  const standing = await fetch(`${world.base}/v1/api/external/${program.configuration.id}`, {
    headers: { authorization: `Bearer ${program.token}` },
  })
  expect(standing.status).toBe(200)

  const tries: Response[] = []
  await expect
    .poll(
      async () => {
        tries.push(await send(program, body, key))
        return tries.at(-1)!.status
      },
      { timeout: 20_000, interval: wait! * 1_000 },
    )
    .toBe(200)
  const sent = (await tries.at(-1)!.json()) as { messageId: string }
  const again = await send(program, body, key)
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect(await again.json()).toEqual(sent)
  await expect
    .poll(() => customer.received.map(({ text }) => text).filter((text) => text === 'Depois'), { timeout: 15_000 })
    .toHaveLength(1)
})

it('both tokens of a configuration spend one budget while they overlap', async () => {
  const first = await made(world.mine)
  const path = `/p/api/configurations/${first.configuration.id}/token`
  const second = await world.mine.admin.ok<ConfigurationWithToken>('POST', path, { overlapHours: 1 })
  const number = phone()
  expect(left(await send(first, { number, body: 'Um' }))).toBe(limit - 1)
  expect(left(await send(second, { number, body: 'Dois' }))).toBe(limit - 2)
})
