import { readFileSync } from 'node:fs'
import { ApiError } from '@recado/sdk/ui'
import { describe, expect, it } from 'vitest'
import { passkeyFailure, passkeyFailures, passkeyObstacle, type Attempt } from './passkey-failure.ts'

const named = (name: string) => Object.assign(new Error('said by the browser, in its own words'), { name })
const signIn: Attempt = { ceremony: 'signIn', elapsed: 4_000, timeout: 120_000 }
const register: Attempt = { ...signIn, ceremony: 'register' }

describe('what a browser says about a passkey', () => {
  it('S8-115 S8-116 S8-117 a refusal is a timeout, a cancelled dialog or a denial by how long it took', () => {
    for (const [elapsed, failure] of [
      [20, 'denied'],
      [199, 'denied'],
      [200, 'cancelled'],
      [60_000, 'cancelled'],
      [118_400, 'cancelled'],
      [118_500, 'timeout'],
      [120_000, 'timeout'],
      [180_000, 'timeout'],
    ] as const) {
      expect(passkeyFailure(named('NotAllowedError'), { ...signIn, elapsed }), String(elapsed)).toBe(failure)
    }
    expect(passkeyFailure(named('TimeoutError'), signIn)).toBe('timeout')
  })

  it('S8-112 S8-118 S8-119 S8-120 every other error has words of its own', () => {
    expect(
      ['AbortError', 'SecurityError', 'InvalidStateError', 'NotSupportedError', 'ConstraintError'].map((name) =>
        passkeyFailure(named(name), register),
      ),
    ).toEqual(['aborted', 'security', 'inUse', 'unsupported', 'notVerified'])
    expect(passkeyFailure(named('InvalidStateError'), signIn)).toBe('unfamiliar')
    for (const unknown of [
      named('UnknownError'),
      named('TypeError'),
      'words',
      undefined,
      null,
      { name: 'NotAllowedError' },
    ])
      expect(passkeyFailure(unknown, signIn)).toBe('failed')
  })

  it('S8-113 S8-114 S8-121 S8-122 so has what the server says; other refusals keep their own words', () => {
    const said = (code: string) => passkeyFailure(new ApiError(code, 400), signIn)
    expect(
      [
        'ERR_PASSKEY_ORIGIN',
        'ERR_PASSKEY_REFUSED',
        'ERR_NO_USER_FOUND',
        'ERR_NO_PASSKEY_FOUND',
        'ERR_PASSKEY_IN_USE',
      ].map(said),
    ).toEqual(['insecure', 'unfamiliar', 'userNotFound', 'noPasskey', 'inUse'])
    for (const code of ['ERR_USER_INACTIVE', 'ERR_TOO_MANY_REQUESTS', 'ERR_NETWORK'])
      expect(said(code), code).toBeUndefined()
  })

  it('S5-018 S5-019 what stands in the way is known beforehand', () => {
    expect(passkeyObstacle({ isSecureContext: false, PublicKeyCredential: () => undefined })).toBe('insecure')
    expect(passkeyObstacle({ isSecureContext: true })).toBe('unsupported')
    expect(passkeyObstacle({ isSecureContext: true, PublicKeyCredential: () => undefined })).toBeUndefined()
  })

  it.each(['pt-BR', 'en', 'es', 'ru'])('every failure has words in %s', (locale) => {
    const words = JSON.parse(
      readFileSync(new URL(`../../base/i18n/locales/${locale}/passkeys.json`, import.meta.url), 'utf8'),
    ) as { failure: Record<string, string> }
    expect(Object.keys(words.failure).toSorted()).toEqual([...passkeyFailures].toSorted())
    expect(new Set(Object.values(words.failure)).size).toBe(passkeyFailures.length)
  })
})
