import { expect, test } from 'vitest'
import { defaultFilter } from '../../../data/tickets/ticket-filter.ts'
import { readyViews, narrowedTo } from '../views/ready-views.ts'
import { entriesOf, isShown } from './tree-groups.ts'

const sales = { id: 'a', name: 'Vendas', color: '#0e7490', isOffered: true }
const former = { id: 'b', name: 'Antiga', isOffered: false }

test('a queue is shown without the tickets that have none, and what is not offered any more has no entry', () => {
  const entries = entriesOf('queue', [sales, former], (id) => ({ value: id.length, max: 99 }))
  expect(entries.map(({ name, color, count }) => ({ name, color, count }))).toEqual([
    { name: 'Vendas', color: '#0e7490', count: { value: 1, max: 99 } },
  ])
  expect(entries[0]!.filter).toEqual({
    ...defaultFilter,
    view: 'all',
    queuesIds: ['a'],
    includeNotQueueDefined: false,
  })
})

test('an entry is the current one while the list shows it and nothing more', () => {
  const [entry] = entriesOf('connection', [sales])
  expect(isShown(entry!, entry!.filter, undefined)).toBe(true)
  expect(isShown(entry!, { ...entry!.filter, unanswered: true }, undefined)).toBe(false)
  expect(isShown(entry!, defaultFilter, undefined)).toBe(false)
  expect(isShown(entry!, entry!.filter, 'of a view')).toBe(false)
  const view = { key: 'view 1', name: 'Minha', filter: narrowedTo(readyViews[0]!.filter), viewId: '1' }
  expect(isShown(view, defaultFilter, '1')).toBe(true)
  expect(isShown(view, view.filter, undefined)).toBe(false)
})
