import fc from 'fast-check'
import { expect, it } from 'vitest'
import { products } from '../channel/product.ts'
import { eventsIn, readBody } from './body.ts'
import { ownId, recordedOf } from './payloads.rig.ts'

const read = (text: string, object: 'page' | 'instagram') => {
  const body = readBody(new TextEncoder().encode(text))
  return body && eventsIn(body, products[object === 'page' ? 'facebook' : 'instagram'], ownId)
}

it('reads anything without failing', () => {
  fc.assert(fc.property(fc.string(), (text) => void read(text, 'page')))
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom('page', 'instagram'), (value, object) => {
      const entry = [{ id: ownId, time: 1, messaging: [value], changes: [{ field: 'comments', value }] }]
      read(JSON.stringify({ object, entry }), object as 'page')
    }),
  )
})

it('one event that is out of its mind loses none of its neighbours', () => {
  const recorded = recordedOf('page').map(({ body }) => JSON.parse(body) as { entry: { messaging?: object[] }[] })
  const good = recorded.flatMap(({ entry }) => entry.flatMap(({ messaging = [] }) => messaging))
  fc.assert(
    fc.property(fc.constantFrom(...good), fc.jsonValue(), fc.constantFrom(...good), (first, odd, last) => {
      const events = (messaging: unknown[]) =>
        read(JSON.stringify({ object: 'page', entry: [{ id: ownId, time: 1, messaging }] }), 'page')
      const both = events([first, last])
      fc.pre(events([odd])!.length === 0)
      expect(events([first, odd, last])).toEqual(both)
    }),
  )
})

it('leaves what concerns another account or another product', () => {
  for (const { body } of recordedOf('instagram')) {
    expect(read(body.replaceAll(`"id":"${ownId}","time"`, '"id":"1","time"'), 'instagram')).toEqual([])
    expect(read(body, 'page')).toEqual([])
  }
})
