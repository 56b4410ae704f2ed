import { ProxyAddress } from '@recado/sdk'
import * as z from 'zod'
import { hubChannels } from './hub-channels.ts'

/** Settings of one channel of the hub. The token belongs to the account, the id to the channel. */
export const HubConfig = z.object({
  channel: z.enum(hubChannels),
  channelId: z
    .string()
    .trim()
    .regex(/^[\w-]{4,100}$/),
  token: z.string().trim().min(10).max(500).meta({ secret: true }),
  apiRoot: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .optional()
    .meta({ advanced: true }),
  proxy: ProxyAddress.optional().meta({ secret: true, advanced: true }),
})
export type HubConfig = z.output<typeof HubConfig>
