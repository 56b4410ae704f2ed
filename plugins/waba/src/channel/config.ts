import { ProxyAddress } from '@recado/sdk'
import * as z from 'zod'

/** Ids of Meta are digits; the longest known have 17. */
const MetaId = z
  .string()
  .trim()
  .regex(/^\d{5,25}$/)
/**
 * Messages per second of a number. 80 is Meta's default, 1,000 after an upgrade, 20 for one that is used in the app
 * too.
 */
const messagesPerSecond = z.int().min(1).max(1_000).default(80).meta({ advanced: true })
/** On the button that opens a list of choices; WhatsApp wants one, and shows 20 characters. */
const listButton = z.string().trim().min(1).max(20).default('Opções').meta({ advanced: true })
const apiRoot = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .optional()
  .meta({ advanced: true })

/**
 * Settings of one number at Meta's Cloud API (S5-108: all of them are needed; S3-042). Access token, verification token
 * and app secret are read through `ctx.secrets`. `apiRoot` is for a gateway of one's own.
 */
export const WabaConfig = z.object({
  phoneNumberId: MetaId,
  businessAccountId: MetaId,
  appId: MetaId,
  accessToken: z.string().trim().min(20).max(1_000).meta({ secret: true }),
  appSecret: z
    .string()
    .trim()
    .regex(/^[0-9a-f]{32}$/i)
    .meta({ secret: true }),
  verifyToken: z.string().trim().min(8).max(200).meta({ secret: true }),
  version: z
    .string()
    .trim()
    .regex(/^v\d{1,3}\.\d$/)
    .default('v25.0')
    .meta({ advanced: true }),
  messagesPerSecond,
  listButton,
  apiRoot,
  proxy: ProxyAddress.optional().meta({ secret: true, advanced: true }),
})
export type WabaConfig = z.output<typeof WabaConfig>

/** Settings of one number at 360dialog: its API key stands for number and account (S3-054). */
export const Waba360Config = z.object({
  apiKey: z.string().trim().min(10).max(500).meta({ secret: true }),
  messagesPerSecond,
  listButton,
  apiRoot,
  proxy: ProxyAddress.optional().meta({ secret: true, advanced: true }),
})
export type Waba360Config = z.output<typeof Waba360Config>
/** Common settings, and those of one provider alone as optional. */
export type CloudConfig = Partial<Omit<WabaConfig, 'messagesPerSecond' | 'listButton'>> &
  Pick<WabaConfig, 'messagesPerSecond' | 'listButton'>
