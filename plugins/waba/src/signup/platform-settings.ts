import * as z from 'zod'

const MetaId = z
  .string()
  .trim()
  .regex(/^\d{5,25}$/)

/**
 * The installation's own app at Meta, in whose name companies connect numbers by Embedded Signup. `wabaConfigId` is its
 * configuration of Facebook Login for Business. `wabaApiRoot` is for a stand-in of Meta, whose dialog is there too.
 */
export const PlatformSettings = z.object({
  wabaAppId: MetaId.nullable().default(null),
  wabaConfigId: MetaId.nullable().default(null),
  wabaAppSecret: z
    .string()
    .trim()
    .regex(/^[0-9a-f]{32}$/i)
    .optional()
    .meta({ secret: true, sentTo: ['wabaApiRoot'] }),
  wabaApiRoot: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .nullable()
    .default(null),
})
export type PlatformSettings = z.output<typeof PlatformSettings>
