import * as z from 'zod'

/** File types of a GIF, from the best to the last resort for channels without moving pictures. */
export const fileTypes = ['image/gif', 'video/mp4', 'image/webp', 'image/png', 'image/jpeg'] as const
export const FileType = z.enum(fileTypes)
export type FileType = z.infer<typeof FileType>

/** One file of a GIF. `source` is where the provider keeps it; the server fetches it from there. */
export const GifFile = z.object({ type: FileType, source: z.url() })
export type GifFile = z.infer<typeof GifFile>

/**
 * A GIF as it is offered. `description` is read aloud, and empty where the provider has none. `preview` is the source
 * of a small one that moves. `files` holds one for each type there is, small enough to be sent.
 */
export const Gif = z.object({
  id: z.string(),
  description: z.string(),
  preview: z.url(),
  files: z.array(GifFile).min(1),
})
export type Gif = z.infer<typeof Gif>

/** Provider of the GIFs. Providers require to be named where theirs are shown. */
export const Attribution = z.object({ name: z.string(), url: z.url() })
export type Attribution = z.infer<typeof Attribution>

export const GifPage = z.object({ provider: Attribution, gifs: z.array(Gif), nextCursor: z.string().nullable() })
export type GifPage = z.infer<typeof GifPage>

/** A file that the company keeps now, ready to be sent: `path` works for an hour. */
export const KeptGif = z.object({ path: z.string(), type: FileType })
export type KeptGif = z.infer<typeof KeptGif>
