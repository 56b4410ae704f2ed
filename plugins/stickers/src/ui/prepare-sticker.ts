import { maxStillBytes, stickerSide } from '../stickers/limits.ts'
import { judgeSticker } from '../stickers/sticker-file.ts'

/** Why a picture cannot be made into a sticker; `browser`: this one writes no WebP. */
export type PrepareProblem = 'unreadable' | 'tooLarge' | 'browser'
export class NoSticker extends Error {
  readonly problem: PrepareProblem
  constructor(problem: PrepareProblem, options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}

/** From good to just recognisable: the first that is small enough is taken. */
const qualities = [0.92, 0.8, 0.65, 0.5, 0.35, 0.2]

/**
 * The picture as a sticker: one that is a sticker already as it is, moving ones too; any other drawn whole into the
 * middle of a transparent square. Of a GIF that moves the first picture stays. Done here, where every picture can be
 * read; the server judges the outcome by the same rule.
 * @throws NoSticker
 */
export async function prepareSticker(file: Blob): Promise<Blob> {
  const judged = judgeSticker(new Uint8Array(await file.arrayBuffer()))
  if (!('kind' in judged)) return file
  const picture = await createImageBitmap(file).catch((cause: unknown) => { throw new NoSticker('unreadable', { cause }) })
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = stickerSide
  const scale = stickerSide / Math.max(picture.width, picture.height)
  const [width, height] = [picture.width * scale, picture.height * scale]
  canvas.getContext('2d')!.drawImage(picture, (stickerSide - width) / 2, (stickerSide - height) / 2, width, height)
  picture.close()
  for (const quality of qualities) {
    const made = await new Promise<Blob | null>((resolve) => { canvas.toBlob(resolve, 'image/webp', quality) })
    if (made?.type !== 'image/webp') throw new NoSticker('browser')
    if (made.size <= maxStillBytes) return made
  }
  throw new NoSticker('tooLarge')
}
