import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { localOf, momentAt, momentOf, snoozePresets } from './snooze-times.ts'

const zones = [
  'America/Sao_Paulo',
  'Europe/Lisbon',
  'Asia/Tokyo',
  'Pacific/Auckland',
  'Asia/Kolkata',
  'America/New_York',
]
const clock = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at)

describe('times to put a ticket off to', () => {
  it('snooze: are later today, tomorrow at nine and Monday at nine by the clock of the company', () => {
    const now = new Date('2026-11-24T15:10:00Z')
    expect(
      snoozePresets(now, 'America/Sao_Paulo').map(({ name, at }) => [name, clock(at, 'America/Sao_Paulo')]),
    ).toEqual([
      ['later', 'Tue 15:30'],
      ['tomorrow', 'Wed 09:00'],
      ['monday', 'Mon 09:00'],
    ])
    expect(snoozePresets(now, 'Asia/Tokyo').map(({ name, at }) => [name, at.toISOString()])).toEqual([
      ['later', '2026-11-24T18:30:00.000Z'],
      ['tomorrow', '2026-11-26T00:00:00.000Z'],
      ['monday', '2026-11-30T00:00:00.000Z'],
    ])
    expect(
      snoozePresets(new Date('2026-11-30T01:00:00Z'), 'America/Sao_Paulo').map(({ name }) => name),
      'Monday is tomorrow, and the day is nearly over',
    ).toEqual(['tomorrow'])
  })

  it('snooze: nine o’clock is nine o’clock in every zone, also when clocks are changed in between', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2024-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
        fc.constantFrom(...zones),
        (now, zone) => {
          for (const { name, at } of snoozePresets(now, zone)) {
            expect(at.getTime()).toBeGreaterThan(now.getTime())
            if (name !== 'later') expect(clock(at, zone)).toMatch(/ 09:00$/)
            if (name === 'monday') expect(clock(at, zone)).toMatch(/^Mon/)
          }
        },
      ),
    )
  })

  it('snooze: what a field shows is the moment that it means', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2024-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
        fc.constantFrom('Asia/Tokyo', 'Asia/Kolkata', 'America/Sao_Paulo'),
        (at, zone) => {
          const whole = new Date(Math.floor(at.getTime() / 60_000) * 60_000)
          expect(momentOf(localOf(whole, zone), zone)).toEqual(whole)
        },
      ),
    )
    expect(momentAt(Date.UTC(2026, 2, 8, 2, 30), 'America/New_York').toISOString(), 'a time that does not exist').toBe(
      '2026-03-08T07:30:00.000Z',
    )
  })
})
