import { attributeKeyPattern } from '@recado/sdk'
import * as z from 'zod'

/** When an agent hands a conversation to people, each to be switched on and off. Rules decide, and the model may. */
export const HandOver = z
  .object({
    /** The customer asks for a person. */
    person: z.boolean().default(true),
    /** The customer is angry. */
    anger: z.boolean().default(true),
    /** Answers do not help, repeat themselves, or say that they do not know. */
    unsure: z.boolean().default(true),
    /** Every answer has to name an article; one that names none is not sent. */
    needsSource: z.boolean().default(false),
    /** The customer speaks of a refused topic; where it is off the model refuses the topic itself. */
    scope: z.boolean().default(true),
    /** The contact or the ticket has one of the tags, or the contact the attribute. */
    vip: z.boolean().default(false),
    vipTags: z.array(z.uuid()).max(50).default([]),
    /** Key of an attribute of contacts; empty for none. */
    vipAttribute: z.union([z.string().regex(attributeKeyPattern), z.literal('')]).default(''),
    /** The value that counts; empty for any. */
    vipValue: z.string().trim().max(200).default(''),
  })
  .strict()
  .refine(({ vip, vipTags, vipAttribute }) => !vip || vipTags.length > 0 || vipAttribute !== '', {
    path: ['vipTags'],
    error: 'a tag or an attribute is needed',
  })
export type HandOver = z.infer<typeof HandOver>

/** Causes that a model may name when it hands over: those that are switched on, by their names. */
export const modelCauses = ['person', 'anger', 'unsure', 'scope'] as const
export type ModelCause = (typeof modelCauses)[number]
