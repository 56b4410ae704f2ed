import { ProxyAddress } from '@recado/sdk'
import * as z from 'zod'

/** Token from BotFather: the bot's number and its key. */
const Token = z
  .string()
  .trim()
  .max(200)
  .regex(/^\d{3,20}:[A-Za-z0-9_-]{20,}$/)

/**
 * Settings of one bot (S5-106). The token is read through `ctx.secrets`; `apiRoot` is for a Bot API server of one's
 * own.
 */
export const TelegramConfig = z.object({
  token: Token.meta({ secret: true }),
  apiRoot: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .optional()
    .meta({ advanced: true }),
  proxy: ProxyAddress.optional().meta({ secret: true, advanced: true }),
})
export type TelegramConfig = z.output<typeof TelegramConfig>
