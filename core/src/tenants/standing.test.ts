import { describe, expect, test } from 'vitest'
import { licenceStateOf, limitsOf, type Standing, type StoredLicence, type Use } from './standing.ts'

const now = new Date('2026-11-22T12:00:00Z')
const before = new Date('2026-11-01T00:00:00Z')
const after = new Date('2026-12-01T00:00:00Z')
const unlimited = { users: null, connectedUsers: null, connections: null, contacts: null, storage: null }
const company = (parts: Partial<Standing> = {}): Standing => ({
  tier: 'premium',
  ownTier: 'premium',
  status: 'active',
  blocked: false,
  plan: null,
  trialEndsAt: null,
  userCreation: true,
  resellerId: null,
  ownLimits: unlimited,
  licence: null,
  ...parts,
})
const licence = (parts: Partial<StoredLicence> = {}): StoredLicence => ({
  state: 'valid',
  domain: null,
  expiresAt: after,
  limits: {},
  ...parts,
})
const use = (parts: Partial<Use> = {}): Use => ({
  users: 1,
  connectedUsers: 1,
  connections: 1,
  contacts: 10,
  storage: 0.1,
  activeQueues: 1,
  activeConnections: 1,
  ...parts,
})

describe('limits', () => {
  test('S6-039 without any, as installed, nothing is limited', () => {
    expect(limitsOf(company(), now)).toEqual(unlimited)
  })

  test('S6-038 the company’s own count, a valid licence’s before them', () => {
    const own = { users: 5, connectedUsers: 4, connections: 3, contacts: 1_000, storage: 500 }
    expect(limitsOf(company({ ownLimits: own }), now)).toEqual(own)
    expect(
      limitsOf(company({ ownLimits: own, licence: licence({ limits: { users: 50, contacts: null } }) }), now),
    ).toEqual({ ...own, users: 50, contacts: null })
    expect(
      limitsOf(company({ ownLimits: own, licence: licence({ limits: { users: 50 }, state: 'invalidCode' }) }), now),
    ).toEqual(own)
    expect(
      limitsOf(company({ ownLimits: own, licence: licence({ limits: { users: 50 }, expiresAt: now }) }), now),
    ).toEqual(own)
  })

  test('S6-037 the free tier has limited users: what its own plan says, three for who fell to it', () => {
    const free = (ownTier: Standing['ownTier'], users: number | null) =>
      limitsOf(company({ tier: 'free', ownTier, ownLimits: { ...unlimited, users } }), now).users
    expect([
      free('free', null),
      free('free', 8),
      free('premium', null),
      free('premium', 50),
      free('premium', 2),
    ]).toEqual([3, 8, 3, 3, 2])
  })
})

describe('how a licence stands', () => {
  const state = (standing: Partial<Standing>, inUse: Partial<Use> = {}) =>
    licenceStateOf(company(standing), use(inUse), now)

  test.each([
    ['none', {}],
    ['valid', { licence: licence() }],
    ['valid', { licence: licence({ expiresAt: null }) }],
    ['invalid', { tier: 'free', licence: licence({ state: 'invalid' }) }],
    ['invalidDomain', { tier: 'free', licence: licence({ state: 'invalidDomain' }) }],
    ['invalidCode', { tier: 'free', licence: licence({ state: 'invalidCode' }) }],
    ['expired', { tier: 'free', licence: licence({ expiresAt: before }) }],
    ['expired', { tier: 'free', trialEndsAt: before }],
    ['none', { trialEndsAt: after }],
    ['blocked', { blocked: true, licence: licence({ state: 'invalid' }) }],
  ] as const)('S4-129 S4-130 S4-131 S4-132 S4-133 %s', (expected, standing) => {
    expect(state(standing)).toBe(expected)
  })

  test.each([
    ['users', 4],
    ['activeQueues', 2],
    ['activeConnections', 2],
  ] as const)('S4-134 free-plan violation by %s: %i', (kind, count) => {
    expect(state({ tier: 'free', trialEndsAt: before }, { [kind]: count })).toBe('freePlanViolation')
    expect(state({ tier: 'free', trialEndsAt: before }, { [kind]: count - 1 })).toBe('expired')
    expect(state({ tier: 'basic', ownTier: 'basic' }, { [kind]: count })).toBe('none')
  })
})
