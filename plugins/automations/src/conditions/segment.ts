import type { AutomationSubject, ConditionSpec, PluginContext } from '@recado/sdk'
import * as z from 'zod'

/** Its contact is in a shared segment now. */
export const segment = {
  icon: 'contact',
  input: z.object({ segment: z.uuid().meta({ refersTo: 'segment' }) }),
} satisfies ConditionSpec

/** Asked for all of them at once. @throws Refusal ERR_NO_SEGMENT_FOUND */
export async function areInSegment(
  { segment: id }: { segment: string },
  subjects: readonly AutomationSubject[],
  { core }: Pick<PluginContext, 'core'>,
): Promise<boolean[]> {
  if (subjects.length === 0) return []
  const held = new Set<string>(await core.segments.holding(id, [...new Set(subjects.map(({ contact }) => contact.id))]))
  return subjects.map(({ contact }) => held.has(contact.id))
}
