import type { AutomationSubject, ConditionSpec } from '@recado/sdk'
import * as z from 'zod'

/** Whether the channel allows free messages now. A channel without a service window always does. */
export const serviceWindow = {
  icon: 'lock',
  input: z.object({
    state: z.enum(['open', 'closing', 'closed']).default('open'),
    hours: z.int().min(1).max(72).default(2),
  }),
} satisfies ConditionSpec

/** `closing`: open, and for so many hours more at most. */
export function isWindow(
  { state, hours }: z.output<typeof serviceWindow.input>,
  { ticket: { serviceWindowEndsAt: end }, at }: Pick<AutomationSubject, 'ticket' | 'at'>,
): boolean {
  if (end === undefined) return state === 'open'
  const left = end === null ? 0 : Date.parse(end) - Date.parse(at)
  switch (state) {
    case 'open':
      return left > 0
    case 'closing':
      return left > 0 && left <= hours * 3_600_000
    case 'closed':
      return left <= 0
  }
}
