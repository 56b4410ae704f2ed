import type { MediaStore } from '../media/media.ts'

/**
 * How an uploaded picture stands in `core.contact.profile_pic_url`; anything else there is an address that a channel or
 * an import brought.
 */
const uploaded = 'media:'
/** A day: a list that stays open over a shift keeps its faces. */
const shownMs = 24 * 60 * 60 * 1_000

/** Where a browser finds the picture of a contact of one company, by what is stored of it. */
export type PictureUrl = (stored: string | null) => string | null

/** Whoever reads contacts or tickets of a company makes one for the reading. */
export const pictureUrls =
  (media: Pick<MediaStore, 'sign'>, tenantId: string): PictureUrl =>
  (stored) => {
    const id = uploadedId(stored)
    return id === null ? stored : media.sign(tenantId, id, shownMs)
  }

/** As an uploaded picture is stored. */
export const storedPicture = (mediaId: string): string => uploaded + mediaId
/** The file of an uploaded picture; null for an address, and for none. */
export const uploadedId = (stored: string | null): string | null =>
  stored?.startsWith(uploaded) ? stored.slice(uploaded.length) : null
