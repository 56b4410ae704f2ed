/** A picture at most, in bytes. */
export const largestPicture = 5 * 1_024 * 1_024
/** Pictures of a company, and of an article, at most. */
export const mostPictures = 20_000
export const mostOfArticle = 200

/** Types that are taken: pictures of pixels, in which nothing runs. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'] as const

const scheme = 'imagem:'
const mark = /\bimagem:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/gi
const whole = new RegExp(`^${mark.source}$`, 'i')

/** The address of a picture in the Markdown of an article. */
export const pictureAddress = (id: string): string => scheme + id

/** The id of the picture at an address of Markdown; undefined for another address. */
export const pictureAt = (address: string): string | undefined => whole.exec(address)?.[1]?.toLowerCase()

/** Ids of the pictures that stand in a text, each once, as many as an article may have. */
export const picturesOf = (body: string): string[] =>
  [...new Set([...body.matchAll(mark)].map(([, id]) => id!.toLowerCase()))].slice(0, mostOfArticle)
