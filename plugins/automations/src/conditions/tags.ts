import { id, type AutomationSubject, type ConditionSpec, type TagId } from '@recado/sdk'
import * as z from 'zod'

/** The conversation, or its contact, carries tags: one of these, or all of them. */
export const tags = {
  icon: 'tag',
  input: z.object({
    of: z.enum(['ticket', 'contact']).default('ticket'),
    test: z.enum(['any', 'all']).default('any'),
    tags: z.array(id<TagId>()).min(1).max(100).meta({ refersTo: 'tag' }),
  }),
} satisfies ConditionSpec

export function carriesTags(
  { of, test, tags: wanted }: z.output<typeof tags.input>,
  subject: Pick<AutomationSubject, 'ticket' | 'contact'>,
): boolean {
  const carried = new Set(subject[of].tags.map((tag) => tag.id))
  return test === 'all' ? wanted.every((tag) => carried.has(tag)) : wanted.some((tag) => carried.has(tag))
}
