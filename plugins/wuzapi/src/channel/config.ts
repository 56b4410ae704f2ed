import * as z from 'zod'

const Token = z.string().trim().min(4).max(500)

/**
 * Settings of one session of a gateway (S3-050). The session token opens the session alone; the API token is that of
 * the gateway's administrator, and only needed where the session does not exist there yet.
 */
export const WuzapiConfig = z.object({
  apiUrl: z.url({ protocol: /^https?$/ }).max(500),
  session: z.string().trim().min(1).max(100),
  sessionToken: Token.meta({ secret: true }),
  apiToken: Token.optional().meta({ secret: true }),
  groups: z.boolean().default(true),
})
export type WuzapiConfig = z.output<typeof WuzapiConfig>
