import { ProxyAddress } from '@recado/sdk'
import * as z from 'zod'
import { usualOptOutWords } from '../text/opt-out.ts'

/**
 * Settings of one Twilio number or messaging service. The auth token is read through `ctx.secrets`; `apiRoot` is for a
 * stand-in of the provider.
 */
export const TwilioConfig = z
  .object({
    accountSid: z
      .string()
      .trim()
      .regex(/^AC[0-9a-fA-F]{32}$/),
    authToken: z.string().trim().min(6).max(200).meta({ secret: true }),
    from: z
      .string()
      .trim()
      .regex(/^(\+[1-9]\d{6,14}|\d{3,8}|[A-Za-z0-9 ]{1,11})$/)
      .optional(),
    messagingServiceSid: z
      .string()
      .trim()
      .regex(/^MG[0-9a-fA-F]{32}$/)
      .optional(),
    configureNumber: z.boolean().default(true),
    optOutWords: z
      .array(z.string().trim().min(1).max(40))
      .max(50)
      .default([...usualOptOutWords])
      .meta({ advanced: true }),
    apiRoot: z
      .url({ protocol: /^https?$/ })
      .max(500)
      .optional()
      .meta({ advanced: true }),
    proxy: ProxyAddress.optional().meta({ secret: true, advanced: true }),
  })
  .refine(({ from, messagingServiceSid }) => from !== undefined || messagingServiceSid !== undefined, {
    path: ['from'],
    message: 'a number or a messaging service is needed',
  })
export type TwilioConfig = z.output<typeof TwilioConfig>
