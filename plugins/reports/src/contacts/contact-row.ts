import * as z from 'zod'

/** A contact of a report, masked for whom it is masked. */
export const ContactRow = z.object({
  id: z.string(),
  name: z.string(),
  number: z.string().nullable(),
  email: z.string().nullable(),
  state: z.string().nullable(),
  tags: z.array(z.string()),
  wallets: z.array(z.string()),
  birthdayDate: z.string().nullable(),
  /** Of the report of birthdays: the day on which it is celebrated, and the age on it. */
  celebratedOn: z.string().nullable(),
  age: z.int().nullable(),
  businessName: z.string().nullable(),
  document: z.string().nullable(),
  category: z.string().nullable(),
  source: z.string().nullable(),
  createdAt: z.string(),
})
export type ContactRow = z.infer<typeof ContactRow>
