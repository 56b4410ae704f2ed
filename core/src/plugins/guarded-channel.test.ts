import {
  ChannelError,
  type ChannelImplementation,
  type ChannelSession,
  type ChannelSpec,
  type ConnectionContext,
  type WebhookRequest,
} from '@recado/contracts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { failureLimit } from './breaker.ts'
import { Guard } from './guard.ts'
import { guardedChannel } from './guarded-channel.ts'

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const ctx = { tenant: 'a', signal: new AbortController().signal } as unknown as ConnectionContext<
  Record<string, unknown>
>
const request: WebhookRequest = {
  method: 'POST',
  headers: new Headers(),
  rawBody: new Uint8Array(),
  url: new URL('https://example.com'),
}

/** An adapter written as a class: its methods need their `this`. */
class Adapter {
  disposed = 0
  answer: Promise<'ok' | 'bad'> = Promise.resolve('ok')
  slow = Promise.withResolvers<ChannelSession>()
  check() {
    return Promise.reject(new ChannelError({ kind: 'auth', code: '401', message: 'no', certain: true }))
  }
  open() {
    return this.slow.promise
  }
  normalise(value: string) {
    return `${this.disposed}${value}`
  }
  get webhook() {
    return {
      verify: () => this.answer,
      parse: () => {
        throw new TypeError('odd bytes')
      },
    }
  }
}

let guard: Guard
let adapter: Adapter
let channel: ChannelImplementation<ChannelSpec>
beforeEach(() => {
  vi.useFakeTimers()
  guard = new Guard({ now: () => new Date() }, quiet, () => undefined)
  adapter = new Adapter()
  channel = guardedChannel({ id: 'line', errors: {} }, 'line', adapter as ChannelImplementation<ChannelSpec>, guard)
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a guarded channel', () => {
  test('passes answers and provider errors on', async () => {
    await expect(channel.webhook!.verify(request, ctx)).resolves.toBe('ok')
    await expect(channel.check(ctx, { isKept: true })).rejects.toMatchObject({ kind: 'auth', certain: true })
    expect(channel.normalise!('x')).toBe('0x')
    expect(guard.suspension('line', 'a')).toBeUndefined()
  })

  test('a verification that throws again and again suspends the plugin for that company', async () => {
    for (let count = 0; count < failureLimit; count++) {
      adapter.answer = Promise.reject(new Error('broken'))
      await expect(channel.webhook!.verify(request, ctx)).rejects.toMatchObject({ code: 'ERR_PLUGIN_FAILED' })
    }
    await expect(channel.webhook!.verify(request, ctx)).rejects.toMatchObject({ code: 'ERR_PLUGIN_UNAVAILABLE' })
    expect(guard.suspension('line', 'b')).toBeUndefined()
  })

  test('a payload that breaks the parser is a failure, and cannot suspend the channel', () => {
    for (let count = 0; count <= failureLimit; count++)
      expect(() => channel.webhook!.parse(request, {})).toThrow('ERR_PLUGIN_FAILED')
    expect(guard.suspension('line', 'a')).toBeUndefined()
  })

  test('a session that opens after its time is closed again', async () => {
    await Promise.all([
      expect(channel.open(ctx)).rejects.toMatchObject({ code: 'ERR_TIMEOUT' }),
      vi.advanceTimersByTimeAsync(60_000),
    ])
    adapter.slow.resolve({
      send: async () => ({ status: 'pending' }),
      async [Symbol.asyncDispose]() {
        adapter.disposed++
      },
    })
    await vi.waitFor(() => expect(adapter.disposed).toBe(1))
  })
})
