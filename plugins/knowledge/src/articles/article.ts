import { Locale } from '@recado/sdk'
import * as z from 'zod'

/** Articles of a company at most. */
export const mostArticles = 10_000
export const longestBody = 100_000
/** Articles that one call of the import may bring, and the size of such a call in bytes. */
export const mostImported = 50
export const largestImport = 4 * 1_024 * 1_024
/** Earlier versions of an article that are kept. */
export const keptVersions = 50

/** Characters of the address that an article comes from. */
const longestSource = 2_000

/** Languages that an article may be in. */
export const languages = Locale.options

const fields = z
  .object({
    title: z.string().trim().min(1).max(200),
    /** Markdown. */
    body: z.string().max(longestBody).default(''),
    category: z.string().trim().max(60).default(''),
    language: Locale,
    /** `customers`: what may be told to customers too. */
    audience: z.enum(['team', 'customers']).default('team'),
    isPublished: z.boolean().default(false),
    /** Where it comes from, if it was imported from a website. */
    source: z
      .url({ protocol: /^https?$/ })
      .max(longestSource)
      .nullable()
      .default(null),
  })
  .strict()

/** An article as it is entered. */
export const ArticleDraft = fields
export type ArticleDraft = z.infer<typeof ArticleDraft>

export const Article = fields.extend({ id: z.uuid(), revision: z.int(), savedAt: z.string(), savedBy: z.uuid() })
export type Article = z.infer<typeof Article>

/** An article in a list, without its text. */
export const ArticleLine = Article.omit({ body: true, source: true })
export type ArticleLine = z.infer<typeof ArticleLine>
