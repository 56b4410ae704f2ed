import type { Access, ErrorCode, Tier } from '@recado/contracts'
import { describe, expect, test } from 'vitest'
import type { BoundRoute, Caller } from '../http/route.ts'
import { EntryRules } from './entry-rules.ts'

const now = new Date('2026-11-22T12:00:00Z')
const standing = {
  consentVersion: 1,
  confirmedAt: now,
  blocked: false,
  mustEnrol: false,
  loginHours: null,
  timeZone: 'America/Sao_Paulo',
}
type Session = Extract<Caller, { kind: 'session' }>
const route = (access: Partial<Extract<Access, { kind: 'session' }>> = {}, tier?: Tier, owner = 'core') =>
  ({
    owner,
    spec: { access: { kind: 'session', permission: 'tickets.read', ...access }, ...(tier && { tier }) },
  }) as unknown as BoundRoute

async function outcome(
  of: BoundRoute,
  as: Partial<Session['standing']> = {},
  notice: number | null = null,
): Promise<ErrorCode | 'in'> {
  const rules = new EntryRules({
    clock: { now: () => now },
    noticeVersion: async () => notice,
    tierOf: async () => 'basic',
  })
  try {
    await rules.admit(of, {
      kind: 'session',
      sessionId: 's',
      viewer: { tenantId: 't' },
      standing: { ...standing, ...as },
    } as unknown as Session)
    return 'in'
  } catch (error) {
    return (error as { code: ErrorCode }).code
  }
}

describe('what stands before a route', () => {
  test('nothing, for who stands well', async () => expect(await outcome(route())).toBe('in'))

  test('S4-131 a blocked licence, but not before what a session itself needs', async () => {
    expect(await outcome(route(), { blocked: true })).toBe('ERR_LICENSE_BLOCKED')
    expect(await outcome(route({ unsettled: true }), { blocked: true })).toBe('in')
  })

  test('S4-125 a privacy notice that was never accepted, or in an older version only', async () => {
    expect(await outcome(route(), { consentVersion: null }, 1)).toBe('ERR_LGPD_CONSENT')
    expect(await outcome(route(), { consentVersion: 1 }, 2)).toBe('ERR_LGPD_CONSENT')
    expect(await outcome(route(), { consentVersion: 2 }, 2)).toBe('in')
    expect(await outcome(route(), { consentVersion: null }, null)).toBe('in')
    expect(await outcome(route({ unsettled: true }), { consentVersion: null }, 1)).toBe('in')
  })

  test('a second factor that is required and missing, but not before what enrolling takes; a plugin opens nothing by itself', async () => {
    expect(await outcome(route(), { mustEnrol: true })).toBe('ERR_SECOND_FACTOR_ENROLMENT')
    expect(await outcome(route({ unsettled: true }), { mustEnrol: true })).toBe('ERR_SECOND_FACTOR_ENROLMENT')
    expect(await outcome(route({ enrolling: true }), { mustEnrol: true })).toBe('in')
    expect(await outcome(route({ enrolling: true }, undefined, 'notes'), { mustEnrol: true })).toBe(
      'ERR_SECOND_FACTOR_ENROLMENT',
    )
    expect(
      await outcome(route({ enrolling: true }), { mustEnrol: true, consentVersion: null }, 1),
      'the notice first',
    ).toBe('ERR_LGPD_CONSENT')
  })

  test('showing who one is, within five minutes', async () => {
    const ago = (seconds: number) => ({ confirmedAt: new Date(now.getTime() - seconds * 1_000) })
    expect(await outcome(route({ confirmed: true }), ago(299))).toBe('in')
    expect(await outcome(route({ confirmed: true }), ago(300))).toBe('ERR_CONFIRMATION_REQUIRED')
    expect(await outcome(route(), ago(300))).toBe('in')
  })

  test('S5-031 the tier of the company', async () => {
    expect(await outcome(route({}, 'basic'))).toBe('in')
    expect(await outcome(route({}, 'plus'))).toBe('ERR_TIER_REQUIRED')
  })
})
