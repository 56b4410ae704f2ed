import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import sharp from 'sharp'

/**
 * Draws one picture in a process of its own, which nobody misses when it is made to fail: in from the standard input,
 * out to the standard output. Arguments: side, most pixels, format.
 */
const [side, most] = process.argv.slice(2).map(Number) as [number, number]
const format = process.argv[4]
sharp.concurrency(1)
sharp.cache(false)
const input = await buffer(process.stdin)
// The first frame of an animation. Rotated as the camera was held; the camera's metadata is dropped.
const square = sharp(input, { limitInputPixels: most, failOn: 'error', pages: 1, sequentialRead: true })
  .rotate()
  .resize(side, side, { fit: 'cover', withoutEnlargement: false })
// What is seen through lies on white in a format that has no such points.
const coded =
  format === 'jpeg' ? square.flatten({ background: '#fff' }).jpeg({ quality: 70 }) : square.webp({ quality: 82 })
const drawn = await coded.toBuffer()
await pipeline(Readable.from([drawn]), process.stdout)
