import { describe, expect, it } from 'vitest'
import { localTime, schedulePresets } from './schedule-presets.ts'

const at = (text: string) =>
  Object.fromEntries(schedulePresets(new Date(text)).map((preset) => [preset.name, localTime(preset.at)]))

describe('times to choose from', () => {
  it('in the morning of a Wednesday', () =>
    expect(at('2026-11-18T10:02')).toEqual({
      hour: '2026-11-18T11:05',
      evening: '2026-11-18T18:00',
      tomorrow: '2026-11-19T09:00',
      monday: '2026-11-23T09:00',
    }))
  it('late in the day there is no evening left', () => expect(at('2026-11-18T17:00')).not.toHaveProperty('evening'))
  it('on Sunday tomorrow is Monday', () => expect(at('2026-11-22T10:00')).not.toHaveProperty('monday'))
  it('on Monday it is the next one', () => expect(at('2026-11-23T10:00')).toMatchObject({ monday: '2026-11-30T09:00' }))
  it('over the end of a year', () =>
    expect(at('2026-12-31T23:58')).toMatchObject({ hour: '2027-01-01T01:00', tomorrow: '2027-01-01T09:00' }))
})
