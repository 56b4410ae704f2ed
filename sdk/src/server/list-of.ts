import * as z from 'zod'

/**
 * Reads a list of which only the entries that fit are kept, and anything that is no list as an empty one: for webhooks
 * and answers of providers, where one odd entry must not spoil the others.
 */
export const listOf = <T>(schema: z.ZodType<T>): z.ZodType<T[]> =>
  z
    .array(z.unknown())
    .catch([])
    .transform((list) =>
      list.flatMap((entry) => {
        const read = schema.safeParse(entry)
        return read.success ? [read.data] : []
      }),
    ) as unknown as z.ZodType<T[]>
