import { mint, type TicketId } from '@recado/contracts'
import { expect, test } from 'vitest'
import { idsBelow, nextAfter } from './next-ticket.ts'

const list = (...statuses: readonly ('open' | 'pending' | 'closed')[]) =>
  statuses.map((status, index) => ({ id: mint<TicketId>(String(index)), status }))

test.for([
  [list('open', 'open', 'open'), '1', '2'],
  [list('open', 'closed', 'open'), '0', '2'],
  [list('open', 'pending', 'open'), '2', '1'],
  [list('open', 'closed'), '0', undefined],
  [list('closed', 'pending', 'open'), 'elsewhere', '1'],
  [list('closed'), 'elsewhere', undefined],
  [[], '0', undefined],
] as const)('of %j after %s comes %s', ([tickets, id, next]) => {
  expect(nextAfter(tickets, id)).toBe(next)
})

test.for([
  ['goes on where it stood', list('pending', 'pending', 'pending'), ['1', '2'], '1'],
  ['passes over what is over by now', list('pending', 'closed', 'pending'), ['1', '2'], '2'],
  ['passes over what has left as well', list('pending', 'pending'), ['7', '1'], '1'],
  ['begins at the top where all below have left', list('pending', 'pending'), ['7'], '0'],
  ['begins at the top where it was the last', list('pending', 'pending'), [], '0'],
] as const)('one that was taken out of the list %s', ([, tickets, below, next]) => {
  expect(nextAfter(tickets, 'taken', below)).toBe(next)
})

test('what stands below is known as long as it is in the list', () => {
  expect(idsBelow(list('open', 'closed', 'open'), '0')).toEqual(['1', '2'])
  expect(idsBelow(list('open'), 'elsewhere')).toBeUndefined()
})
