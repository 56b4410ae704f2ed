import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Flow } from '../../flows/flow.ts'
import { outletsOf } from '../../graph/blocks.ts'
import { emptyGraph, Graph } from '../../graph/graph.ts'
import { maxNodes } from '../../graph/limits.ts'
import { connected, withBlock, withNode, without } from './edit.ts'
import { DraftSaver } from './draft-saver.ts'
import { UndecidedStore } from './undecided.ts'
import { UnsavedStore } from './unsaved.ts'

const flow = () =>
  ({
    draft: { revision: 1, graph: emptyGraph(), undecided: [], savedAt: '2026-01-01T00:00:00Z', savedBy: null },
    faults: [],
  }) as unknown as Flow
const grown = (saver: DraftSaver) => withBlock(saver.snapshot().history.present, 'message', { x: 0, y: 0 }).graph
const savedAt = '2026-01-01T00:00:01Z'

describe('a draft', () => {
  it('is saved from the revision that the server answered last, one request at a time', async () => {
    const asked: number[] = []
    let underWay = 0
    const saver = new DraftSaver(flow(), async (revision) => {
      expect(++underWay).toBe(1)
      asked.push(revision)
      await Promise.resolve()
      underWay--
      return { outcome: 'saved', revision: revision + 1, savedAt, faults: [{ code: 'openOutlet', severity: 'error' }] }
    })
    saver.change(grown(saver))
    const first = saver.flush()
    saver.change(grown(saver))
    await Promise.all([first, saver.flush()])
    expect(asked).toEqual([1, 2])
    expect(await saver.flush()).toBe(3)
    expect(saver.snapshot()).toMatchObject({ state: 'saved', faults: [{ code: 'openOutlet' }] })
  })

  it('takes what others keep, and undoing takes back nothing of theirs', async () => {
    const store = new Store()
    const [ana, bia] = [store.open('Ana'), store.open('Bia')]
    ana.change(withNode(nowOf(ana), { ...blockOf(ana, 'a'), title: 'De Ana' }))
    await ana.flush()
    bia.change(withNode(nowOf(bia), { ...blockOf(bia, 'b'), title: 'De Bia' }))
    await bia.flush()
    await ana.take(store.told())
    for (const one of [ana, bia]) {
      expect([blockOf(one, 'a').title, blockOf(one, 'b').title]).toEqual(['De Ana', 'De Bia'])
      expect(one.snapshot()).toMatchObject({ clashes: [], state: 'saved' })
    }
    bia.undo()
    await bia.flush()
    await ana.take(store.told())
    expect([blockOf(ana, 'a').title, blockOf(ana, 'b').title]).toEqual(['De Ana', undefined])
    bia.redo()
    await bia.flush()
    expect(store.told().draft.graph.nodes.map(({ title }) => title)).toEqual([undefined, 'De Ana', 'De Bia'])
  })

  it.each([
    ['mine', ['De Bia', undefined]],
    ['theirs', ['De Ana', undefined]],
    ['both', ['De Ana', undefined, 'De Bia']],
  ] as const)('of a block that two changed tells the later one, who takes %s', async (choice, titles) => {
    const store = new Store()
    const [ana, bia] = [store.open('Ana'), store.open('Bia')]
    ana.change(withNode(nowOf(ana), { ...blockOf(ana, 'a'), title: 'De Ana' }))
    bia.change(withNode(nowOf(bia), { ...blockOf(bia, 'a'), title: 'De Bia' }))
    await ana.flush()
    await bia.flush()
    expect(ana.snapshot().clashes).toEqual([])
    const [clash] = bia.snapshot().clashes
    expect(clash).toMatchObject({ id: 'a', by: 'Ana', mine: { node: { title: 'De Bia' } } })
    expect([blockOf(bia, 'a').title, bia.isSettled()]).toEqual(['De Ana', false])
    if (choice === 'both') bia.leave()
    else bia.settle(clash!, choice)
    await bia.flush()
    expect(bia.isSettled()).toBe(true)
    const [, ...blocks] = store.told().draft.graph.nodes
    expect(blocks.map(({ title }) => title)).toEqual(titles)
  })

  it.each(['mine', 'theirs'] as const)(
    'whose start two changed offers the undecided version at the next opening, and takes %s',
    async (choice) => {
      const store = new Store()
      const kept = new Map<string, string>()
      const [ana, bia] = [store.open('Ana'), store.open('Bia', kept)]
      const asking = (graph: Graph, words: string[], minutes: number): Graph => ({
        ...graph,
        settings: { ...graph.settings, humanKeywords: words, silentMinutes: minutes },
      })
      ana.change(asking(nowOf(ana), ['pessoa'], 60))
      bia.change(connected(asking(nowOf(bia), ['atendente'], 30), { from: 'start', outlet: 'next', to: 'a' }))
      await ana.flush()
      await bia.flush()
      expect(nowOf(bia).settings).toMatchObject({ humanKeywords: ['pessoa'], silentMinutes: 30 })
      bia.leave()
      await bia.flush()
      const later = store.open('Bia', kept)
      const [clash] = later.snapshot().clashes
      expect(clash).toMatchObject({
        id: 'start',
        by: 'Ana',
        mine: { settings: { humanKeywords: ['atendente'] } },
        theirs: { settings: { humanKeywords: ['pessoa'] } },
      })
      expect(Object.keys(clash!.mine!.settings!)).toEqual(['humanKeywords'])
      later.settle(clash!, choice)
      await later.flush()
      expect(store.told().draft.graph.settings).toMatchObject({
        humanKeywords: [choice === 'mine' ? 'atendente' : 'pessoa'],
        silentMinutes: 30,
      })
      expect(kept.size).toBe(0)
      expect(store.open('Bia', kept).snapshot().clashes).toEqual([])
    },
  )

  it('with an undecided start shows it to everybody who has the flow open, and whoever decides, decides for all', async () => {
    const store = new Store()
    const [ana, bia, caio] = [store.open('Ana'), store.open('Bia'), store.open('Caio')]
    const asking = (graph: Graph, word: string): Graph => ({
      ...graph,
      settings: { ...graph.settings, humanKeywords: [word] },
    })
    ana.change(asking(nowOf(ana), 'pessoa'))
    bia.change(asking(nowOf(bia), 'atendente'))
    await ana.flush()
    await bia.flush()
    for (const one of [ana, caio]) await one.take(store.told())
    const later = store.open('Dora')
    for (const one of [ana, bia, caio, later])
      expect(one.snapshot().clashes).toMatchObject([
        { id: 'start', of: 'Bia', by: 'Ana', mine: { settings: { humanKeywords: ['atendente'] } } },
      ])
    // It is nobody's work to be lost but hers who has just made it.
    expect([ana, bia, caio, later].map((one) => one.isSettled())).toEqual([true, false, true, true])
    caio.settle(caio.snapshot().clashes[0]!, 'mine')
    await caio.flush()
    for (const one of [ana, bia, later]) await one.take(store.told())
    for (const one of [ana, bia, caio, later]) {
      expect(one.snapshot()).toMatchObject({ clashes: [], state: 'saved' })
      expect(nowOf(one).settings.humanKeywords).toEqual(['atendente'])
      expect(one.isSettled()).toBe(true)
    }
  })

  it('that was taken away while somebody changed it is asked about again, also where it has gone meanwhile', async () => {
    const store = new Store()
    const kept = new Map<string, string>()
    const [ana, bia] = [store.open('Ana'), store.open('Bia', kept)]
    ana.change(without(nowOf(ana), new Set(['a'])))
    bia.change(withNode(nowOf(bia), { ...blockOf(bia, 'a'), title: 'De Bia' }))
    await ana.flush()
    await bia.flush()
    bia.leave()
    await bia.flush()
    await ana.take(store.told())
    ana.change(without(nowOf(ana), new Set(['a'])))
    await ana.flush()
    const later = store.open('Bia', kept)
    const [clash] = later.snapshot().clashes
    expect(clash).toMatchObject({ id: 'a', mine: { node: { title: 'De Bia' } }, theirs: null })
    later.settle(clash!, 'mine')
    await later.flush()
    expect(store.told().draft.graph.nodes.map(({ title }) => title)).toContain('De Bia')
  })

  it('says what there is too much of where two drafts come to more than a flow can have, until it fits', async () => {
    const store = new Store()
    const [ana, bia] = [store.open('Ana'), store.open('Bia')]
    for (const one of [ana, bia])
      for (let at = 0; at < maxNodes / 2; at++) one.change(withBlock(nowOf(one), 'message', { x: 0, y: 0 }).graph)
    await ana.flush()
    expect(await bia.flush()).toBeUndefined()
    expect(bia.snapshot()).toMatchObject({ state: 'tooLarge', excess: { of: 'nodes', count: 503, most: 500 } })
    expect(bia.isSettled()).toBe(false)
    const [, , , one, two, three] = nowOf(bia).nodes
    bia.change(without(nowOf(bia), new Set([one!.id, two!.id, three!.id])))
    await bia.flush()
    expect(bia.snapshot()).toMatchObject({ state: 'saved', excess: undefined })
    expect(store.told().draft.graph.nodes).toHaveLength(maxNodes)
  })

  it('that is too large or could not be saved stays in the browser, and the next opening goes on with it', async () => {
    const store = new Store()
    const kept = new Map<string, string>()
    const bia = store.open('Bia', kept)
    for (let at = 0; at < maxNodes; at++) bia.change(withBlock(nowOf(bia), 'message', { x: 0, y: 0 }).graph)
    await bia.flush()
    expect([bia.snapshot().state, bia.keep()]).toEqual(['tooLarge', true])
    bia.leave()
    const ana = store.open('Ana')
    ana.change(withNode(nowOf(ana), { ...blockOf(ana, 'a'), title: 'De Ana' }))
    await ana.flush()
    const later = store.open('Bia', kept)
    expect(later.snapshot()).toMatchObject({ isRestored: true, clashes: [] })
    expect([nowOf(later).nodes.length, blockOf(later, 'a').title]).toEqual([maxNodes + 3, 'De Ana'])
    await later.flush()
    expect(later.snapshot().state).toBe('tooLarge')
    const [, , , one, two, three] = nowOf(later).nodes
    later.change(without(nowOf(later), new Set([one!.id, two!.id, three!.id])))
    store.isAway = true
    await later.flush()
    expect(later.snapshot().state).toBe('failed')
    later.leave()
    await later.flush()
    store.isAway = false
    const last = store.open('Bia', kept)
    await last.flush()
    expect(last.snapshot().state).toBe('saved')
    expect(store.told().draft.graph.nodes).toHaveLength(maxNodes)
    expect(kept.size).toBe(0)
    expect(store.open('Bia', kept).snapshot().isRestored).toBe(false)
  })

  it('that was restored can be thrown away', async () => {
    const store = new Store()
    const kept = new Map<string, string>()
    const bia = store.open('Bia', kept)
    store.isAway = true
    bia.change(withNode(nowOf(bia), { ...blockOf(bia, 'a'), title: 'De Bia' }))
    bia.leave()
    await bia.flush()
    store.isAway = false
    const later = store.open('Bia', kept)
    expect(blockOf(later, 'a').title).toBe('De Bia')
    later.discard()
    await later.flush()
    expect([later.snapshot().isRestored, blockOf(later, 'a').title, kept.size]).toEqual([false, undefined, 0])
    expect(store.told().draft.revision).toBe(1)
  })

  it('is not left safely where neither the server nor the browser has it', async () => {
    const full = {
      getItem: () => null,
      setItem: () => {
        throw new Error('no room')
      },
      removeItem: () => undefined,
    }
    let fails = true
    const saver = new DraftSaver(
      flow(),
      async (revision) => {
        if (fails) throw new Error('away')
        return { outcome: 'saved', revision: revision + 1, savedAt, faults: [] }
      },
      { unsaved: new UnsavedStore(full, 'Bia', 'flow', 'page') },
    )
    expect(saver.keep()).toBe(true)
    saver.change(grown(saver))
    await saver.flush()
    expect(saver.keep()).toBe(false)
    fails = false
    await saver.flush()
    expect(saver.keep()).toBe(true)
  })

  it('is the same for all in the end, whoever changes what and whenever it is saved', async () => {
    const act = fc.record({
      who: fc.nat(2),
      does: fc.constantFrom('name', 'add', 'remove', 'connect', 'undo', 'save', 'hear'),
      at: fc.nat(9),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (acts) => {
        const store = new Store()
        const savers = ['Ana', 'Bia', 'Caio'].map((name) => store.open(name))
        for (const [step, { who, does, at }] of acts.entries()) {
          const saver = savers[who]!
          const { nodes } = nowOf(saver)
          const node = nodes[at % nodes.length]!
          if (does === 'name') saver.change(withNode(nowOf(saver), { ...node, title: `${step}` }))
          if (does === 'add') saver.change(withBlock(nowOf(saver), 'message', { x: 0, y: 0 }).graph)
          if (does === 'remove') saver.change(without(nowOf(saver), new Set([node.id])))
          if (does === 'undo') saver.undo()
          if (does === 'save') await saver.flush()
          if (does === 'hear') await saver.take(store.told())
          const [outlet] = outletsOf(node)
          const to = nodes.at(-1)!
          if (does === 'connect' && outlet && to !== node && to.kind !== 'start')
            saver.change(connected(nowOf(saver), { from: node.id, outlet: outlet.id, to: to.id }))
        }
        for (const saver of [...savers, ...savers]) {
          for (const clash of saver.snapshot().clashes) saver.settle(clash, 'mine')
          await saver.flush()
        }
        const { graph } = store.told().draft
        for (const saver of savers) {
          await saver.take(store.told())
          const own = nowOf(saver)
          const sorted = (all: readonly { readonly id: string }[]) => all.toSorted((a, b) => a.id.localeCompare(b.id))
          expect(sorted(own.nodes)).toEqual(sorted(graph.nodes))
          expect(sorted(own.edges)).toEqual(sorted(graph.edges))
          expect(saver.snapshot().state).toBe('saved')
        }
      }),
      { numRuns: 100 },
    )
  })

  it('stays as it is while it cannot be saved', async () => {
    let fails = true
    const saver = new DraftSaver(flow(), async (revision) => {
      if (fails) throw new Error('away')
      return { outcome: 'saved', revision: revision + 1, savedAt, faults: [] }
    })
    saver.change(grown(saver))
    expect(await saver.flush()).toBeUndefined()
    expect(saver.snapshot()).toMatchObject({ state: 'failed', history: { present: { nodes: [{}, {}] } } })
    fails = false
    expect(await saver.flush()).toBe(2)
  })
})

/** Keeps drafts as the server does, and opens pages that edit the one flow. */
class Store {
  #draft: Flow['draft'] = {
    revision: 1,
    graph: Graph.parse({
      nodes: [
        { id: 'start', kind: 'start' },
        { id: 'a', kind: 'message' },
        { id: 'b', kind: 'close' },
      ],
    }),
    undecided: [],
    savedAt,
    savedBy: null,
  }
  #pages = 0
  /** No draft comes to the server while it is away. */
  isAway = false

  told = (): Pick<Flow, 'draft' | 'faults'> => ({ draft: structuredClone(this.#draft), faults: [] })

  /** `kept` is the storage of the browser in which the page is opened. */
  open(name: string, kept = new Map<string, string>()): DraftSaver {
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    }
    return new DraftSaver(
      this.told(),
      async (revision, graph, undecided) => {
        await Promise.resolve()
        if (this.isAway) throw new Error('away')
        if (revision !== this.#draft.revision) return { outcome: 'conflict', draft: this.told().draft }
        const savedBy = { id: '0190a000-0000-7000-8000-000000000000', name }
        this.#draft = structuredClone({ revision: revision + 1, graph, undecided: [...undecided], savedAt, savedBy })
        return { outcome: 'saved', revision: revision + 1, savedAt, faults: [] }
      },
      {
        name,
        undecided: new UndecidedStore(storage, name, 'flow'),
        unsaved: new UnsavedStore(storage, name, 'flow', `page ${++this.#pages}`),
      },
    )
  }
}
const nowOf = (saver: DraftSaver): Graph => saver.snapshot().history.present
const blockOf = (saver: DraftSaver, id: string) => nowOf(saver).nodes.find((node) => node.id === id)!
