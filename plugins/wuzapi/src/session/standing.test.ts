import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import pt from '../../locales/pt-BR.json' with { type: 'json' }
import { stepOf, type Standing, type Step } from './standing.ts'
import { tellings, type Told } from './told.ts'

const jid = '5511999990000@s.whatsapp.net'
const down = { connected: false, loggedIn: false }
const fresh: Standing = { status: down, told: undefined, wasLinked: false, hasShownCodes: false }
const told = (event: Told['event']): Told => ({ event })

const shown = ({ next, state }: Step): string => {
  if (!state) return next
  const reason = state.state === 'needsAction' ? state.reason : state.state
  return `${next} ${reason} ${'code' in state ? state.code : ''}`.trim()
}

describe('what a session does as its gateway stands', () => {
  it.each<[string, Standing]>([
    ['connect', fresh],
    ['show', { ...fresh, status: { connected: true, loggedIn: false } }],
    ['wait degraded TIMEOUT', { ...fresh, hasShownCodes: true }],
    ['wait degraded TIMEOUT', { ...fresh, told: told('QRTimeout') }],
    ['wait degraded PAIR_ERROR', { ...fresh, told: told('PairError') }],
    ['work connected', { ...fresh, status: { connected: true, loggedIn: true, jid } }],
    ['work connected', { ...fresh, status: { connected: true, loggedIn: true }, told: told('StreamReplaced') }],
    ['connect', { ...fresh, status: { connected: false, loggedIn: true }, wasLinked: true }],
    ['connect', { ...fresh, status: { connected: false, loggedIn: true }, told: told('Disconnected') }],
    [
      'wait conflict CONFLICT',
      { ...fresh, status: { connected: false, loggedIn: true }, told: told('StreamReplaced') },
    ],
    ['retry failed OUTDATED', { ...fresh, status: { connected: false, loggedIn: true }, told: told('ClientOutdated') }],
    ['wait degraded TEMPORARY_BAN', { ...fresh, told: told('TemporaryBan') }],
    ['wait relogin LOGGED_OUT', { ...fresh, wasLinked: true }],
    ['wait relogin LOGGED_OUT', { ...fresh, status: { connected: true, loggedIn: false }, wasLinked: true }],
    ['wait relogin LOGGED_OUT', { ...fresh, told: told('LoggedOut') }],
  ])('%s', (step, standing) => {
    expect(shown(stepOf(standing))).toBe(step)
  })

  it('names the linked number', () => {
    expect(stepOf({ ...fresh, status: { connected: true, loggedIn: true, jid } }).state).toEqual({
      state: 'connected',
      identity: '+5511999990000',
    })
  })

  it('is connected only when messages can go, and says in words whatever a person has to do', () => {
    const standing = fc.record({
      status: fc.record({ connected: fc.boolean(), loggedIn: fc.boolean() }),
      told: fc.option(fc.constantFrom(...tellings).map(told), { nil: undefined }),
      wasLinked: fc.boolean(),
      hasShownCodes: fc.boolean(),
    })
    fc.assert(
      fc.property(standing, (known) => {
        const { next, state } = stepOf(known)
        expect(next === 'work').toBe(known.status.connected && known.status.loggedIn)
        expect(state?.state === 'connected').toBe(next === 'work')
        if (next !== 'wait' && next !== 'retry') return
        const code = state && 'code' in state ? state.code : undefined
        expect(pt.state[code as keyof typeof pt.state]).toMatchObject({
          title: expect.any(String),
          fix: expect.any(String),
        })
      }),
    )
  })
})
