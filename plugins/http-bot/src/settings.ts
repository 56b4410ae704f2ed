import * as z from 'zod'

/** The company's program, and the key that both sides sign with. */
export const Settings = z.object({
  url: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .optional(),
  /** As Standard Webhooks writes keys: `whsec_` and 24 bytes or more in Base64. */
  signingKey: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/)
    .max(500)
    .optional()
    .meta({ secret: true }),
  /** Whether answers that are not signed are refused. */
  signedAnswers: z.boolean().default(false),
})
