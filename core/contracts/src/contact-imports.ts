import * as z from 'zod'
import { AttributeKey } from './attributes.ts'
import { contactImportFields } from './contact-import-fields.ts'
import { contactRowProblems, type ContactRowProblem } from './contact-row-problems.ts'
import { id, instant, type Branded, type TagId, type UserId } from './ids.ts'

/** A table of contacts that somebody brings in. */
export type ContactImportId = Branded<'ContactImport'>

/** One of {@link contactImportFields}, or an attribute of contacts by its key. */
export const ContactImportField = z.union([
  z.enum(contactImportFields),
  z.templateLiteral(['attribute:', AttributeKey]),
])
export type ContactImportField = z.infer<typeof ContactImportField>

/** Handling of a contact that already exists: left alone, its missing fields filled in, or overwritten by the table. */
export const ExistingContacts = z.enum(['skip', 'fill', 'overwrite'])
export type ExistingContacts = z.infer<typeof ExistingContacts>

/** `draft`: uploaded, and not begun. */
export const ContactImportState = z.enum(['draft', 'running', 'done', 'cancelled', 'failed'])

/**
 * An import of contacts. `rows` are those below the heading; `done` of them are dealt with, and each is in exactly one
 * of the four counts.
 */
export const ContactImport = z.object({
  id: id<ContactImportId>(),
  name: z.string(),
  state: ContactImportState,
  columns: z.array(z.string()),
  mapping: z.array(ContactImportField),
  existing: ExistingContacts,
  rows: z.int(),
  done: z.int(),
  created: z.int(),
  updated: z.int(),
  skipped: z.int(),
  refused: z.int(),
  createdAt: instant,
  finishedAt: instant.nullable(),
})
export type ContactImport = z.infer<typeof ContactImport>

/**
 * One field for each column of the table, and the country code of numbers that are written without one; null where all
 * have it.
 */
export const ContactImportMapping = z
  .object({
    mapping: z.array(ContactImportField).max(100),
    countryCode: z
      .string()
      .regex(/^[1-9]\d{0,2}$/)
      .nullable()
      .default(null),
  })
  .strict()

/** POST /contact-imports/{id}/start: tags and wallet are for all contacts that are made or changed. */
export const ContactImportStart = ContactImportMapping.extend({
  existing: ExistingContacts.default('skip'),
  tagIds: z.array(id<TagId>()).max(20).default([]),
  walletUserId: id<UserId>().nullable().default(null),
})
export type ContactImportStart = z.infer<typeof ContactImportStart>

const problem = z.enum(Object.keys(contactRowProblems) as [ContactRowProblem, ...ContactRowProblem[]])
/**
 * The first rows as they would be taken. `row` counts the rows below the heading from 1; `column` counts from 0, null
 * for the row as a whole.
 */
export const ContactImportPreview = z.object({
  rows: z.array(
    z.object({
      row: z.int(),
      cells: z.array(z.string()),
      problems: z.array(z.object({ column: z.int().nullable(), problem })),
    }),
  ),
})
export type ContactImportPreview = z.infer<typeof ContactImportPreview>
