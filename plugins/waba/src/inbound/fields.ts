import * as z from 'zod'

/*
 * Pieces of what comes in. Everything that is not needed to make sense of a message is optional, and odd values count
 * as absent: one odd field spoils nothing else.
 */

export const words = z.string().optional().catch(undefined)
/** Words that say something: an empty field is as absent. */
export const saidWords = z
  .string()
  .transform((text) => text.trim() || undefined)
  .optional()
  .catch(undefined)
/** Providers between Meta and us write some of them as words. */
export const flag = z
  .preprocess((told) => (told === 'true' ? true : told === 'false' ? false : told), z.boolean().optional())
  .catch(undefined)
/** The last second of the last year that has four digits. */
const lastSecond = 253_402_300_799
/**
 * Seconds since 1970, as text. The end of the second is meant: question and answer within one would otherwise be
 * swapped.
 */
export const When = z.coerce
  .number()
  .int()
  .min(0)
  .max(lastSecond)
  .transform((seconds) => new Date(seconds * 1_000 + 999))
  .nullable()
  .catch(null)

/** Ids end up in addresses and indexes. */
export const Id = z.string().min(1).max(400)
export const OptionalId = Id.optional().catch(undefined)
