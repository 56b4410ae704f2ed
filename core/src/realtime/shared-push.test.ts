import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Delivery, SharedPush } from './shared-push.ts'

/** The texts of unmasked frames, read by the rules of RFC 6455, 5.2. */
function textsOf(frames: Buffer): string[] {
  const texts: string[] = []
  for (let at = 0; at < frames.length;) {
    expect(frames[at]).toBe(0x81)
    const announced = frames[at + 1]!
    const [length, start] =
      announced === 127
        ? [Number(frames.readBigUInt64BE(at + 2)), at + 10]
        : announced === 126
          ? [frames.readUInt16BE(at + 2), at + 4]
          : [announced, at + 2]
    expect(start + length).toBeLessThanOrEqual(frames.length)
    texts.push(frames.toString('utf8', start, start + length))
    at = start + length
  }
  return texts
}

const first = 9_950
const shared = (push: object): SharedPush => new SharedPush('t:ticketList', push, 0)

test('each push is a packet of Socket.IO with its own number, as frames and for clients that poll', () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.constantFrom('{}]', '{}', 'é😀'))
  const push = fc.dictionary(
    fc.constantFrom('type', 'payload', 'é', '"', '}]'),
    fc.oneof(text, fc.constant({}), fc.constant([{}])),
    {
      maxKeys: 4,
    },
  )
  fc.assert(
    fc.property(fc.array(push, { minLength: 1, maxLength: 30 }), (pushes) => {
      const delivery = new Delivery(first, pushes.map(shared))
      const packets = pushes.map((each, index) => ['t:ticketList', { ...each, seq: first + index }])
      const read = (packet: string): unknown => JSON.parse(packet.slice(1))
      expect(delivery.packets().map(read)).toEqual(packets)
      expect(textsOf(delivery.frames)).toEqual(delivery.packets().map((packet) => `4${packet}`))
      for (const packet of delivery.packets()) expect(packet.startsWith('2[')).toBe(true)
    }),
  )
})

test('frames of every length are framed as such', () => {
  const around = [125, 126, 65_535, 65_536].flatMap((size) => [size - 1, size, size + 1])
  const emptyText = new Delivery(first, [shared({ text: '' })]).frames.length - 2
  const pushes = around.map((size) => shared({ text: 'x'.repeat(size - emptyText) }))
  const texts = textsOf(new Delivery(first, pushes).frames)
  expect(texts.map((text) => text.length)).toEqual(around)
  expect(texts.map((text) => (JSON.parse(text.slice(2)) as [string, { seq: number }])[1].seq)).toEqual(
    around.map((_, index) => first + index),
  )
})
