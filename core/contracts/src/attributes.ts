import * as z from 'zod'
import {
  attributeKeyPattern,
  attributeOptionsMost,
  attributeOwners,
  attributesMost,
  attributeTypes,
} from './attribute-types.ts'
import { descriptionLengths, nameLengths } from './text-limits.ts'

/* Attributes that a company defines for contacts and tickets beside the built-in fields. */

/** Under which name values are kept and exchanged. */
export const AttributeKey = z.string().regex(attributeKeyPattern)

/**
 * An option, under an id that stays when it is renamed. A former one cannot be chosen any more, but values with it
 * stay.
 */
export const AttributeOption = z.object({ id: z.string(), label: z.string(), isFormer: z.boolean() })
export type AttributeOption = z.infer<typeof AttributeOption>

/**
 * An attribute as the company defined it. Archived ones are shown where they have a value, and cannot be set any more.
 */
export const AttributeDefinition = z.object({
  id: z.uuid(),
  owner: z.enum(attributeOwners),
  key: AttributeKey,
  label: z.string(),
  type: z.enum(attributeTypes),
  description: z.string(),
  options: z.array(AttributeOption),
  /** The plugin that brought it; absent for the company's own. */
  plugin: z.string().optional(),
  /** A ticket without a value cannot be resolved. */
  requiredToResolve: z.boolean(),
  isArchived: z.boolean(),
})
export type AttributeDefinition = z.infer<typeof AttributeDefinition>

/** A value: a text, a day as `2026-11-22`, an address, the id of an option, a number, yes or no, or ids of options. */
export const AttributeValue = z.union([
  z.string().max(2_000),
  z.number(),
  z.boolean(),
  z.array(z.string().max(80)).max(attributeOptionsMost),
])
export type AttributeValue = z.infer<typeof AttributeValue>
/** Values by the keys of their attributes; attributes without a value are absent. */
export const AttributeValues = z.record(z.string(), AttributeValue)
export type AttributeValues = z.infer<typeof AttributeValues>
/** Changes of values: a value to be stored, null or an empty one to be removed. Attributes that are absent stay. */
export const AttributeChange = z
  .record(AttributeKey, AttributeValue.nullable())
  .refine((given) => Object.keys(given).length <= attributesMost, { error: 'too many attributes' })
export type AttributeChange = z.infer<typeof AttributeChange>

const described = {
  label: z.string().trim().min(1).max(nameLengths.attribute),
  description: z.string().trim().max(descriptionLengths.attribute).default(''),
  requiredToResolve: z.boolean().default(false),
  /** In their order; without an id a new one. Options that are there and not named become former ones. */
  options: z
    .array(
      z
        .object({ id: z.string().max(80).optional(), label: z.string().trim().min(1).max(nameLengths.attributeOption) })
        .strict(),
    )
    .max(attributeOptionsMost)
    .default([]),
}
/** POST /attributes. Without a key one is made of the label. */
export const NewAttribute = z
  .object({ owner: z.enum(attributeOwners), type: z.enum(attributeTypes), key: AttributeKey.optional(), ...described })
  .strict()
export type NewAttribute = z.infer<typeof NewAttribute>
/** PUT /attributes/{id}. Owner, key and type stay as they are. */
export const AttributeUpdate = z.object({ ...described, isArchived: z.boolean().default(false) }).strict()
export type AttributeUpdate = z.infer<typeof AttributeUpdate>
/** GET /attributes/{id}/usage: how many have a value; counted up to a cap. */
export const AttributeUsage = z.object({ count: z.int() })
export type AttributeUsage = z.infer<typeof AttributeUsage>
