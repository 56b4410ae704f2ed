import { ProxyAddress } from '@recado/sdk'
import * as z from 'zod'

/**
 * Settings of one number. `version` replaces the version of WhatsApp Web that is found out otherwise; `server` is the
 * address of a stand-in, for a test or a demonstration.
 */
export const WhatsappConfig = z.object({
  rejectCalls: z.boolean().default(false),
  callMessage: z.string().trim().max(1_000).optional().meta({ widget: 'text' }),
  groups: z.boolean().default(true),
  updates: z.boolean().default(false),
  version: z
    .string()
    .trim()
    .regex(/^2\.3000\.\d{6,12}$/)
    .optional()
    .meta({ advanced: true }),
  proxy: ProxyAddress.optional().meta({ secret: true, advanced: true }),
  server: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .optional()
    .meta({ advanced: true }),
})
export type WhatsappConfig = z.output<typeof WhatsappConfig>
