import { expect, test } from 'vitest'
import { citedIds, statementsIn } from './specification.ts'

test('ids are found one by one, and ranges are spelled out', () => {
  expect(citedIds('S5-001 and S5-003…005, not S5-1')).toEqual(['S5-001', 'S5-003', 'S5-004', 'S5-005'])
  expect(citedIds('S8-112…S8-114 every failure')).toEqual(['S8-112', 'S8-113', 'S8-114'])
})

test('a statement is a row of a page, with the codes it names', () => {
  const [call, error, log] = statementsIn(
    [
      '| S7-007 | auth | api | `POST /auth/logout/` |',
      '| S8-026 | auth | error | The user was deleted: `ERR_USER_DELETED` |',
      '| S4-024 | tickets | log | It was deleted: `delete` |',
    ].join('\n'),
  )
  expect(call).toEqual({ id: 'S7-007', part: 7, area: 'auth', kind: 'api', text: '`POST /auth/logout/`', codes: [] })
  expect(error?.codes).toEqual(['ERR_USER_DELETED'])
  expect(log?.codes).toEqual(['delete'])
})
