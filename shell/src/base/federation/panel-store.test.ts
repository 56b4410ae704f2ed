import { describe, expect, test, vi } from 'vitest'
import type { PanelPlugin } from './panel-plugin.ts'
import { createPanelStore, type PanelState } from './panel-store.ts'

const plugin = (contract = { major: 1, minor: 0 }): PanelPlugin => ({
  id: 'notes',
  version: '1.0.0',
  title: { en: 'Notes' },
  namespace: 'plugin.notes',
  remote: { entry: '/plugins/notes/e.js', contract, preload: [] },
})
const Card = () => null
const moduleWith = (panels: Record<string, unknown>, builtFor: unknown = { major: 1, minor: 0 }) => ({
  builtFor,
  default: { panels },
})
const card = { slot: 'ticket.sidebar', load: async () => ({ default: Card }) }

/** A store whose loads are answered in turn; `settled` waits until the panel is no longer loading. */
function storeWith(answers: ReadonlyArray<() => Promise<unknown>>, timeoutMs = 60_000) {
  const attempts: number[] = []
  const store = createPanelStore({
    load: (_plugin, attempt) => {
      attempts.push(attempt)
      return answers[attempts.length - 1]!()
    },
    prepare: () => Promise.reject(new Error('no words')),
    timeoutMs,
  })
  const settled = (of: PanelPlugin, name = 'Card') =>
    vi.waitUntil(() => {
      const state = store.stateOf(of, name, 'ticket.sidebar')
      return state.status === 'loading' ? undefined : state
    })
  const reasonOf = (state: PanelState) => (state.status === 'failed' ? state.failure.reason : state.status)
  return { store, attempts, settled, reasonOf }
}

describe('the store of panels', () => {
  test('two panels of one plugin share one load, and a loaded panel is known at once', async () => {
    const { store, attempts, settled } = storeWith([async () => moduleWith({ Card: card, Other: card })])
    const notes = plugin()
    store.want(notes, 'Card', 'ticket.sidebar')
    store.want(notes, 'Other', 'ticket.sidebar')
    store.want(notes, 'Card', 'ticket.sidebar')
    expect(await settled(notes, 'Other')).toMatchObject({ status: 'ready' })
    expect(store.stateOf(notes, 'Card', 'ticket.sidebar')).toEqual({ status: 'ready', Component: Card })
    expect(attempts).toEqual([0])
  })

  test.for([
    ['something else', 42, 'shape'],
    ['no panels', { builtFor: { major: 1, minor: 0 }, default: {} }, 'shape'],
    ['no contract', moduleWith({ Card: card }, null), 'shape'],
    ['the next contract', moduleWith({ Card: card }, { major: 2, minor: 0 }), 'contract'],
    ['a newer minor', moduleWith({ Card: card }, { major: 1, minor: 99 }), 'contract'],
    ['another panel', moduleWith({ Other: card }), 'shape'],
    ['a panel for another slot', moduleWith({ Card: { ...card, slot: 'home.widget' } }), 'shape'],
    ['no component', moduleWith({ Card: { ...card, load: async () => ({ default: 'text' }) } }), 'shape'],
    ['a chunk that fails', moduleWith({ Card: { ...card, load: () => Promise.reject(new Error('503')) } }), 'load'],
  ] as const)('a module with %s', async ([, module, reason]) => {
    const { store, settled, reasonOf } = storeWith([async () => module])
    const notes = plugin()
    store.want(notes, 'Card', 'ticket.sidebar')
    expect(reasonOf(await settled(notes))).toBe(reason)
  })

  test('what was built for another contract is not even asked for', async () => {
    const { store, attempts, settled, reasonOf } = storeWith([])
    const next = plugin({ major: 2, minor: 0 })
    store.want(next, 'Card', 'ticket.sidebar')
    expect(reasonOf(await settled(next))).toBe('contract')
    expect(attempts).toEqual([])
  })

  test('after a failure the next attempt counts on, for all panels of the plugin', async () => {
    const { store, attempts, settled, reasonOf } = storeWith([
      () => Promise.reject(new Error('503')),
      () => Promise.reject(new Error('503')),
      async () => moduleWith({ Card: card }),
    ])
    const notes = plugin()
    store.want(notes, 'Card', 'ticket.sidebar')
    expect(reasonOf(await settled(notes))).toBe('load')
    store.retry(notes, 'Card', 'ticket.sidebar')
    expect(reasonOf(await settled(notes))).toBe('load')
    store.retry(notes, 'Card', 'ticket.sidebar')
    expect(reasonOf(await settled(notes))).toBe('ready')
    expect(attempts).toEqual([0, 1, 2])
  })

  test('a late panel says so, and is shown when it comes without being asked for again', async () => {
    const module = Promise.withResolvers<unknown>()
    const { store, attempts, settled, reasonOf } = storeWith([() => module.promise], 5)
    const notes = plugin()
    store.want(notes, 'Card', 'ticket.sidebar')
    expect(reasonOf(await settled(notes))).toBe('timeout')
    module.resolve(moduleWith({ Card: card }))
    await vi.waitUntil(() => store.stateOf(notes, 'Card', 'ticket.sidebar').status === 'ready')
    expect(attempts).toEqual([0])
  })
})
