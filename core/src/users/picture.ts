import { Refusal, type MediaId, type UploadedFile } from '@recado/contracts'
import { drawablePixels, tooLargeToDraw } from '../files/pixels.ts'
import type { FileRemoval } from '../media/file-removal.ts'
import type { MediaStore } from '../media/media.ts'
import type { SquarePicture } from '../media/square-picture.ts'

/** S5-038: pictures of people and groups. */
export const maxPictureBytes = 5_000_000
/** Types that every browser draws and that run no code. */
const accepted = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']
/** A day: a list that stays open over a shift keeps its faces. */
const shownMs = 24 * 60 * 60 * 1_000
const mediaId = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

/** Path of a stored picture for a browser, valid for a day; null for what is no file of the company. */
export const picturePath = (stored: string | null, sign: (media: MediaId, ttlMs: number) => string): string | null =>
  stored !== null && mediaId.test(stored) ? sign(stored as MediaId, shownMs) : null

/** Pictures of users and of groups: files of the company, shown by signed paths. */
export class Pictures {
  readonly #media: Pick<MediaStore, 'put' | 'sign'>
  readonly #removeFiles: FileRemoval
  readonly #square: SquarePicture
  constructor(media: Pick<MediaStore, 'put' | 'sign'>, removeFiles: FileRemoval, square: SquarePicture) {
    this.#media = media
    this.#square = square
    this.#removeFiles = removeFiles
  }

  /**
   * Redraws an upload, stores it and answers its id. @throws Refusal ERR_NO_FILE_UPLOADED, ERR_FILE_TYPE,
   * ERR_FILE_TOO_LARGE, ERR_INVALID_IMAGE, ERR_IMAGE_TOO_LARGE
   */
  async store(tenantId: string, [file]: readonly UploadedFile[]): Promise<string> {
    if (!file) throw new Refusal('ERR_NO_FILE_UPLOADED')
    if (tooLargeToDraw(file)) throw new Refusal('ERR_IMAGE_TOO_LARGE', { limit: drawablePixels / 1_000_000 })
    if (!accepted.includes(file.mime)) throw new Refusal('ERR_FILE_TYPE')
    return (
      await this.#media.put(tenantId, await this.#square(tenantId, file), { name: 'picture.webp', mime: 'image/webp' })
    ).id
  }

  /**
   * Deletes a picture that is not used any more. Call it after the commit; one that cannot be deleted takes storage and
   * has no other effect.
   */
  async discard(tenantId: string, stored: string | null): Promise<void> {
    if (stored !== null && mediaId.test(stored))
      await this.#removeFiles(tenantId, [stored as MediaId]).catch(() => undefined)
  }

  /** Address of a stored picture for the browser. */
  url(tenantId: string, stored: string | null): string | null {
    return picturePath(stored, (media, ttlMs) => this.#media.sign(tenantId, media, ttlMs))
  }
}
