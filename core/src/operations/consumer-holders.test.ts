import { describe, expect, it } from 'vitest'
import { heldConsumers } from './consumer-holders.ts'

const standing = (name: string) => ({ name, lagEvents: 0, lagSeconds: 0, parked: 0, dead: 0 })
const node = (name: string, able: readonly string[], duties: string[]) => ({
  name,
  version: '1',
  startedAt: '',
  silentSeconds: 0,
  draining: false,
  able,
  duties,
})
const nodes = [
  node('node-a', ['consumer:mail', 'consumer:push', 'relay'], ['consumer:mail']),
  node('node-b', ['consumer:mail', 'relay'], ['relay']),
]

describe('consumers and who has them', () => {
  it('names the node, or none while nobody has taken it', () => {
    expect(
      heldConsumers([standing('mail'), standing('push')], nodes, 'unused').map(({ name, node: holder }) => [
        name,
        holder,
      ]),
    ).toEqual([
      ['mail', 'node-a'],
      ['push', null],
    ])
  })

  it('leaves out what nobody is to do any more', () => {
    expect(heldConsumers([standing('plugin.gone.on')], nodes, 'up')).toEqual([])
    expect(heldConsumers([standing('carrier:nats')], nodes, 'unused')).toEqual([])
  })

  it('takes the carrier for a part of the relay', () => {
    expect(heldConsumers([standing('carrier:nats')], nodes, 'down')).toEqual([
      { ...standing('carrier:nats'), node: 'node-b' },
    ])
  })
})
