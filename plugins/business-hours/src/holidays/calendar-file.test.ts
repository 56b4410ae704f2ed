import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCalendar } from './calendar-file.ts'

const calendar = (...events: string[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...events.map((event) => `BEGIN:VEVENT\n${event}\nEND:VEVENT`),
    'END:VCALENDAR',
  ].join('\n')

describe('a calendar file', () => {
  it('S3-074 gives its whole days, each of several, and yearly ones from now on', async () => {
    const { days, passedOver } = await readCalendar(
      calendar(
        'DTSTART;VALUE=DATE:20260403\nSUMMARY:Paixão de Cristo',
        'DTSTART;VALUE=DATE:20261224\nDTEND;VALUE=DATE:20261226\nSUMMARY:Recesso',
        'DTSTART;VALUE=DATE:20200709\nRRULE:FREQ=YEARLY\nSUMMARY:Nove de Julho',
        'DTSTART:20260403T100000Z\nSUMMARY:Reunião',
        'DTSTART;VALUE=DATE:20260404',
      ),
      2026,
    )
    expect(days.map(({ date, description }) => `${date} ${description}`)).toEqual([
      '2026-04-03 Paixão de Cristo',
      '2026-07-09 Nove de Julho',
      '2026-12-24 Recesso',
      '2026-12-25 Recesso',
      '2027-07-09 Nove de Julho',
      '2028-07-09 Nove de Julho',
    ])
    expect(passedOver).toEqual([
      { what: 'Reunião', why: 'notADay' },
      { what: '2026-04-04', why: 'noDescription' },
    ])
  })

  it('ends soon, whatever repeats in it and however long', async () => {
    const { days } = await readCalendar(
      calendar(
        'DTSTART;VALUE=DATE:20260101\nRRULE:FREQ=DAILY\nSUMMARY:Sempre',
        'DTSTART;VALUE=DATE:20260101\nDURATION:P9000D\nSUMMARY:Longo',
        'DTSTART;VALUE=DATE:19000101\nRRULE:FREQ=SECONDLY\nSUMMARY:Nunca',
      ),
      2026,
    )
    expect(days.length).toBeLessThanOrEqual(1_000)
  })

  it('that is none is refused, and nothing else comes of any text', async () => {
    await expect(readCalendar('isto não é um calendário', 2026)).rejects.toThrow()
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 200 }), async (text) => {
        const read = await readCalendar(calendar(`DTSTART;VALUE=DATE:20260101\nSUMMARY:${text}`), 2026).catch(
          (error: unknown) => error,
        )
        expect(read instanceof Error || 'days' in (read as object)).toBe(true)
      }),
      { numRuns: 200 },
    )
  })
})
