import { describe, expect, it } from 'vitest'
import { Liveness, reconnectMs, settledMs, silentAfterMs, type Sight } from './liveness.ts'

const alive: Sight = { name: 'other', unlocked: false, silentMs: 400 }
const unlocked: Sight = { ...alive, unlocked: true }

function observer(connectedAt = 0): Liveness {
  const liveness = new Liveness()
  liveness.connected(connectedAt)
  return liveness
}

describe('liveness of other nodes', () => {
  it('takes a node for dead whose lock stays free', () => {
    const liveness = observer()
    expect(liveness.dead([unlocked], settledMs)).toEqual([])
    expect(liveness.dead([unlocked], settledMs + reconnectMs - 1)).toEqual([])
    expect(liveness.dead([unlocked], settledMs + reconnectMs)).toEqual(['other'])
  })

  it('spares a node that has its lock again: it connected anew', () => {
    const liveness = observer()
    liveness.dead([unlocked], settledMs)
    expect(liveness.dead([alive], settledMs + 500)).toEqual([])
    expect(liveness.dead([unlocked], settledMs + 1_000)).toEqual([])
    expect(liveness.dead([unlocked], settledMs + reconnectMs)).toEqual([])
    expect(liveness.dead([unlocked], settledMs + 1_000 + reconnectMs)).toEqual(['other'])
  })

  it('takes a node for dead that holds its lock and says nothing', () => {
    const liveness = observer()
    expect(liveness.dead([{ ...alive, silentMs: silentAfterMs - 1 }], settledMs)).toEqual([])
    expect(liveness.dead([{ ...alive, silentMs: silentAfterMs }], settledMs)).toEqual(['other'])
  })

  it('judges nobody while its own connection is new: after the database was away everybody looks dead', () => {
    const liveness = observer(10_000)
    const looksDead: Sight = { ...unlocked, silentMs: 60_000 }
    expect(liveness.dead([looksDead], 10_000)).toEqual([])
    expect(liveness.dead([looksDead], 10_000 + settledMs - 1)).toEqual([])
    expect(liveness.dead([looksDead], 10_000 + settledMs)).toEqual(['other'])
    liveness.connected(20_000)
    expect(liveness.dead([looksDead], 20_000)).toEqual([])
  })

  it('judges nobody before it is connected at all', () => {
    expect(new Liveness().dead([{ ...unlocked, silentMs: 60_000 }], 1_000_000)).toEqual([])
  })
})
