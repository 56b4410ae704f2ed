import * as z from 'zod'

/** The number whose phone a code is wanted for, on its way to the node that holds the session. */
export const numberTopic = 'pairing.number'

/** A number as people type it, with its country code; its digits are what WhatsApp is asked with. */
export const PairingNumber = z
  .string()
  .max(40)
  .regex(/^[\s\d()+.-]+$/)
  .transform((typed) => typed.replaceAll(/\D/g, ''))
  .refine((digits) => digits.length >= 8 && digits.length <= 15)
