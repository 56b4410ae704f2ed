import type { ConnectionContext, SealedState, StateStore } from '@recado/contracts'
import { describe, expect, test } from 'vitest'
import { trialContext } from './trial-context.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** A connection that has stored one cursor and one key; every write to it fails the test. */
function stored(): ConnectionContext<Record<string, unknown>> {
  const refuse = (): never => {
    throw new Error('a test of settings stores nothing')
  }
  const state: StateStore = {
    get: async <T>(key: string) => (key === 'cursor' ? (7 as T) : undefined),
    set: refuse,
    delete: refuse,
  }
  const sealed: SealedState = {
    read: async (keys) => new Map(keys.includes('login') ? [['login', bytes('stored')]] : []),
    write: refuse,
    clear: refuse,
  }
  return { state, sealed, setState: refuse } as unknown as ConnectionContext<Record<string, unknown>>
}

describe('the context of a test of settings', () => {
  test('has the secrets that were given, and forgets what the adapter makes of them', async () => {
    const { secrets } = trialContext(stored(), { token: 'typed' })
    expect(await secrets.get('token')).toBe('typed')
    expect(await secrets.get('other')).toBeUndefined()
    expect(await secrets.ensure('key', () => 'made')).toBe('made')
    expect(await secrets.ensure('key', () => 'made again')).toBe('made')
    await secrets.set('token', 'renewed')
    expect(await secrets.get('token')).toBe('renewed')
    await secrets.delete('token')
    expect(await secrets.get('token')).toBeUndefined()
  })

  test('reads the state of the connection below what is written meanwhile', async () => {
    const { state } = trialContext(stored(), {})
    expect(await state.get('cursor')).toBe(7)
    expect(await state.set('cursor', 8, { ifAbsent: true })).toBe(false)
    expect(await state.set('cursor', 9)).toBe(true)
    expect(await state.get('cursor')).toBe(9)
    await state.delete('cursor')
    expect(await state.get('cursor')).toBeUndefined()
    expect(await state.set('cursor', 1, { ifAbsent: true })).toBe(true)
  })

  test('reads logins and keys below what is written meanwhile', async () => {
    const { sealed } = trialContext(stored(), {})
    expect(await sealed.read(['login', 'none'])).toEqual(new Map([['login', bytes('stored')]]))
    await sealed.write(
      new Map([
        ['login', null],
        ['next', bytes('new')],
      ]),
    )
    expect(await sealed.read(['login', 'next'])).toEqual(new Map([['next', bytes('new')]]))
    await sealed.clear()
    expect(await sealed.read(['login', 'next'])).toEqual(new Map())
  })

  test('takes nothing in, and reports no state', async () => {
    const ctx = trialContext(stored(), {})
    await expect(ctx.emit([])).rejects.toMatchObject({ kind: 'unsupported', certain: true })
    expect(() => ctx.setState({ state: 'connected' })).not.toThrow()
  })
})
