import { ChannelError, Refusal, refusalsOf, type PluginErrors } from '@recado/contracts'
import { describe, expect, test } from 'vitest'
import { failureLimit, firstPauseMs } from './breaker.ts'
import { Guard, type GuardedCall } from './guard.ts'

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

function rig() {
  let now = 0
  const turns: string[] = []
  const guard = new Guard({ now: () => new Date(now) }, quiet, (plugin, tenantId) => {
    turns.push(`${plugin} ${tenantId}`)
  })
  return {
    guard,
    turns,
    pass: (ms: number) => {
      now += ms
    },
  }
}
const call = (facts: Partial<GuardedCall> = {}): GuardedCall => ({
  plugin: 'notes',
  errors: {},
  tenantId: 'a',
  by: 'company',
  what: 'GET /p/notes/all',
  limitMs: 1_000,
  ...facts,
})
const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (Refusal.is(error) ? error.code : String(error)),
  )
const breaks = () => Promise.reject(new Error('the token is 1234'))
async function suspend(guard: Guard, facts: Partial<GuardedCall> = {}): Promise<void> {
  for (let count = 0; count < failureLimit; count++) await codeOf(guard.run(call(facts), breaks))
}

describe('the guard before plugin code', () => {
  test('suspends one plugin for one company, says why without quoting the error, and lets it try again', async () => {
    const { guard, turns, pass } = rig()
    await suspend(guard)
    expect(await codeOf(guard.run(call(), () => 1))).toBe('ERR_PLUGIN_UNAVAILABLE')
    expect(guard.suspension('notes', 'a')).toBe(
      'it failed too often and is suspended; last in GET /p/notes/all: Error; it is tried again in 30 s',
    )
    expect([guard.suspension('notes', 'b'), guard.suspension('tags', 'a')]).toEqual([undefined, undefined])
    pass(firstPauseMs)
    expect(await codeOf(guard.run(call(), () => 1))).toBe('done')
    expect(guard.suspension('notes', 'a')).toBeUndefined()
    expect(turns).toEqual(['notes a', 'notes a'])
  })

  test('a plugin on trial may call itself, within its own limits; without a call that was let in it may not', async () => {
    const { guard, pass } = rig()
    await suspend(guard)
    pass(firstPauseMs)
    const within = (facts: Partial<GuardedCall>) =>
      codeOf(guard.run(call({ what: 'condition always', ...facts }), () => 1))
    expect(await guard.run(call(), async () => [await within({}), await within({ isWithin: true })])).toEqual([
      'ERR_PLUGIN_UNAVAILABLE',
      'done',
    ])
    await suspend(guard, { isWithin: true })
    expect(await codeOf(guard.run(call(), () => 1))).toBe('ERR_PLUGIN_UNAVAILABLE')
  })

  test('what strangers cause does not take the plugin from the company', async () => {
    const { guard } = rig()
    await suspend(guard, { by: 'strangers' })
    expect(await codeOf(guard.run(call({ by: 'strangers' }), () => 1))).toBe('ERR_PLUGIN_UNAVAILABLE')
    expect(await codeOf(guard.run(call(), () => 1))).toBe('done')
  })

  test('refusals, provider errors, callers that went away and a database that is away are no failures', async () => {
    const { guard } = rig()
    const answers = [
      new Refusal('ERR_NOT_FOUND'),
      new ChannelError({ kind: 'auth', code: '401', message: 'no', certain: true }),
      Object.assign(new Error('gone'), { code: 'CONNECTION_CLOSED' }),
    ]
    for (const answer of answers) {
      for (let count = 0; count <= failureLimit; count++)
        await expect(guard.run(call(), () => Promise.reject(answer))).rejects.toBe(answer)
    }
    for (let count = 0; count <= failureLimit; count++) {
      const leaving = new AbortController()
      const run = guard.run(call({ signal: leaving.signal }), () => new Promise(() => undefined))
      leaving.abort(new Error('the client left'))
      await expect(run).rejects.toThrow('the client left')
    }
    expect(guard.suspension('notes', 'a')).toBeUndefined()
  })

  test('a code that the plugin declares is its answer; of another plugin only where its guard let it through', async () => {
    const { guard } = rig()
    const errors = {
      ERR_BUSY: { status: 409, when: 'It is busy.', facts: ['limit'] },
    } as const satisfies PluginErrors
    // Its status counts for nothing: the plugin's own copy of the contract made it.
    const forged = Object.defineProperty(refusalsOf(errors)('ERR_BUSY', { limit: 3 }), 'status', { value: 200 })
    const busy = () => guard.run(call({ plugin: 'stock', errors }), () => Promise.reject(forged))
    await expect(busy()).rejects.toMatchObject({ code: 'ERR_BUSY', status: 409, facts: { limit: 3 } })
    expect(await codeOf(guard.run(call(), busy))).toBe('ERR_BUSY')
    expect(await codeOf(guard.run(call(), () => Promise.reject(forged)))).toBe('ERR_PLUGIN_FAILED')
  })

  test('no end in time is a failure, and the work is told to stop', async () => {
    const { guard } = rig()
    let told = false
    const run = guard.run(
      call({ limitMs: 5 }),
      (signal) =>
        new Promise(() =>
          signal.addEventListener('abort', () => {
            told = true
          }),
        ),
    )
    expect(await codeOf(run)).toBe('ERR_TIMEOUT')
    expect(told).toBe(true)
  })
})
