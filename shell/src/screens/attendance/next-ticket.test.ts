import { mint, type TicketId } from '@recado/contracts'
import { expect, test } from 'vitest'
import { nextAfter } from './next-ticket.ts'

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
