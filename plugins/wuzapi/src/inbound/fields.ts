import * as z from 'zod'

/* Fields of a delivery, their names in lower case. One that is not what it should be counts as missing. */

export const words = z.string().optional().catch(undefined)
export const flag = z.boolean().catch(false)
export const count = z.coerce.number().optional().catch(undefined)
/** An address of WhatsApp; newer builds leave out those that are empty, older ones write an empty text. */
export const jid = z
  .string()
  .max(200)
  .optional()
  .catch(undefined)
  .transform((text) => text || undefined)

/**
 * WhatsApp counts whole seconds. The end of one is meant, or what was asked and answered within it would change places.
 */
export const instant = z
  .string()
  .nullable()
  .catch(null)
  .transform((text) => {
    const at = text === null ? Number.NaN : Date.parse(text)
    return at > 0 ? new Date(Math.floor(at / 1_000) * 1_000 + 999) : null
  })

/** An enumeration of WhatsApp, by its number or its name. */
export const oneOf = (names: Readonly<Record<string, number>>) =>
  z
    .union([z.number(), z.string().transform((name) => names[name])])
    .optional()
    .catch(undefined)
