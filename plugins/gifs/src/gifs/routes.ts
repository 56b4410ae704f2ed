import { defineRoute } from '@recado/sdk'
import * as z from 'zod'
import { GifPage, KeptGif } from './gif.ts'
import { maxSearchLength, pageSize } from './limits.ts'

const use = { kind: 'session', permission: 'gifs.use' } as const
const Source = z.url().max(2_000)
const troubles = ['ERR_GIFS', 'ERR_GIFS_KEY', 'ERR_GIFS_BUSY'] as const

export const routes = {
  page: defineRoute({
    method: 'GET',
    path: '/gifs',
    summary:
      'GIFs of the company’s provider that fit the words, page by page; without words those that are popular now',
    access: use,
    rate: 'search',
    response: GifPage,
    errors: troubles,
    query: z.object({
      searchParam: z.string().trim().max(maxSearchLength).default(''),
      cursor: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(50).default(pageSize),
    }),
  }),
  picture: defineRoute({
    method: 'GET',
    path: '/pictures',
    summary: 'The bytes of a picture of the provider, so that a browser never asks the provider',
    access: use,
    rate: 'read',
    query: z.object({ source: Source }),
    response: 'bytes',
    errors: [...troubles, 'ERR_NOT_FOUND', 'ERR_FILE_TYPE', 'ERR_FILE_TOO_LARGE'],
  }),
  keep: defineRoute({
    method: 'POST',
    path: '/files',
    summary: 'Takes a file of the provider over, so that it can be sent: its path works for an hour',
    access: use,
    rate: 'upload',
    body: z.object({ source: Source, description: z.string().trim().max(500).default('') }).strict(),
    response: KeptGif,
    errors: [...troubles, 'ERR_NOT_FOUND', 'ERR_FILE_TYPE', 'ERR_FILE_TOO_LARGE'],
  }),
}
