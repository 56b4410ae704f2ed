import * as z from 'zod'

/**
 * What the page behind a link says about itself, as the server has read it; all of it plain text of a stranger. Answer
 * of `GET /messages/{messageId}/link-preview`, for the thread.
 */
export const LinkPreview = z.object({
  /** The link as the message contains it. */
  url: z.string(),
  /** Where the link leads, in ASCII, and with its port if it has one: no page decides about it. */
  host: z.string(),
  /** Where the page was after redirects, if on another host; null otherwise. */
  finalHost: z.string().nullable(),
  siteName: z.string().nullable(),
  title: z.string(),
  description: z.string().nullable(),
  /** Signed path of a small square picture in WebP, valid for a day. */
  picture: z.string().nullable(),
})
/** What the page behind a link says about itself. */
export type LinkPreview = z.output<typeof LinkPreview>
