import { describe, expect, it } from 'vitest'
import { anyConnection } from '../../testing/samples.ts'
import { placeConnection } from './connection-merge.ts'

const connecting = { ...anyConnection(), status: 'connecting' as const, updatedAt: '2026-01-01T00:00:00.000Z' }
const connected = { ...connecting, status: 'connected' as const, updatedAt: '2026-01-01T00:00:00.020Z' }

describe('a connection is put into the list', () => {
  it('at the end when it is new, in its place when it is known', () => {
    expect(placeConnection([], connecting)).toEqual([connecting])
    expect(placeConnection([connecting], connected)).toEqual([connected])
  })

  it('an answer that comes after the push of what followed it changes nothing', () => {
    expect(placeConnection(placeConnection([], connected), connecting)).toEqual([connected])
  })
})
