import { defineRoute } from '@recado/sdk'
import * as z from 'zod'
import { maxAnimatedBytes } from './limits.ts'
import { position, Sticker, StickerPage, StickerView, StickerWords } from './sticker.ts'

const use = { kind: 'session', permission: 'stickers.use' } as const
const manage = { kind: 'session', permission: 'stickers.manage' } as const
const params = z.object({ id: z.uuid() })
const Done = z.object({ message: z.string() })

export const routes = {
  page: defineRoute({
    method: 'GET',
    path: '/stickers',
    summary: 'Stickers by name, page by page; the recent ones newest first and on one page',
    access: use,
    rate: 'read',
    response: StickerPage,
    query: z.object({
      searchParam: z.string().trim().max(100).default(''),
      view: StickerView.default('all'),
      pack: z.string().max(100).optional(),
      cursor: position.read.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(60),
    }),
  }),
  packs: defineRoute({
    method: 'GET',
    path: '/packs',
    summary: 'Names of the packs, by name',
    access: use,
    rate: 'read',
    response: z.object({ packs: z.array(z.string()) }),
  }),
  add: defineRoute({
    method: 'POST',
    path: '/stickers',
    summary: 'Keeps a sticker: one WebP of 512 by 512 pixels, 100 KB, or 500 KB when it moves',
    access: manage,
    rate: 'upload',
    encoding: 'multipart',
    maxBody: maxAnimatedBytes + 64 * 1_024,
    body: StickerWords,
    response: Sticker,
    errors: ['ERR_NO_FILE_UPLOADED', 'ERR_FILE_TYPE', 'ERR_FILE_TOO_LARGE', 'ERR_STICKERS'],
  }),
  rename: defineRoute({
    method: 'PUT',
    path: '/stickers/:id',
    summary: 'Another name or pack',
    access: manage,
    rate: 'write',
    params,
    body: StickerWords,
    response: Sticker,
    errors: ['ERR_NOT_FOUND'],
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/stickers/:id',
    summary: 'Deletes a sticker; messages it was sent with keep it',
    access: manage,
    rate: 'write',
    params,
    response: Done,
    errors: ['ERR_NOT_FOUND'],
  }),
  favourite: defineRoute({
    method: 'PUT',
    path: '/stickers/:id/favourite',
    summary: 'Keeps a sticker at hand for this user, or not any more',
    access: use,
    rate: 'write',
    params,
    body: z.object({ favourite: z.boolean() }).strict(),
    response: Done,
    errors: ['ERR_NOT_FOUND'],
  }),
  used: defineRoute({
    method: 'POST',
    path: '/stickers/:id/used',
    summary: 'This user has sent it: it stands among their recent ones',
    access: use,
    rate: 'write',
    params,
    response: Done,
    errors: ['ERR_NOT_FOUND'],
  }),
}
