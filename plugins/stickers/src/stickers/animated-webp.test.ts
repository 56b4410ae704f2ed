import fc from 'fast-check'
import { expect, test } from 'vitest'
import { animatedWebp } from './animated-webp.ts'
import { judgeSticker } from './sticker-file.ts'
import { webpFile } from './webp.rig.ts'

/** Names and contents of the chunks from a place on. */
function chunks(bytes: Uint8Array, from: number): { name: string; content: Uint8Array }[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found: { name: string; content: Uint8Array }[] = []
  for (let at = from; at < bytes.length;) {
    const length = view.getUint32(at + 4, true)
    found.push({
      name: Buffer.from(bytes.subarray(at, at + 4)).toString(),
      content: bytes.subarray(at + 8, at + 8 + length),
    })
    at += 8 + length + (length & 1)
  }
  return found
}

test('every picture is in it, in order and for its time, and channels take it as a sticker that moves', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          ms: fc.integer({ min: 1, max: 60_000 }),
          bytes: fc.integer({ min: 30, max: 90 }),
          kind: fc.constantFrom('VP8 ' as const, 'VP8L' as const),
        }),
        { minLength: 2, maxLength: 20 },
      ),
      (wanted) => {
        const film = animatedWebp(wanted.map(({ ms, bytes, kind }) => ({ webp: webpFile({ kind, bytes }), ms })))
        expect(judgeSticker(film)).toEqual({ isAnimated: true })
        const [head, loop, ...pictures] = chunks(film, 12)
        expect([head!.name, loop!.name]).toEqual(['VP8X', 'ANIM'])
        expect(
          pictures.map(({ name, content }) => ({
            name,
            ms: content[12]! | (content[13]! << 8) | (content[14]! << 16),
            inside: chunks(content, 16).map((inner) => [inner.name, inner.content.length]),
          })),
        ).toEqual(wanted.map(({ ms, bytes, kind }) => ({ name: 'ANMF', ms, inside: [[kind, bytes - 20]] })))
      },
    ),
  )
})

test('of a picture with transparency both parts are taken, and nothing else of its file', () => {
  const part = (name: string, content: string) => {
    const made = Buffer.alloc(8 + content.length + (content.length & 1))
    made.write(name)
    made.writeUInt32LE(content.length, 4)
    made.write(content, 8)
    return made
  }
  const body = Buffer.concat([
    part('VP8X', '0123456789'),
    part('ICCP', 'colours'),
    part('ALPH', 'see'),
    part('VP8 ', 'picture'),
    part('EXIF', 'where and when'),
  ])
  const still = Buffer.concat([part('RIFF', `WEBP${body.toString('latin1')}`)])
  const [, , first] = chunks(
    animatedWebp([
      { webp: still, ms: 40 },
      { webp: still, ms: 40 },
    ]),
    12,
  )
  expect(chunks(first!.content, 16).map(({ name, content }) => [name, Buffer.from(content).toString()])).toEqual([
    ['ALPH', 'see'],
    ['VP8 ', 'picture'],
  ])
})
