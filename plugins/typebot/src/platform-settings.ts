import * as z from 'zod'

/** Where the installation's Typebot is found. */
export const PlatformSettings = z.object({
  typebotUrl: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .nullable()
    .default(null),
  typebotToken: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .meta({ secret: true, sentTo: ['typebotUrl'] }),
  /** Holds its address itself. */
  typebotDatabaseUrl: z
    .string()
    .regex(/^postgres(ql)?:\/\//)
    .max(1_000)
    .optional()
    .meta({ secret: true, databaseError: 'ERR_TYPEBOT_TEST_FAILED' }),
})
