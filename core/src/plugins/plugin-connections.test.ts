import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PluginConnections, type PluginConnector } from './plugin-connections.ts'

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A server that counts who has how many connections open; closing one takes a while. */
function server(limit: number) {
  const open = new Map<string, number>()
  let most = 0
  const total = (): number => [...open.values()].reduce((sum, count) => sum + count, 0)
  const connections = new PluginConnections<string>(limit)
  const plugin = (id: string): PluginConnector<string> => ({
    id,
    open() {
      open.set(id, (open.get(id) ?? 0) + 1)
      most = Math.max(most, total())
      return id
    },
    async close() {
      await tick()
      open.set(id, open.get(id)! - 1)
    },
  })
  return { connections, plugin, open, most: () => most }
}

describe('connections that plugins share', () => {
  it('are kept open for the next use, and closed where another plugin needs the room', async () => {
    const { connections, plugin, open } = server(2)
    const [a, b, c] = [plugin('a'), plugin('b'), plugin('c')]
    for (const one of [a, b, a]) await connections.use(one, async (connection) => expect(connection).toBe(one.id))
    expect([...open]).toEqual([
      ['a', 1],
      ['b', 1],
    ])
    // b has been idle longer.
    await connections.use(c, async (connection) => expect(connection).toBe('c'))
    expect([...open]).toEqual([
      ['a', 1],
      ['b', 0],
      ['c', 1],
    ])
  })

  it('let no plugin have more than two, and serve the one that waits when a busy one gives back', async () => {
    const { connections, plugin } = server(3)
    const [greedy, other] = [plugin('greedy'), plugin('other')]
    const served: string[] = []
    const gates: (() => void)[] = []
    const use = (by: PluginConnector<string>): Promise<void> =>
      connections.use(by, (connection) => {
        served.push(connection)
        return new Promise<void>((resolve) => gates.push(resolve))
      })
    const all = [use(greedy), use(greedy), use(greedy), use(greedy), use(other), use(other)]
    await tick()
    expect(served).toEqual(['greedy', 'greedy', 'other'])
    gates.shift()!()
    for (let turn = 0; turn < 5; turn++) await tick()
    // The one of the greedy plugin came first and is served first; then they take turns.
    gates.shift()!()
    for (let turn = 0; turn < 5; turn++) await tick()
    expect(served.slice(3).toSorted()).toEqual(['greedy', 'other'])
    for (let turn = 0; turn < 30; turn++) {
      gates.shift()?.()
      await tick()
    }
    await Promise.all(all)
    expect(served.filter((id) => id === 'other')).toHaveLength(2)
  })

  it('give back what a plugin had when its work fails or when it is dropped', async () => {
    const { connections, plugin, open } = server(1)
    const a = plugin('a')
    await expect(connections.use(a, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await connections.use(a, async () => undefined)
    await connections.drop(a)
    expect(open.get('a')).toBe(0)
    await connections.use(plugin('b'), async () => undefined)
    expect(open.get('b')).toBe(1)
  })

  it('are never more than the limit, whatever is asked for, and everybody is served (property)', async () => {
    const asks = fc.array(
      fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd', 'e'), turns: fc.nat(4), drop: fc.boolean() }),
      { maxLength: 40 },
    )
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 6 }), asks, async (limit, wanted) => {
        const { connections, plugin, most } = server(limit)
        const plugins = new Map<string, PluginConnector<string>>()
        const of = (id: string): PluginConnector<string> => plugins.get(id) ?? plugins.set(id, plugin(id)).get(id)!
        const answers = await Promise.all(
          wanted.map(({ id, turns, drop }) =>
            connections.use(of(id), async (connection) => {
              for (let turn = 0; turn < turns; turn++) await tick()
              if (drop) void connections.drop(of(id))
              return connection
            }),
          ),
        )
        expect(answers).toEqual(wanted.map(({ id }) => id))
        expect(most()).toBeLessThanOrEqual(limit)
      }),
      { numRuns: 200 },
    )
  })
})
