import { crc32, deflateSync } from 'node:zlib'
import type { Refusal } from '@recado/contracts'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { FairPlaces } from '../isolation/fair-places.ts'
import { createSquarePictures, pictureSide } from './square-picture.ts'
import { sniff } from '../files/sniff.ts'

const square = createSquarePictures()
const drawn = async (bytes: Uint8Array, mime = 'image/png') =>
  Buffer.from(await square('a', { bytes, mime, name: 'rosto.png' }))

/** A whole and valid PNG of nothing but black, which is a thousand times smaller than what it stands for. */
function black(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('a picture of a person', () => {
  it('is drawn anew as a small square, and nothing else of its bytes is left', async () => {
    const photo = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#0f766e' } })
      .jpeg()
      .withExif({ IFD0: { Copyright: 'onde foi tirada' } })
      .toBuffer()
    const polyglot = Buffer.concat([photo, Buffer.from('<script>alert(1)</script><?php system(1); PK\x03\x04')])
    const result = await drawn(polyglot, 'image/jpeg')
    expect(await sharp(result).metadata()).toMatchObject({ format: 'webp', width: pictureSide, height: pictureSide })
    expect([await sniff(result), result.includes('script'), result.includes('onde foi tirada')]).toEqual([
      'image/webp',
      false,
      false,
    ])
    expect((await sharp(result).metadata()).exif).toBeUndefined()
  })

  it('is the first one of what moves', async () => {
    const frames = await Promise.all(
      ['#ff0000', '#0000ff'].map((background) =>
        sharp({ create: { width: 40, height: 40, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const moving = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    const result = await drawn(moving, 'image/gif')
    const { dominant } = await sharp(result).stats()
    expect([(await sharp(result).metadata()).pages ?? 1, dominant.r > 200, dominant.b < 60]).toEqual([1, true, true])
  })

  it('is refused when it is none, is cut off, or has more points than may be drawn', async () => {
    const whole = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#fff' } })
      .jpeg()
      .toBuffer()
    const bomb = black(50_000, 50_000)
    expect(bomb.length).toBeLessThan(500_000)
    for (const [bytes, mime] of [
      [Buffer.from('nem imagem'), 'image/png'],
      [whole.subarray(0, whole.length / 2), 'image/jpeg'],
      [bomb, 'image/png'],
      [whole, 'image/svg+xml'],
    ] as const) {
      await expect(square('a', { bytes, mime, name: 'rosto.png' })).rejects.toMatchObject({
        code: 'ERR_INVALID_IMAGE',
        facts: { detail: 'rosto.png' },
      })
    }
  })

  it('waits for its turn, and is asked to come again where too many wait', async () => {
    const small = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const busy = createSquarePictures(new FairPlaces({ atOnce: 1, each: 1, waitingAtMost: 1, waitingEach: 1 }))
    const ask = () =>
      busy('a', { bytes: small, mime: 'image/png', name: 'x' }).then(
        () => 'drawn',
        (error: Refusal) => error.code,
      )
    expect(await Promise.all([ask(), ask(), ask()])).toEqual(['drawn', 'drawn', 'ERR_TOO_MANY_REQUESTS'])
    expect(await ask()).toBe('drawn')
  })
})
