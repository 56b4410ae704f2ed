/* Limits of the lengths of texts, in characters. Free of zod: forms and server apply the same limits. */

/** Of an e-mail address. */
export const emailLength = 320
/** Of the names of what a company orders its conversations and contacts by. */
export const nameLengths = { queue: 100, tag: 60 } as const
/** Of the phone number of a user, with blanks and marks. */
export const userPhoneLength = 32

/** Of what identifies a contact; the lengths of its details are in `contactDetails`. */
export const contactLengths = {
  name: 200,
  /** With blanks and marks. */
  number: 40,
  email: emailLength,
} as const
/** Of what else is worth knowing of a contact, and how many such entries there may be (S3-016). */
export const contactExtraLimits = { description: 100, info: 1_000, count: 50 } as const
/** Of a note about a contact (S3-017). */
export const contactNoteLengths = { title: 200, description: 1_000, information: 5_000 } as const
