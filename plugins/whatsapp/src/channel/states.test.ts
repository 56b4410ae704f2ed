import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import pt from '../../locales/pt-BR.json' with { type: 'json' }
import { stepAfter, type Standing, type Step } from './states.ts'

const linked: Standing = {
  isLinked: true,
  failures: 0,
  asksForPasskey: false,
  hasFreshVersion: false,
  isPairing: false,
}
const fresh: Standing = { ...linked, isLinked: false }

const stateOf = ({ state }: Step): string => {
  if (state.state === 'needsAction') return `${state.reason} ${state.code}`
  return 'code' in state ? `${state.state} ${state.code}` : state.state
}

describe('what follows when a line ends', () => {
  it.each<[number, Standing, string, Step['next'], boolean]>([
    [515, linked, 'starting', 'reconnect', false],
    [515, { ...linked, isPairing: true }, 'login undefined', 'reconnect', false],
    [401, linked, 'relogin LOGGED_OUT', 'wait', true],
    [411, linked, 'relogin LOGGED_OUT', 'wait', true],
    [419, linked, 'relogin LOGGED_OUT', 'wait', true],
    [403, linked, 'relogin BANNED', 'wait', false],
    [405, linked, 'starting', 'refreshVersion', false],
    [405, { ...linked, hasFreshVersion: true }, 'failed VERSION', 'wait', false],
    [408, fresh, 'degraded TIMEOUT', 'wait', false],
    [408, { ...fresh, asksForPasskey: true }, 'passkey PASSKEY_TIMEOUT', 'wait', false],
    [408, linked, 'starting', 'reconnect', false],
    [428, { ...linked, failures: 2 }, 'degraded UNREACHABLE', 'reconnect', false],
    [428, { ...linked, failures: 5 }, 'passkey PASSKEY_HARD', 'wait', false],
    [440, linked, 'conflict CONFLICT', 'wait', false],
    [500, { ...linked, failures: 1 }, 'degraded UNREACHABLE', 'reconnect', false],
    [503, { ...linked, failures: 1 }, 'degraded UNREACHABLE', 'reconnect', false],
  ])('%i with %o: %s', (code, standing, state, then, wipe) => {
    const step = stepAfter({ code }, standing)
    expect([stateOf(step), step.next, step.wipe]).toEqual([state, then, wipe])
  })

  it('says that the phone removed the device', () => {
    expect(stateOf(stepAfter({ code: 401, isRemoved: true }, linked))).toBe('relogin REMOVED')
  })

  it('is a bounded pause or something that a person reads; only an end of the login deletes it', () => {
    const standing = fc.record({
      isLinked: fc.boolean(),
      failures: fc.nat({ max: 1_000_000 }),
      asksForPasskey: fc.boolean(),
      hasFreshVersion: fc.boolean(),
      isPairing: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.integer(), fc.boolean(), standing, (code, isRemoved, known) => {
        const step = stepAfter({ code, isRemoved }, known)
        expect(step.afterMs).toBeLessThanOrEqual(60_000)
        if (step.wipe) expect([401, 411, 419]).toContain(code)
        if (step.next !== 'wait') return
        const name = 'code' in step.state ? step.state.code : undefined
        expect(pt.state[name as keyof typeof pt.state]).toMatchObject({
          title: expect.any(String),
          fix: expect.any(String),
        })
      }),
    )
  })
})
