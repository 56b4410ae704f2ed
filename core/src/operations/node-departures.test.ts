import { describe, expect, it } from 'vitest'
import { NodeDepartures } from './node-departures.ts'

const clock = { now: () => new Date('2026-03-01T12:00:00Z') }
const at = '2026-03-01T12:00:00.000Z'

function membership() {
  let seen: readonly { name: string; draining: boolean }[] = [
    { name: 'node-a', draining: false },
    { name: 'node-b', draining: false },
  ]
  let tell = (): void => undefined
  const nodes = () =>
    seen.map(({ name, draining }) => ({ name, draining, version: '1', startedAt: at, silentMs: 0, duties: [] }))
  const become = (...next: readonly (readonly [name: string, draining: boolean])[]): void => {
    seen = next.map(([name, draining]) => ({ name, draining }))
    tell()
  }
  return {
    nodes,
    become,
    onChanged: (listener: () => void) => {
      tell = listener
      return () => {
        tell = () => undefined
      }
    },
  }
}

describe('departures of nodes', () => {
  it('are remembered, the latest first, and whether they were announced', () => {
    const world = membership()
    const departures = new NodeDepartures(world, clock)
    world.become(['node-a', false], ['node-b', true])
    expect(departures.latest()).toEqual([])
    world.become(['node-a', false], ['node-c', false])
    world.become(['node-a', false])
    expect(departures.latest()).toEqual([
      { name: 'node-c', at, announced: false },
      { name: 'node-b', at, announced: true },
    ])
    departures.close()
    world.become()
    expect(departures.latest()).toHaveLength(2)
  })
})
