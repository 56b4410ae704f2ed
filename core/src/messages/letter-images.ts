import type { Database } from '../db/database.ts'
import type { LetterImages } from '../media/letter.ts'

/** A letter is the `html` part of a message; the images that it may show are in that part, as the adapter stored it. */
export const letterImagesIn =
  (db: Pick<Database, 'raw'>): LetterImages =>
  async (tenantId, mediaId) => {
    const [row] = await db.raw<
      { images: string[] | null }[]
    >`select core.letter_images(${tenantId}, ${mediaId}) as images`
    return row?.images ? new Set(row.images) : undefined
  }
