import * as z from 'zod'

/*
 * Pieces of what comes in. Everything that is not needed to make sense of an event is optional, and odd values count as
 * absent: one odd field spoils nothing else.
 */

export const words = z.string().optional().catch(undefined)
const maxTime = 253_402_300_799_999
/** Milliseconds since 1970; comments say seconds. */
export const When = z.coerce
  .number()
  .min(0)
  .max(maxTime)
  .transform((time) => new Date(time < 100_000_000_000 ? time * 1_000 : time))
  .nullable()
  .catch(null)

/** Ids end up in addresses and indexes. */
export const Id = z.coerce.string().min(1).max(400)
export const OptionalId = Id.optional().catch(undefined)
