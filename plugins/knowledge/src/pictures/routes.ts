import { CompanyAddress, defineRoute } from '@recado/sdk'
import * as z from 'zod'
import { largestPicture } from './picture.ts'

export const pictureRoutes = {
  addPicture: defineRoute({
    method: 'POST',
    path: '/pictures',
    summary: 'Keeps a picture for articles: PNG, JPEG, GIF, WebP or AVIF',
    access: { kind: 'session', permission: 'knowledge.manage' },
    rate: 'upload',
    encoding: 'multipart',
    maxBody: largestPicture + 64 * 1_024,
    body: z.object({}),
    response: z.object({
      /** By which Markdown shows it. */
      address: z.string(),
    }),
    errors: ['ERR_NO_FILE_UPLOADED', 'ERR_FILE_TYPE', 'ERR_FILE_TOO_LARGE', 'ERR_PICTURE_LIMIT'],
  }),
  readPicture: defineRoute({
    method: 'GET',
    path: '/pictures/:picture',
    summary: 'A picture of articles, for the team: a path that is valid for an hour',
    access: { kind: 'session', permission: 'knowledge.use' },
    rate: 'read',
    params: z.object({ picture: z.uuid() }),
    response: z.object({ url: z.string() }),
    errors: ['ERR_NOT_FOUND'],
  }),
  helpPicture: defineRoute({
    method: 'GET',
    path: '/ajuda/:company/imagem/:picture',
    summary: 'A picture that stands in a public article of a company',
    access: { kind: 'company' },
    rate: 'visitor',
    params: z.object({ company: CompanyAddress, picture: z.string().max(100) }),
    query: z.looseObject({}),
    response: 'bytes',
  }),
}

/** The path that people see. */
export const pictureClaims = { helpPicture: '/ajuda/:company/imagem/:picture' } as const
