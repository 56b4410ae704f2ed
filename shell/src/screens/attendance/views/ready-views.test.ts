import { expect, it } from 'vitest'
import { choicesOf, defaultFilter, filterQuery } from '../../../data/tickets/ticket-filter.ts'
import { worstFirst } from './ready-views.ts'

it('who waits for an answer is asked for worst first, whoever has the conversation, and can be put back', () => {
  expect(filterQuery(worstFirst)).toMatchObject({
    status: ['open', 'pending'],
    unanswered: true,
    mine: false,
    sort: 'priority',
  })
  const [first, second] = choicesOf(worstFirst)
  expect({ ...worstFirst, ...first?.without, ...second?.without }).toEqual({ ...defaultFilter, view: 'all' })
})
