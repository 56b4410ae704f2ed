import type { AutomationSubject, Contact, ConditionSpec } from '@recado/sdk'
import * as z from 'zod'
import { folded } from './folded.ts'

const fields = ['name', 'number', 'email', 'businessName', 'document', 'source', 'category'] as const

/**
 * Condition on a field of the contact: that it is filled in, or its text, case and accents aside. A domain is the end
 * of an address, an area code the beginning of a number.
 */
export const contact = {
  icon: 'contact',
  input: z
    .object({
      field: z.enum(fields).default('name'),
      test: z.enum(['contains', 'is', 'startsWith', 'endsWith', 'set']).default('contains'),
      values: z.array(z.string().trim().min(1).max(100)).max(50).default([]),
    })
    .refine(({ test, values }) => test === 'set' || values.length > 0, {
      error: 'nothing to compare with',
      path: ['values'],
    }),
} satisfies ConditionSpec

/** Numbers and documents are compared by their digits, however they were typed. */
const asDigits = (text: string): string => text.replace(/\D/gu, '')

export function fitsContact(
  { field, test, values }: z.output<typeof contact.input>,
  { contact: known }: { readonly contact: Pick<Contact, (typeof fields)[number]> } & Partial<AutomationSubject>,
): boolean {
  const value = known[field]
  if (value === null || value === '') return false
  if (test === 'set') return true
  const plain = field === 'number' || field === 'document' ? asDigits : folded
  const held = plain(value)
  return values
    .map(plain)
    .filter((wanted) => wanted !== '')
    .some((wanted) => {
      switch (test) {
        case 'contains':
          return held.includes(wanted)
        case 'is':
          return held === wanted
        case 'startsWith':
          return held.startsWith(wanted)
        case 'endsWith':
          return held.endsWith(wanted)
      }
    })
}
