import { describe, expect, it } from 'vitest'
import type { Flow } from '../../flows/flow.ts'
import { emptyGraph } from '../../graph/graph.ts'
import { withBlock } from './edit.ts'
import { DraftSaver } from './draft-saver.ts'

const flow = () =>
  ({
    draft: { revision: 1, graph: emptyGraph(), savedAt: '2026-01-01T00:00:00Z', savedBy: null },
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

  it('of somebody else is never overwritten unasked; either can be gone on with', async () => {
    for (const choice of ['theirs', 'mine'] as const) {
      const theirs = { ...flow().draft, revision: 7, graph: emptyGraph() }
      const asked: number[] = []
      const saver = new DraftSaver(flow(), async (revision) => {
        asked.push(revision)
        return revision === 1
          ? { outcome: 'conflict', draft: theirs }
          : { outcome: 'saved', revision: revision + 1, savedAt, faults: [] }
      })
      saver.change(grown(saver))
      expect(await saver.flush()).toBeUndefined()
      expect(saver.snapshot()).toMatchObject({ state: 'conflict', theirs: { revision: 7 } })
      expect(await saver.flush()).toBeUndefined()
      saver.settle(choice)
      expect(await saver.flush()).toBe(choice === 'theirs' ? 7 : 8)
      expect(asked).toEqual(choice === 'theirs' ? [1] : [1, 7])
      expect(saver.snapshot().history.present.nodes).toHaveLength(choice === 'theirs' ? 1 : 2)
    }
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
