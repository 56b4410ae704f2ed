import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawablePixels, pixelsOf, tooLargeToDraw } from './pixels.ts'
import { sniff } from './sniff.ts'

const png = (width: number, height: number): Buffer => {
  const head = Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000080200000000000000', 'hex')
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  return head
}
/** With so many bytes of other things before it says how large it is, as cameras write them. */
const jpeg = (width: number, height: number, before = 0): Buffer => {
  const segments = Array.from({ length: Math.ceil(before / 60_000) }, () =>
    Buffer.concat([Buffer.from([0xff, 0xe2, 0xea, 0x62]), Buffer.alloc(60_000)]),
  )
  const size = Buffer.from('ffc00011080000000003012200021101031101', 'hex')
  size.writeUInt16BE(height, 5)
  size.writeUInt16BE(width, 7)
  return Buffer.concat([Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'), ...segments, size])
}
const gif = (width: number, height: number): Buffer => {
  const head = Buffer.from('47494638396100000000800000', 'hex')
  head.writeUInt16LE(width, 6)
  head.writeUInt16LE(height, 8)
  return head
}

describe('the size of a picture', () => {
  it('is read from its beginning', () => {
    expect(pixelsOf(png(50_000, 50_000), 'image/png')).toBe(2_500_000_000)
    expect(pixelsOf(jpeg(4_000, 3_000, 300_000), 'image/jpeg')).toBe(12_000_000)
    expect(pixelsOf(gif(65_535, 65_535), 'image/gif')).toBe(65_535 ** 2)
    expect(pixelsOf(Buffer.from('RIFF'), 'image/webp')).toBe(Infinity)
    expect(pixelsOf(Buffer.from('%PDF'), 'application/pdf')).toBeUndefined()
  })

  it('never throws, whatever is called a picture', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 2_000 }),
        fc.constantFrom('image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp'),
        fc.constantFrom('', '89504e47', 'ffd8ffe0', '47494638', '52494646'),
        (bytes, mime, head) => {
          expect(pixelsOf(Buffer.concat([Buffer.from(head, 'hex'), bytes]), mime)).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })
})

describe('what is too large to be drawn', () => {
  it.each([
    ['a PNG of 50,000 by 50,000 points', png(50_000, 50_000), 'application/octet-stream'],
    ['a JPEG of the largest size that there is', jpeg(65_535, 65_535), 'application/octet-stream'],
    ['a GIF of the largest size that there is', gif(65_535, 65_535), 'application/octet-stream'],
    [
      'a JPEG that says nothing of its size',
      Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
      'application/octet-stream',
    ],
    ['a photo', jpeg(8_000, 5_000), 'image/jpeg'],
    ['a photo with a map of its depths', jpeg(4_000, 3_000, 400_000), 'image/jpeg'],
  ])('is a file and no picture: %s', async (_, bytes, mime) => {
    expect(await sniff(bytes, 'image/png')).toBe(mime)
  })

  it('is not what is called a picture and is something else', () => {
    const words = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/> and many other words')
    for (const claimed of ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp'])
      expect([claimed, tooLargeToDraw({ claimed, bytes: words })]).toEqual([claimed, false])
    expect(tooLargeToDraw({ claimed: 'image/png', bytes: png(50_000, 50_000) })).toBe(true)
  })

  it('is what has more than 40 million points', async () => {
    expect([await sniff(png(8_000, drawablePixels / 8_000)), await sniff(png(8_001, drawablePixels / 8_000))]).toEqual([
      'image/png',
      'application/octet-stream',
    ])
  })
})
