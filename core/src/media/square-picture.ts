import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { Refusal, type UploadedFile } from '@recado/contracts'
import { FairPlaces } from '../isolation/fair-places.ts'
import { drawablePixels, pixelsOf } from '../files/pixels.ts'

/** Points of a side: twice what the largest place shows, for sharp screens. */
export const pictureSide = 256
/** A photo takes a third of a second; a longer drawing is an attack. */
const limitMs = 10_000
/** A drawn square is a few kilobytes. */
const largestResult = 1_000_000
const defaultPlaces = { atOnce: 2, each: 1, waitingAtMost: 40, waitingEach: 10 } as const
const program = join(import.meta.dirname, 'draw-square.ts')

/** Draws a picture of a company again; see {@link createSquarePictures}. */
type Picture = Pick<UploadedFile, 'bytes' | 'mime' | 'name'>
export type SquarePicture = (tenantId: string, picture: Picture, format?: SquareFormat) => Promise<Uint8Array>
export type SquareFormat = 'webp' | 'jpeg'

/**
 * Makes a small square picture, in WebP unless told, of any picture: the sent bytes are never shown, so neither other
 * content in them nor the place of the photo is revealed. Drawn in a process of its own, with limits of points, time
 * and memory. A few at once on a node, shared fairly between companies. A picture of more than {@link drawablePixels}
 * is not drawn.
 * @throws Refusal ERR_INVALID_IMAGE, ERR_TOO_MANY_REQUESTS
 */
export function createSquarePictures(places = new FairPlaces(defaultPlaces)): SquarePicture {
  return async (tenantId, { bytes, mime, name }, format = 'webp') => {
    if ((pixelsOf(bytes, mime) ?? Infinity) > drawablePixels) throw new Refusal('ERR_INVALID_IMAGE', { detail: name })
    const drawn = await places.run(tenantId, () => draw(bytes, format))
    if (!drawn) throw new Refusal('ERR_INVALID_IMAGE', { detail: name })
    return drawn
  }
}

function draw(bytes: Uint8Array, format: SquareFormat): Promise<Uint8Array | undefined> {
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      ['--max-old-space-size=64', program, String(pictureSide), String(drawablePixels), format],
      {
        stdio: ['pipe', 'pipe', 'ignore'],
        timeout: limitMs,
        killSignal: 'SIGKILL',
        env: { PATH: process.env['PATH'] },
      },
    )
    const pieces: Buffer[] = []
    let size = 0
    child.stdout.on('data', (piece: Buffer) => {
      pieces.push(piece)
      if ((size += piece.length) > largestResult) child.kill('SIGKILL')
    })
    child.once('error', () => resolve(undefined))
    child.once('close', (code) => resolve(code === 0 && size > 0 ? Buffer.concat(pieces) : undefined))
    // The process may end before it has read everything.
    child.stdin.on('error', () => undefined)
    child.stdin.end(bytes)
  })
}
