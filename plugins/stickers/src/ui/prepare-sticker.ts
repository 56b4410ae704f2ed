import { animatedWebp, type WebpFrame } from '../stickers/animated-webp.ts'
import { maxAnimatedBytes, maxFilmMs, maxStillBytes, stickerSide } from '../stickers/limits.ts'
import { judgeSticker } from '../stickers/sticker-file.ts'
import { filmFrames } from './film-frames.ts'

/** Why a picture cannot be made into a sticker; `browser`: this one writes no WebP. */
export type PrepareProblem = 'unreadable' | 'tooLarge' | 'browser'
export class NoSticker extends Error {
  readonly problem: PrepareProblem
  constructor(problem: PrepareProblem, options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}

interface Drawn {
  readonly canvas: HTMLCanvasElement
  readonly ms: number
}

/** Pictures of a film that are drawn at most; each takes a megabyte while it is worked on. */
const maxPictures = 100
/** From good to just recognisable: the first that is small enough is taken. */
const qualities = [0.92, 0.8, 0.65, 0.5, 0.35, 0.2]
/** Of a film, and how many of its pictures stay: every one, every second, every third. */
const filmQualities = [0.7, 0.45, 0.25] as const
const steps = [1, 2, 3] as const

/**
 * The picture as a sticker: one that is a sticker already as it is; any other drawn whole into the middle of a
 * transparent square. An animation is kept if the browser can decode it, else its first picture is. Done here, where
 * every picture can be read; the server checks the result by the same rule.
 * @throws NoSticker
 */
export async function prepareSticker(file: Blob): Promise<Blob> {
  const judged = judgeSticker(new Uint8Array(await file.arrayBuffer()))
  if (!('kind' in judged)) return file
  return (await movingSticker(file)) ?? stillSticker(file)
}

async function stillSticker(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file).catch((cause: unknown) => {
    throw new NoSticker('unreadable', { cause })
  })
  const canvas = square(picture, picture.width, picture.height)
  picture.close()
  for (const quality of qualities) {
    const made = await written(canvas, quality)
    if (made.size <= maxStillBytes) return made
  }
  throw new NoSticker('tooLarge')
}

/** Undefined for what stands still, cannot be taken apart, or would be too large even with a third of its pictures. */
async function movingSticker(file: Blob): Promise<Blob | undefined> {
  const drawn: Drawn[] = []
  let length = 0
  try {
    for await (const { picture, ms } of filmFrames(file, maxPictures)) {
      if (length < maxFilmMs) drawn.push({ canvas: square(picture, picture.displayWidth, picture.displayHeight), ms })
      picture.close()
      length += ms
    }
  } catch {
    return undefined
  }
  if (drawn.length < 2) return undefined
  for (const step of steps) {
    for (const quality of filmQualities) {
      const frames: WebpFrame[] = []
      for (const { canvas, ms } of thinned(drawn, step))
        frames.push({ webp: new Uint8Array(await (await written(canvas, quality)).arrayBuffer()), ms })
      const made = animatedWebp(frames)
      if (made.byteLength <= maxAnimatedBytes) return new Blob([made], { type: 'image/webp' })
    }
  }
  return undefined
}

/** Every so many pictures, each shown for as long as those that it stands for. */
const thinned = (film: readonly Drawn[], step: number): Drawn[] =>
  film.flatMap(({ canvas }, at) =>
    at % step === 0 ? [{ canvas, ms: film.slice(at, at + step).reduce((sum, { ms }) => sum + ms, 0) }] : [],
  )

/** The picture whole in the middle of a transparent square. */
function square(picture: CanvasImageSource, ofWidth: number, ofHeight: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = stickerSide
  const scale = stickerSide / Math.max(ofWidth, ofHeight)
  const [width, height] = [ofWidth * scale, ofHeight * scale]
  canvas.getContext('2d')!.drawImage(picture, (stickerSide - width) / 2, (stickerSide - height) / 2, width, height)
  return canvas
}

/** @throws NoSticker where the browser writes no WebP */
async function written(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  const made = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/webp', quality)
  })
  if (made?.type !== 'image/webp') throw new NoSticker('browser')
  return made
}
