import { ChannelError, type SessionState } from '@recado/sdk'
import { describe, expect, test } from 'vitest'
import type { CloudApi } from '../api/client.ts'
import { metaTransport } from '../api/transport.ts'
import { Health } from './health.ts'
import { lookAfter } from './watch.ts'

const config = {
  phoneNumberId: '106540352242922',
  businessAccountId: '102290129340398',
  appId: '634974688087057',
  version: 'v25.0',
  messagesPerSecond: 80,
  listButton: 'x',
}
const callback = new URL('https://recado.test/hooks/waba/c/s')
const { signal } = new AbortController()
const refused = (code: string) => new ChannelError({ kind: 'auth', code, message: 'no', certain: true })

/** A number whose messages go to `url`, or that is refused. */
const apiThat = (answer: () => string) =>
  ({
    transport: metaTransport(config),
    config,
    call: async () => ({ webhook_configuration: { phone_number: answer() } }),
  }) as unknown as CloudApi

function watched() {
  const states: SessionState[] = []
  return { states, health: new Health((state) => states.push(state)) }
}

describe('a connection', () => {
  test('S4-063 is in conflict while its messages go elsewhere, and says each change once', async () => {
    const { states, health } = watched()
    for (const url of [
      callback.href,
      'https://elsewhere.test/',
      'https://elsewhere.test/',
      callback.href,
      callback.href,
    ])
      await lookAfter(
        apiThat(() => url),
        health,
        callback,
        signal,
      )
    expect(states).toEqual([{ state: 'needsAction', reason: 'conflict' }, { state: 'connected' }])
  })

  test('without a public address nothing is expected', async () => {
    const { states, health } = watched()
    await lookAfter(
      apiThat(() => ''),
      health,
      null,
      signal,
    )
    expect(states).toEqual([])
  })

  test('asks to be connected again when the token is refused, until it is taken', async () => {
    const { states, health } = watched()
    await lookAfter(
      apiThat(() => {
        throw refused('190')
      }),
      health,
      callback,
      signal,
    )
    await health.of(Promise.resolve())
    await health.of(Promise.resolve())
    expect(states).toEqual([{ state: 'needsAction', reason: 'relogin' }, { state: 'connected' }])
  })

  test('has failed when the account is locked, and is no better for a message that was refused for itself', async () => {
    const { states, health } = watched()
    await health.of(Promise.reject(refused('131031'))).catch(() => undefined)
    await health.of(Promise.reject(refused('131026'))).catch(() => undefined)
    expect(states).toEqual([{ state: 'failed', code: '131031', message: 'no' }])
  })

  test('that recovers stays in conflict when its messages still go elsewhere', async () => {
    const { states, health } = watched()
    health.delivered(false)
    await health.of(Promise.reject(refused('190'))).catch(() => undefined)
    await health.of(Promise.resolve())
    expect(states.at(-1)).toEqual({ state: 'needsAction', reason: 'conflict' })
  })
})
