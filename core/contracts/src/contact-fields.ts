import * as z from 'zod'
import { contactExtraLimits, contactLengths, contactNoteLengths } from './text-limits.ts'
import { AttributeChange } from './attributes.ts'
import {
  contactDetailFields,
  contactDetails,
  type ContactChoiceOf,
  type ContactDetailField,
  type ContactDetailOf,
  type ContactDetailValue,
} from './contact-details.ts'
import { id, instant, type TagId, type UserId } from './ids.ts'

/** Further information on a contact: a description and its content (S3-016). */
export const ContactExtra = z.object({ description: z.string(), info: z.string() })
export type ContactExtra = z.infer<typeof ContactExtra>

const codesOf = <Field extends ContactDetailOf<'choice'>>(field: Field): ContactChoiceOf<Field>[] =>
  Object.keys(contactDetails[field].options) as ContactChoiceOf<Field>[]

function storedDetail(field: ContactDetailField): z.ZodType {
  const detail = contactDetails[field]
  switch (detail.type) {
    case 'text':
      return z.string().nullable()
    case 'day':
      return z.iso.date().nullable()
    case 'choice':
      return z.enum(codesOf(field as ContactDetailOf<'choice'>)).nullable()
  }
}

/** Details of a contact beside its name and addresses; null for unknown ones. */
export const ContactDetails = z.object({
  ...(Object.fromEntries(contactDetailFields.map((field) => [field, storedDetail(field)])) as {
    [Field in ContactDetailField]: z.ZodType<ContactDetailValue<Field>, ContactDetailValue<Field>>
  }),
  /** True if a user confirmed that the number has WhatsApp. */
  whatsappValidated: z.boolean(),
})
export type ContactDetails = z.infer<typeof ContactDetails>

function givenDetail(field: ContactDetailField): z.ZodType {
  const detail = contactDetails[field]
  switch (detail.type) {
    case 'text':
      return z.string().trim().max(detail.maxLength).nullish()
    case 'day':
      return z.union([z.literal(''), z.iso.date()]).nullish()
    case 'choice':
      return z.enum(codesOf(field as ContactDetailOf<'choice'>)).nullish()
  }
}
const Name = z.string().trim().min(1).max(contactLengths.name)

/**
 * Everything of a contact that a request can set; an empty text is none. The server checks number, document, birthday
 * and website.
 */
const settable = {
  number: z.string().max(contactLengths.number).nullish(),
  email: z.string().max(contactLengths.email).nullish(),
  ...(Object.fromEntries(contactDetailFields.map((field) => [field, givenDetail(field)])) as {
    [Field in ContactDetailField]: z.ZodOptional<z.ZodType<ContactDetailValue<Field>, ContactDetailValue<Field>>>
  }),
  whatsappValidated: z.boolean().optional(),
  extraInfo: z
    .array(
      z
        .object({
          description: z.string().trim().min(1).max(contactExtraLimits.description),
          info: z.string().trim().max(contactExtraLimits.info),
        })
        .strict(),
    )
    .max(contactExtraLimits.count)
    .optional(),
  /** The company's own attributes that change. */
  attributes: AttributeChange.optional(),
  /** All tags that the contact shall carry. */
  tagIds: z.array(id<TagId>()).max(100).optional(),
  /** The users in whose wallets the contact shall be; setting it needs `contacts.wallet`. */
  walletUserIds: z.array(id<UserId>()).max(50).optional(),
}

/** POST /contacts: a number with country and area code, an address, both or neither. */
export const NewContact = z.object({ name: Name, ...settable }).strict()
export type NewContact = z.infer<typeof NewContact>
/**
 * Tags that something gets and loses beside those it has, so that of two who change them at once neither undoes the
 * other's.
 */
export const Retag = z
  .object({ add: z.array(id<TagId>()).max(50).default([]), remove: z.array(id<TagId>()).max(50).default([]) })
  .strict()
export type Retag = z.infer<typeof Retag>
/** The same of the users in whose wallets a contact is. */
export const WalletChange = z
  .object({ add: z.array(id<UserId>()).max(50).default([]), remove: z.array(id<UserId>()).max(50).default([]) })
  .strict()
/** PUT /contacts/{id}: only what is given changes, null or an empty text takes away. */
export const ContactChange = z
  .object({ name: Name.optional(), ...settable, retag: Retag.optional(), walletChange: WalletChange.optional() })
  .strict()
export type ContactChange = z.infer<typeof ContactChange>

/** A note about a contact (S3-017). `user` wrote it; null when nobody is known any more. */
export const ContactNote = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  information: z.string(),
  user: z.object({ id: id<UserId>(), name: z.string() }).nullable(),
  createdAt: instant,
  updatedAt: instant,
})
export type ContactNote = z.infer<typeof ContactNote>
/** Body of POST and PUT of a note: a title or subject, and the text. */
export const ContactNoteInput = z
  .object({
    title: z.string().trim().min(1).max(contactNoteLengths.title),
    description: z.string().trim().max(contactNoteLengths.description).default(''),
    information: z.string().trim().max(contactNoteLengths.information).default(''),
  })
  .strict()
export type ContactNoteInput = z.infer<typeof ContactNoteInput>
