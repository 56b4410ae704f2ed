import { testHost } from '@recado/sdk/testing'
import { expect, inject, test } from 'vitest'
import plugin from './src/server.ts'

const { url } = inject('cluster' as never) as { url: string }
const host = testHost({ plugin, folder: import.meta.dirname, databaseUrl: url })

test('two companies may have the same key, and neither sees the other’s text', async () => {
  for (const [company, message] of [
    [host.a, 'de A'],
    [host.b, 'de B'],
  ] as const) {
    expect(await company.ask('POST', '/fastreply', { body: { key: 'oi', message, scope: 'global' } })).toMatchObject({
      status: 200,
      body: { message },
    })
  }
  expect((await host.a.ask('GET', '/fastreply')).body).toMatchObject([{ key: 'oi', message: 'de A' }])
  expect((await host.b.ask('GET', '/p/quick-messages/messages')).body).toMatchObject({
    messages: [{ key: 'oi', message: 'de B' }],
  })
})

test('who does not manage them cannot write for everybody', async () => {
  expect(
    await host.a.ask('POST', '/fastreply', { role: 'user', body: { key: 'todos', message: 'x', scope: 'global' } }),
  ).toEqual({ status: 403, body: { error: 'ERR_NO_PERMISSION' } })
})
