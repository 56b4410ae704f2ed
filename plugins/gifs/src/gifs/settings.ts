import * as z from 'zod'

/** Strictness of the provider's filter, from everything that is not for all ages to nothing. */
export const Filter = z.enum(['high', 'medium', 'low', 'off'])
export type Filter = z.infer<typeof Filter>

/** Each provider has a key of its own, so that changing the provider hands nobody another's. */
export const Settings = z.object({
  provider: z.enum(['klipy', 'giphy']).default('klipy'),
  klipyKey: z.string().trim().min(8).max(200).optional().meta({ secret: true }),
  giphyKey: z.string().trim().min(8).max(200).optional().meta({ secret: true }),
  filter: Filter.default('high'),
  apiRoot: z.url().optional(),
})
