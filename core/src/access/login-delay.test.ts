import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LoginDelay } from './login-delay.ts'

function rig() {
  let now = Date.UTC(2026, 0, 1)
  const clock = { now: () => new Date(now) }
  const listeners = new Set<(data: unknown, topic: string) => void>()
  const bus = {
    emit: (topic: string, data: unknown) => {
      for (const listener of listeners) listener(data, topic)
    },
    on: (_: string, listener: (data: unknown, topic: string) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const node = () => new LoginDelay({ secret: 's'.repeat(32), clock, bus })
  const waitOf = (delay: LoginDelay, account: string, address: string): number => {
    try {
      delay.begin(account, address)
      return 0
    } catch (error) {
      return (error as { facts: { retryAfterSeconds: number } }).facts.retryAfterSeconds
    }
  }
  return {
    node,
    waitOf,
    pass: (ms: number) => {
      now += ms
    },
  }
}

test('five failures are free, then the wait doubles from one second', () => {
  const { node, waitOf, pass } = rig()
  const delay = node()
  for (let attempt = 0; attempt < 5; attempt++) expect(waitOf(delay, 'ana@a.com', '1.1.1.1')).toBe(0)
  for (const expected of [1, 2, 4, 8]) {
    expect(waitOf(delay, 'ana@a.com', '1.1.1.1')).toBe(expected)
    pass(expected * 1_000)
    expect(waitOf(delay, 'ana@a.com', '1.1.1.1')).toBe(0)
  }
})

test('a refused attempt does not lengthen the wait and a good one forgives', () => {
  const { node, waitOf, pass } = rig()
  const delay = node()
  for (let attempt = 0; attempt < 6; attempt++) waitOf(delay, 'ana@a.com', '1.1.1.1')
  for (let attempt = 0; attempt < 10; attempt++) expect(waitOf(delay, 'ana@a.com', '1.1.1.1')).toBe(1)
  pass(1_000)
  delay.begin('ana@a.com', '1.1.1.1').succeeded()
  for (let attempt = 0; attempt < 5; attempt++) expect(waitOf(delay, 'ana@a.com', '1.1.1.1')).toBe(0)
})

test('whoever names an account from elsewhere delays its owner by a minute at most', () => {
  const { node, waitOf, pass } = rig()
  const delay = node()
  for (let attacker = 0; attacker < 200; attacker++) {
    pass(60_000)
    waitOf(delay, 'ana@a.com', `10.0.0.${attacker}`)
  }
  expect(waitOf(delay, 'ana@a.com', '1.1.1.1')).toBeLessThanOrEqual(60)
  expect(waitOf(delay, 'bia@b.com', '1.1.1.1')).toBe(0)
})

test('an office of any size signs in behind one address', () => {
  const { node, waitOf } = rig()
  const delay = node()
  for (let agent = 0; agent < 500; agent++) delay.begin(`agent${agent}@a.com`, '1.1.1.1').succeeded()
  for (let fault = 0; fault < 100; fault++) delay.begin('ana@a.com', '1.1.1.1').withdrawn()
  expect(waitOf(delay, 'ana@a.com', '1.1.1.1')).toBe(0)
})

test('an own account does not pay for guessing at others', () => {
  const { node, waitOf } = rig()
  const delay = node()
  for (let attempt = 0; attempt < 30; attempt++) {
    waitOf(delay, `victim${attempt}@a.com`, '6.6.6.6')
    if (attempt < 29) delay.begin('attacker@a.com', '6.6.6.6').succeeded()
  }
  expect(waitOf(delay, 'victim30@a.com', '6.6.6.6')).toBe(1)
})

test('nodes count together', () => {
  const { node, waitOf } = rig()
  const [a, b] = [node(), node()]
  for (let attempt = 0; attempt < 5; attempt++) waitOf(attempt % 2 ? a : b, 'ana@a.com', '1.1.1.1')
  expect(waitOf(a, 'ana@a.com', '1.1.1.1')).toBe(1)
  expect(waitOf(b, 'ana@a.com', '1.1.1.1')).toBe(1)
})

test('no sequence of attempts ever waits longer than a quarter of an hour', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          account: fc.constantFrom('a', 'b'),
          address: fc.constantFrom('1', '2'),
          pause: fc.integer({ min: 0, max: 900_000 }),
        }),
        { maxLength: 200 },
      ),
      (attempts) => {
        const { node, waitOf, pass } = rig()
        const delay = node()
        for (const { account, address, pause } of attempts) {
          pass(pause)
          expect(waitOf(delay, account, address)).toBeLessThanOrEqual(900)
        }
      },
    ),
  )
})

test('where an account was signed in to, guesses from everywhere else never make its owner wait', () => {
  const { node, waitOf, pass } = rig()
  const [one, other] = [node(), node()]
  one.begin('ana@a.com', '1.1.1.1').succeeded()
  for (let attacker = 0; attacker < 500; attacker++)
    waitOf(other, 'ana@a.com', `10.0.${attacker % 256}.${attacker >> 8}`)
  expect(waitOf(other, 'ana@a.com', '10.9.9.9')).toBeGreaterThan(0)
  expect([waitOf(one, 'ana@a.com', '1.1.1.1'), waitOf(other, 'ana@a.com', '1.1.1.1')]).toEqual([0, 0])
  // Guessing from there is slowed down like anywhere.
  for (let guess = 0; guess < 5; guess++) waitOf(one, 'ana@a.com', '1.1.1.1')
  expect(waitOf(one, 'ana@a.com', '1.1.1.1')).toBeGreaterThan(0)
  pass(31 * 24 * 60 * 60_000)
  for (let attacker = 0; attacker < 30; attacker++) waitOf(one, 'ana@a.com', `10.1.1.${attacker}`)
  expect(waitOf(one, 'ana@a.com', '1.1.1.1')).toBeGreaterThan(0)
})

test('who moves within one network of IPv6 is one guesser; neighbouring networks and IPv4 addresses are others', () => {
  const { node, waitOf } = rig()
  const delay = node()
  for (let attempt = 0; attempt < 5; attempt++)
    expect(waitOf(delay, 'ana@a.com', `2001:db8:0:7::${attempt.toString(16)}`)).toBe(0)
  expect(waitOf(delay, 'ana@a.com', '2001:db8:0:7:ffff:ffff:ffff:ffff')).toBe(1)
  expect(delay.isSuspicious('2001:db8:0:7:abcd::1')).toBe(true)
  expect(waitOf(delay, 'ana@a.com', '2001:db8:0:8::1')).toBe(0)
  expect(delay.isSuspicious('192.0.2.7')).toBe(false)
})
