import { keysetCursor } from '@recado/sdk'
import * as z from 'zod'
import { maxNameLength, maxPackLength } from './limits.ts'

/** A sticker for users who may send it. `url` is valid for an hour and is sent. */
export const Sticker = z.object({
  id: z.uuid(),
  name: z.string(),
  pack: z.string(),
  url: z.string(),
  bytes: z.int(),
  isAnimated: z.boolean(),
  isFavourite: z.boolean(),
})
export type Sticker = z.infer<typeof Sticker>

export const StickerPage = z.object({ stickers: z.array(Sticker), nextCursor: z.string().nullable() })
export type StickerPage = z.infer<typeof StickerPage>

/** All of the company's, those the user keeps at hand, those they sent last. */
export const StickerView = z.enum(['all', 'favourites', 'recent'])
export type StickerView = z.infer<typeof StickerView>

/** Description of a sticker. `name` is read aloud and searched; `pack` is empty for none. */
export const StickerWords = z
  .object({ name: z.string().trim().min(1).max(maxNameLength), pack: z.string().trim().max(maxPackLength).default('') })
  .strict()
export type StickerWords = z.output<typeof StickerWords>

/** A place in the list: the folded name and the id of the last row that was shown. */
export const position = keysetCursor(z.object({ name: z.string(), id: z.uuid() }))
export type Position = z.infer<typeof position.read>
