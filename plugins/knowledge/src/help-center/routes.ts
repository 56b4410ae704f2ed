import { CompanyAddress, defineRoute } from '@recado/sdk'
import * as z from 'zod'

const access = { kind: 'company' } as const
const params = z.object({ company: CompanyAddress })
/** Whoever links to a page may add marks of their own to its address. */
const query = z.looseObject({ idioma: z.string().max(20).optional().catch(undefined) })

export const helpCenterRoutes = {
  helpHome: defineRoute({
    method: 'GET',
    path: '/ajuda/:company',
    summary: 'The public help centre of a company: its categories with their articles, as a page',
    access,
    rate: 'visitor',
    params,
    query,
    response: 'bytes',
  }),
  helpSearch: defineRoute({
    method: 'GET',
    path: '/ajuda/:company/busca',
    summary: 'Passages of the public articles of a company, as a page',
    access,
    rate: 'visitor',
    params,
    query: query.extend({ q: z.string().max(2_000).default('').catch('') }),
    response: 'bytes',
  }),
  helpSitemap: defineRoute({
    method: 'GET',
    path: '/ajuda/:company/sitemap.xml',
    summary: 'Addresses of the public articles of a company, for search engines',
    access,
    rate: 'visitor',
    params,
    query,
    response: 'bytes',
  }),
  helpCategory: defineRoute({
    method: 'GET',
    path: '/ajuda/:company/categoria/:category',
    summary: 'The public articles of a category, as a page',
    access,
    rate: 'visitor',
    params: params.extend({ category: z.string().max(400) }),
    query,
    response: 'bytes',
  }),
  helpArticle: defineRoute({
    method: 'GET',
    path: '/ajuda/:company/:article',
    summary: 'A public article of a company, as a page; from an earlier address it leads to the present one',
    access,
    rate: 'visitor',
    params: params.extend({ article: z.string().max(400) }),
    query,
    response: 'bytes',
  }),
  helpCenter: defineRoute({
    method: 'GET',
    path: '/help-center',
    summary: 'Where the public help centre is, and what is missing until it is there',
    access: { kind: 'session', permission: 'knowledge.use' },
    rate: 'read',
    response: z.object({
      /** Its path below the product's address; null while it is not published or the company has no public address. */
      path: z.string().nullable(),
      isPublished: z.boolean(),
      hasAddress: z.boolean(),
    }),
  }),
}

/** The paths that people see. */
export const helpCenterClaims = {
  helpHome: '/ajuda/:company',
  helpSearch: '/ajuda/:company/busca',
  helpSitemap: '/ajuda/:company/sitemap.xml',
  helpCategory: '/ajuda/:company/categoria/:category',
  helpArticle: '/ajuda/:company/:article',
} as const
