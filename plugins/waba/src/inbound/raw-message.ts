import * as z from 'zod'
import { flag, Id, OptionalId, When, words } from './fields.ts'

/** A message of a webhook as the Cloud API sends it. */
export const RawMessage = z.looseObject({
  id: Id,
  type: z.string(),
  timestamp: When,
  from: OptionalId,
  from_user_id: OptionalId,
  from_parent_user_id: OptionalId,
  to: OptionalId,
  to_user_id: OptionalId,
  group_id: OptionalId,
  context: z
    .object({
      id: OptionalId,
      forwarded: flag,
      frequently_forwarded: flag,
      referred_product: z.object({ catalog_id: words, product_retailer_id: words }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
})
export type RawMessage = z.output<typeof RawMessage>
