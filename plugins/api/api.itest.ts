import { mint, Refusal, type ConnectionId, type Part } from '@recado/sdk'
import { testHost, type TestCompany } from '@recado/sdk/testing'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import type { ConfigurationWithToken } from './src/configurations/configuration.ts'
import plugin from './src/server.ts'

const { url } = inject('cluster' as never) as { url: string }
const host = testHost({ plugin, folder: import.meta.dirname, databaseUrl: url })

let a: TestCompany
const connection = mint<ConnectionId>(randomUUID())
beforeEach(() => {
  ;({ a } = host)
  a.core.places.push({
    id: connection,
    name: 'Shop',
    type: 'sms',
    status: 'connected',
    isActive: true,
    reaches: 'phone',
  })
})

async function make(more: object = {}): Promise<ConfigurationWithToken> {
  const body = { name: `Shop ${randomUUID().slice(0, 8)}`, sessionId: connection, ...more }
  const answer = await a.ask('POST', '/p/api/configurations', { body })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer))
  return answer.body as ConfigurationWithToken
}
const send = ({ configuration, token }: ConfigurationWithToken, body: object, headers: Record<string, string> = {}) =>
  a.ask('POST', `/p/api/external/${configuration.id}`, {
    body,
    role: null,
    headers: { authorization: `Bearer ${token}`, ...headers },
  })

describe('a program', () => {
  test('sends what its key allows, as a program, and once for an externalKey', async () => {
    const program = await make({ closeTicket: true })
    const message = { number: '+5511998765432', body: 'On its way', externalKey: 'order-1' }
    const [first, again] = [await send(program, message), await send(program, message)]
    expect(first).toMatchObject({ status: 200, body: { message: 'Message add queue', opened: true } })
    expect((again.body as { ticketId: string }).ticketId).toBe((first.body as { ticketId: string }).ticketId)
    const text: Part = { kind: 'text', text: 'On its way', format: 'markdown' }
    expect(a.core.sent).toMatchObject([{ parts: [text], as: 'API' }])
    expect(a.core.changed).toMatchObject([{ change: { status: 'closed', withoutFarewell: true } }])
  })

  test('with another key, or for another configuration, is refused', async () => {
    const [one, other] = [await make(), await make()]
    const body = { number: '+5511998765432', body: 'Hello' }
    expect(await send({ ...one, token: 'rck_x' }, body)).toMatchObject({
      status: 401,
      body: { error: 'ERR_TOKEN_REFUSED' },
    })
    expect(await send({ ...one, token: other.token }, body)).toMatchObject({
      status: 404,
      body: { error: 'ERR_API_CONFIG_NOT_FOUND' },
    })
    expect(a.core.sent).toEqual([])
  })

  test('is told what core refuses', async () => {
    const program = await make()
    Object.assign(a.core.conversations, { open: () => Promise.reject(new Refusal('ERR_CREATING_TICKET')) })
    expect(await send(program, { number: '+5511998765432', body: 'Hello' })).toMatchObject({
      body: { error: 'ERR_CREATING_TICKET' },
    })
  })
})
