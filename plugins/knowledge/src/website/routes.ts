import { defineRoute } from '@recado/sdk'
import * as z from 'zod'
import { mostPages } from './find-pages.ts'
import { longestAddress, webAddress } from './site-address.ts'

const access = { kind: 'session', permission: 'knowledge.manage' } as const
const body = z
  .object({
    address: z
      .string()
      .trim()
      .max(longestAddress)
      .refine((text) => webAddress(text) !== undefined),
  })
  .strict()

/** Other people's sites, read for who writes articles. Nothing of them is kept. */
export const websiteRoutes = {
  findWebsitePages: defineRoute({
    method: 'POST',
    path: '/website',
    summary: 'Pages of a website: by its sitemap, else the page itself',
    access,
    rate: 'search',
    limitMs: 60_000,
    confidential: true,
    body,
    response: z.object({
      pages: z.array(z.object({ address: z.string(), lastModified: z.iso.date().optional() })).max(mostPages),
      /** There are more pages, or a part of the sitemaps could not be read. */
      isCut: z.boolean(),
      /** Pages that the site's robots.txt does not want to be read. */
      forbidden: z.int(),
    }),
    errors: ['ERR_WEBSITE_UNREACHED', 'ERR_WEBSITE_FORBIDDEN', 'ERR_WEBSITE_NO_PAGE'],
  }),
  readWebsitePage: defineRoute({
    method: 'POST',
    path: '/website/page',
    summary: 'A page of a website, as it is sent',
    access,
    rate: 'upload',
    limitMs: 60_000,
    confidential: true,
    body,
    response: z.object({ address: z.string(), html: z.string() }),
    errors: [
      'ERR_TOO_MANY_REQUESTS',
      'ERR_WEBSITE_UNREACHED',
      'ERR_WEBSITE_FORBIDDEN',
      'ERR_WEBSITE_MOVED',
      'ERR_WEBSITE_NO_PAGE',
      'ERR_WEBSITE_PAGE_SIZE',
    ],
  }),
}
