/* Types of attributes that companies define, for server and forms. Imports no schema library. */

/** Of what an attribute can be. */
export const attributeOwners = ['contact', 'ticket'] as const
/** Whether contacts or tickets have the attribute. */
export type AttributeOwner = (typeof attributeOwners)[number]

/** Types of an attribute's values: a text, a number, a day, yes or no, one or several of its options, a web address. */
export const attributeTypes = ['text', 'number', 'date', 'boolean', 'choice', 'choices', 'link'] as const
/** One of {@link attributeTypes}. */
export type AttributeType = (typeof attributeTypes)[number]

/** So many attributes an owner can have, archived ones among them. */
export const attributesMost = 50
/** Characters of a text. */
export const attributeTextMost = 1_000
/** Options that can be chosen. */
export const attributeOptionsMost = 100
/** Under such a name values are kept and exchanged; it never changes. */
export const attributeKeyPattern = /^[a-z][a-z0-9_]{0,39}$/
