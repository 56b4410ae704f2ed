import { ProxyAddress } from '@recado/sdk'
import * as z from 'zod'

/** Ids of Meta are digits; the longest known have 17. */
const MetaId = z
  .string()
  .trim()
  .regex(/^\d{5,25}$/)

const shared = {
  appId: MetaId,
  accessToken: z.string().trim().min(20).max(1_000).meta({ secret: true }),
  appSecret: z
    .string()
    .trim()
    .regex(/^[0-9a-f]{32}$/i)
    .meta({ secret: true }),
  verifyToken: z.string().trim().min(8).max(200).meta({ secret: true }),
  /** After a day agents go on answering, for a week, under the tag that Meta gives apps with this permission. */
  humanAgent: z.boolean().default(true),
  version: z
    .string()
    .trim()
    .regex(/^v\d{1,3}\.\d$/)
    .default('v25.0')
    .meta({ advanced: true }),
  apiRoot: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .optional()
    .meta({ advanced: true }),
  proxy: ProxyAddress.optional().meta({ secret: true, advanced: true }),
}

/**
 * Settings of one professional account of Instagram (S3-047). `username` is compared with the account that the token
 * opens. `password` is kept for data that is carried along from other systems; nothing signs in with it.
 */
export const InstagramConfig = z.object({
  accountId: MetaId,
  username: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9._]{1,30}$/)
    .optional(),
  ...shared,
  /** The page that the account is linked to, and its token: conversations are routed in the name of the page alone. */
  pageId: MetaId.optional().meta({ advanced: true }),
  pageToken: z.string().trim().min(20).max(1_000).optional().meta({ secret: true, advanced: true }),
  password: z.string().max(200).optional().meta({ secret: true, advanced: true }),
})
export type InstagramConfig = z.output<typeof InstagramConfig>

/** Settings of one page of Facebook. */
export const FacebookConfig = z.object({ accountId: MetaId, ...shared })
export type FacebookConfig = z.output<typeof FacebookConfig>

/** What both have: `accountId` is the page or the professional account. */
export type MetaConfig = FacebookConfig & Pick<InstagramConfig, 'username' | 'pageId'>
