import { Refusal } from '@recado/contracts'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { defaultVisitorFigures } from './visitor-budgets.ts'
import { VisitorGate, type VisitorCall } from './visitor-gate.ts'
import { WindowCounter } from './window-counter.ts'

let now: Date
const clock = { now: () => now }
const pass = (seconds: number): void => {
  now = new Date(now.getTime() + seconds * 1_000)
}
let gate: VisitorGate
beforeEach(() => {
  now = new Date('2026-03-01T12:00:00Z')
  gate = new VisitorGate({ clock })
})

const call = (parts: Partial<VisitorCall>): VisitorCall => ({
  rate: 'visitorUpload',
  plugin: 'chat',
  tenantId: 'a',
  network: '203.0.113.7',
  ...parts,
})
const port = (parts: Partial<VisitorCall>) => gate.portFor(call(parts), () => undefined)
async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'taken'
  } catch (error) {
    if (Refusal.is(error))
      return error.facts.retryAfterSeconds === undefined ? error.code : `${error.code} ${error.facts.retryAfterSeconds}`
    throw error
  }
}
/** Counts of the answers to consecutive calls. */
async function tally(times: number, ask: (turn: number) => Promise<unknown>): Promise<Record<string, number>> {
  const seen: Record<string, number> = {}
  for (let turn = 0; turn < times; turn++) {
    const code = await codeOf(ask(turn))
    seen[code] = (seen[code] ?? 0) + 1
  }
  return seen
}

describe('files of a visitor', () => {
  test('thirty photos from a telephone, some of them twice, are never asked for the slider', async () => {
    expect(await tally(36, () => port({}).spend('ana', { bytes: 5_000_000 }))).toEqual({ taken: 36 })
  })

  test('what comes after them is asked for it, and who solved it goes on until only time helps', async () => {
    await tally(36, () => port({}).spend('ana'))
    pass(60)
    expect(await codeOf(port({}).spend('ana'))).toBe('ERR_CAPTCHA_REQUIRED')
    expect(await codeOf(port({}).spend('bia'))).toBe('taken')
    await port({}).trust('ana')
    expect(await tally(90, () => port({}).spend('ana'))).toEqual({ taken: 84, 'ERR_TOO_MANY_REQUESTS 540': 6 })
    pass(540)
    expect(await codeOf(port({}).spend('ana'))).toBe('taken')
  })

  test('trust ends, and is nobody else’s: another plugin and another company know no such visitor', async () => {
    await port({}).trust('ana')
    for (const other of [{}, { plugin: 'other' }, { tenantId: 'b' }])
      await tally(36, () => port({ ...other, network: 'elsewhere' }).spend('ana'))
    expect(await codeOf(port({}).spend('ana'))).toBe('taken')
    expect(await codeOf(port({ plugin: 'other', network: 'elsewhere' }).spend('ana'))).toBe('ERR_CAPTCHA_REQUIRED')
    expect(await codeOf(port({ tenantId: 'b', network: 'elsewhere' }).spend('ana'))).toBe('ERR_CAPTCHA_REQUIRED')
    pass(defaultVisitorFigures.trustSeconds)
    await tally(36, () => port({}).spend('ana'))
    expect(await codeOf(port({}).spend('ana'))).toBe('ERR_CAPTCHA_REQUIRED')
  })

  test('bytes have a budget of their own, which the slider does not widen', async () => {
    await port({}).trust('ana')
    expect(await tally(60, () => port({}).spend('ana', { bytes: 10_000_000 }))).toEqual({
      taken: 50,
      'ERR_TOO_MANY_REQUESTS 3600': 10,
    })
    expect(await codeOf(port({}).spend('ana', { bytes: 0 }))).toBe('taken')
  })

  test('a network pays for all its visitors, whatever company they call', async () => {
    expect(await tally(160, (turn) => port({ tenantId: turn % 2 === 0 ? 'a' : 'b' }).spend(`visitor ${turn}`))).toEqual(
      { taken: 150, ERR_CAPTCHA_REQUIRED: 10 },
    )
    expect(await codeOf(port({ network: '2001:db8:0:1::/64' }).spend('elsewhere'))).toBe('taken')
  })

  test('what is refused takes nothing from the company: an attacker spends no more of it than their own', async () => {
    await port({}).trust('mallory')
    await tally(10_000, () => port({}).spend('mallory'))
    expect(await tally(1_390, (turn) => port({ network: `network ${turn}` }).spend(`visitor ${turn}`))).toEqual({
      taken: 1_380,
      ERR_CAPTCHA_REQUIRED: 10,
    })
    expect(await codeOf(port({ tenantId: 'b', network: 'elsewhere' }).spend('bia'))).toBe('taken')
  })
})

describe('sessions and messages', () => {
  test('of a thousand sessions from one network sixty are free, and a solved slider pays for one', async () => {
    const session = (cost?: { proven: boolean }) => port({ rate: 'visitorSession' }).spend(undefined, cost)
    expect(await tally(1_000, () => session())).toEqual({ taken: 60, ERR_CAPTCHA_REQUIRED: 940 })
    expect(await codeOf(session({ proven: true }))).toBe('taken')
    expect(await codeOf(session())).toBe('ERR_CAPTCHA_REQUIRED')
    pass(3_600)
    expect(await codeOf(session())).toBe('taken')
  })

  test('nobody writes thirty messages a minute, and no budget of another class is touched by it', async () => {
    expect(await tally(31, () => port({ rate: 'visitorMessage' }).spend('ana'))).toEqual({
      taken: 30,
      ERR_CAPTCHA_REQUIRED: 1,
    })
    expect(await codeOf(port({}).spend('ana'))).toBe('taken')
    expect(await tally(200, () => port({ rate: 'visitor' }).spend('ana'))).toEqual({ taken: 200 })
  })
})

describe('streams', () => {
  const opened: (() => void)[] = []
  const open = (visitor: string, parts: Partial<VisitorCall> = {}) =>
    gate.portFor(call({ rate: 'visitorStream', ...parts }), (release) => opened.push(release)).stream(visitor)
  beforeEach(() => {
    opened.length = 0
  })

  test('one more than a visitor may have ends the oldest and leaves the others', async () => {
    const signals = await Promise.all(Array.from({ length: 10 }, () => open('ana')))
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, ...Array.from({ length: 8 }, () => false)])
  })

  test('a network and a company are refused beyond theirs, until one ends; two companies have one each', async () => {
    gate = new VisitorGate({
      clock,
      figures: { ...defaultVisitorFigures, streams: { visitor: 2, network: 3, company: 4 } },
    })
    const busy = 'ERR_TOO_MANY_STREAMS 30'
    const ask = (visitor: string, network: string, tenantId = 'a') => codeOf(open(visitor, { network, tenantId }))
    expect([await ask('1', 'x'), await ask('2', 'x'), await ask('3', 'x'), await ask('4', 'x')]).toEqual([
      'taken',
      'taken',
      'taken',
      busy,
    ])
    expect([await ask('5', 'y'), await ask('6', 'z'), await ask('6', 'z', 'b')]).toEqual(['taken', busy, 'taken'])
    opened[0]!()
    opened[0]!()
    expect([await ask('7', 'z'), await ask('8', 'x')]).toEqual(['taken', busy])
  })

  test('a visitor at the bound of a full network exchanges a stream for a newer one', async () => {
    gate = new VisitorGate({
      clock,
      figures: { ...defaultVisitorFigures, streams: { visitor: 1, network: 1, company: 1 } },
    })
    const first = await open('ana')
    expect(await codeOf(open('ana'))).toBe('taken')
    expect(first.aborted).toBe(true)
  })
})

describe('the counter', () => {
  test('never lets more through than its points in one window, whatever comes when', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ after: fc.integer({ min: 0, max: 90 }), cost: fc.integer({ min: 0, max: 5 }) }), {
          maxLength: 60,
        }),
        (steps) => {
          const counter = new WindowCounter({ seconds: 60, capacity: 10, clock })
          const taken: { at: number; cost: number; window: number }[] = []
          let window = 0
          for (const { after, cost } of steps) {
            pass(after)
            const { spent, endsInSeconds } = counter.read('key')
            if (endsInSeconds === 0) window++
            if (spent + cost > 7) continue
            counter.add('key', cost)
            taken.push({ at: now.getTime(), cost, window })
          }
          for (const [, of] of Map.groupBy(taken, (one) => one.window)) {
            expect(of.reduce((sum, { cost }) => sum + cost, 0)).toBeLessThanOrEqual(7)
          }
        },
      ),
    )
  })

  test('remembers a bounded number of keys, the newest, and none whose window is over', () => {
    const counter = new WindowCounter({ seconds: 60, capacity: 100, clock })
    for (let key = 0; key < 10_000; key++) counter.add(`key ${key}`, 1)
    expect([counter.size, counter.read('key 9999').spent, counter.read('key 0').spent]).toEqual([100, 1, 0])
    pass(60)
    counter.add('later', 1)
    expect(counter.size).toBe(1)
  })
})
