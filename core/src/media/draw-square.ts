import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import sharp from 'sharp'

/**
 * Draws one picture in a process of its own, which nobody misses when it is made to fail: in from the standard input,
 * out to the standard output. Arguments: side, most pixels.
 */
const [side, most] = process.argv.slice(2).map(Number) as [number, number]
sharp.concurrency(1)
sharp.cache(false)
const input = await buffer(process.stdin)
// The first frame of an animation. Rotated as the camera was held; the camera's metadata is dropped.
const drawn = await sharp(input, { limitInputPixels: most, failOn: 'error', pages: 1, sequentialRead: true })
  .rotate()
  .resize(side, side, { fit: 'cover', withoutEnlargement: false })
  .webp({ quality: 82 })
  .toBuffer()
await pipeline(Readable.from([drawn]), process.stdout)
