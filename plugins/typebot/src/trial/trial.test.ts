import { testHost } from '@recado/sdk/testing'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import plugin from '../server.ts'

const host = testHost({ plugin, folder: join(import.meta.dirname, '../..') })

interface Asked extends Pick<IncomingMessage, 'method' | 'url'> {
  readonly token: string | undefined
}
let asked: Asked[] = []
let answer = { status: 200, body: '{}' }
const server = createServer(({ method, url, headers }, response) => {
  asked.push({ method, url, token: headers.authorization })
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
})
const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => void server.close(resolve)))
beforeEach(() => {
  asked = []
})

const attempt = async (typebotId = 'bemvindo') =>
  (await host.a.ask('POST', '/p/typebot/trials', { body: { typebotId } })).body
const began = JSON.stringify({ sessionId: 's', messages: [{ id: '1' }, { id: '2' }] })

describe('S7-100 trying the Typebot of the installation', () => {
  test('starts a preview with the token of the installation', async () => {
    host.savePlatform({ typebotUrl: `${address()}/`, typebotToken: 'um-segredo' })
    answer = { status: 200, body: began }
    expect(await attempt()).toEqual({ outcome: 'started', messages: 2 })
    expect(asked).toEqual([
      { method: 'POST', url: '/api/v1/typebots/bemvindo/preview/startChat', token: 'Bearer um-segredo' },
    ])
  })

  test('asks nobody while address or token are missing', async () => {
    expect(await attempt()).toEqual({ outcome: 'unset', messages: 0 })
    host.savePlatform({ typebotUrl: address() })
    expect(await attempt()).toEqual({ outcome: 'unset', messages: 0 })
    host.savePlatform({ typebotToken: 'um-segredo' })
    expect(await attempt()).toEqual({ outcome: 'unset', messages: 0 })
    expect(asked).toEqual([])
  })

  test.each([
    [401, '{}', 'refused'],
    [404, '{}', 'missing'],
    [500, '{}', 'unreachable'],
    [200, '<!doctype html>', 'unreachable'],
    [200, '{"messages":[]}', 'unreachable'],
  ])('an answer %i %s means %s', async (status, body, outcome) => {
    host.savePlatform({ typebotUrl: address(), typebotToken: 'um-segredo' })
    answer = { status, body }
    expect(await attempt()).toEqual({ outcome, messages: 0 })
  })

  test('is for administrators, and takes no path for an id', async () => {
    expect(await host.a.ask('POST', '/p/typebot/trials', { body: { typebotId: 'a' }, role: 'user' })).toMatchObject({
      body: { error: 'ERR_NO_PERMISSION' },
    })
    expect(await attempt('../../workspaces')).toMatchObject({ error: 'ERR_VALIDATION' })
  })
})
