import { companySettings } from '@recado/contracts'
import { expect, test } from 'vitest'
import { isSettingKey, settingKeys, settingSchemas, settingValues, written } from './settings-catalogue.ts'

test('every fallback fits its own schema', () => {
  for (const key of settingKeys)
    expect(settingSchemas[key].parse(companySettings[key].fallback), key).toEqual(companySettings[key].fallback)
})

test('without stored rows the fallbacks hold', () => {
  expect(settingValues([])).toMatchObject({ hideContactData: false, reopenBlockMinutes: 0, ticketListLimit: 40 })
})

test('toggles are read in both spellings and written as the family’s words', () => {
  expect(
    settingValues([
      { key: 'hideContactData', value: 'enabled' },
      { key: 'NotViewAssignedTickets', value: true },
    ]),
  ).toMatchObject({ hideContactData: true, NotViewAssignedTickets: true })
  expect([true, false, 3].map(written)).toEqual(['enabled', 'disabled', 3])
})

test('a stored value that no longer fits counts as not set', () => {
  expect(
    settingValues([
      { key: 'ticketListLimit', value: 10_000 },
      { key: 'protocolFormat', value: 'x' },
    ]),
  ).toEqual(settingValues([]))
})

test('a protocol format has prefix, suffix, separator and id position, and no placeholders of its own', () => {
  const schema = settingSchemas.protocolFormat
  const good = { format: 'yyyy-MM', prefix: 'AT', suffix: 'x', separator: '/', idPosition: 'start' }
  expect(schema.parse(good)).toEqual(good)
  for (const change of [
    { prefix: '{id}' },
    { format: 'rm -rf' },
    { idPosition: 'middle' },
    { separator: 'long one' },
    { other: 1 },
  ])
    expect(schema.safeParse({ ...good, ...change }).success, JSON.stringify(change)).toBe(false)
})

test('keys of Object.prototype are not settings', () => {
  for (const key of ['constructor', '__proto__', 'toString', '']) expect(isSettingKey(key)).toBe(false)
})
