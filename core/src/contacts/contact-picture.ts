import type { MediaStore } from '../media/media.ts'

/**
 * Prefix of an uploaded picture in `core.contact.profile_pic_url`; other values are addresses from a channel or an
 * import.
 */
const uploaded = 'media:'
/** A day: a list that stays open over a shift keeps its faces. */
const shownMs = 24 * 60 * 60 * 1_000

/** Address of a contact's picture for browsers, from its stored value, for one company. */
export type PictureUrl = (stored: string | null) => string | null

/** Made once per reading of contacts or tickets of a company. */
export const pictureUrls =
  (media: Pick<MediaStore, 'sign'>, tenantId: string): PictureUrl =>
  (stored) => {
    const id = uploadedId(stored)
    return id === null ? stored : media.sign(tenantId, id, shownMs)
  }

/** Stored value of an uploaded picture. */
export const storedPicture = (mediaId: string): string => uploaded + mediaId
/** The file of an uploaded picture; null for an address, and for none. */
export const uploadedId = (stored: string | null): string | null =>
  stored?.startsWith(uploaded) ? stored.slice(uploaded.length) : null
