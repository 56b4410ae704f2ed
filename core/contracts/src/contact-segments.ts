import * as z from 'zod'
import { maxSearchLength } from './search-text.ts'
import { AttributeKey } from './attributes.ts'
import { id, type TagId, type UserId } from './ids.ts'
import { nameLengths } from './text-limits.ts'

/** Text that a database takes as it is. */
const text = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((given) => !given.includes('\0') && given.isWellFormed(), { error: 'no text' })
const edge = z.union([z.number(), text(40)])

/**
 * A condition on one attribute. `is` with several options requires one of them to be chosen; `from` and `until` include
 * the number or the day they name; `contains` ignores case.
 */
export const AttributeCondition = z.discriminatedUnion('test', [
  z.object({ key: AttributeKey, test: z.enum(['set', 'unset']) }).strict(),
  z
    .object({ key: AttributeKey, test: z.literal('is'), value: z.union([z.number(), z.boolean(), text(1_000)]) })
    .strict(),
  z.object({ key: AttributeKey, test: z.literal('contains'), value: text(100) }).strict(),
  z.object({ key: AttributeKey, test: z.enum(['from', 'until']), value: edge }).strict(),
])
export type AttributeCondition = z.infer<typeof AttributeCondition>
/** Conditions that a filter can have at once; all of them have to hold. */
export const AttributeConditions = z.array(AttributeCondition).max(10)

const days = z.int().min(1).max(3_650)
/** Filter of a segment: the lasting filters of the list of contacts. All given conditions have to hold. */
export const ContactSegmentFilter = z
  .object({
    searchParam: z.string().trim().max(maxSearchLength).default(''),
    tagIds: z.array(id<TagId>()).max(100).default([]),
    walletUserIds: z.array(id<UserId>()).max(100).default([]),
    channels: z.array(z.string().max(60)).max(50).default([]),
    /** True for contacts without any ticket. */
    withoutTicket: z.boolean().default(false),
    attributes: AttributeConditions.default([]),
    /** Known for so many days at most. */
    newForDays: days.nullable().default(null),
    /** Contacts with a ticket but no message for this many days. */
    silentForDays: days.nullable().default(null),
    /** From 1 for January. */
    birthdayMonth: z.int().min(1).max(12).nullable().default(null),
  })
  .strict()
export type ContactSegmentFilter = z.infer<typeof ContactSegmentFilter>

/**
 * A filter of contacts under a name. A shared one is everybody's of the company, and shows each reader only what they
 * may see.
 */
export const ContactSegment = z.object({
  id: z.uuid(),
  name: z.string(),
  shared: z.boolean(),
  userId: id<UserId>(),
  filter: ContactSegmentFilter,
})
export type ContactSegment = z.infer<typeof ContactSegment>
/** POST and PUT /contact-segments. */
export const ContactSegmentInput = z
  .object({
    name: z.string().trim().min(1).max(nameLengths.segment),
    shared: z.boolean().default(false),
    filter: ContactSegmentFilter,
  })
  .strict()
export type ContactSegmentInput = z.infer<typeof ContactSegmentInput>
/** Number of contacts in a segment now; counted up to a cap. */
export const ContactSegmentCount = z.object({ count: z.int(), capped: z.boolean() })
export type ContactSegmentCount = z.infer<typeof ContactSegmentCount>
