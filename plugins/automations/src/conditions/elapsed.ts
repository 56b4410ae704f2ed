import type { AutomationSubject, ConditionSpec } from '@recado/sdk'
import * as z from 'zod'

const beginnings = ['lastMessage', 'created', 'takenUp', 'closed', 'contactCreated'] as const
const unitMs = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const

/** So much time has passed since something, at least or at most. */
export const elapsed = {
  icon: 'timer',
  input: z.object({
    since: z.enum(beginnings).default('lastMessage'),
    test: z.enum(['atLeast', 'atMost']).default('atLeast'),
    amount: z.int().min(1).max(10_000),
    unit: z.enum(['minutes', 'hours', 'days']).default('minutes'),
  }),
} satisfies ConditionSpec

type Subject = Pick<AutomationSubject, 'ticket' | 'contact' | 'at'>

function beginningOf(since: (typeof beginnings)[number], { ticket, contact }: Subject): number | undefined {
  const instant = (text: string | null): number | undefined => (text === null ? undefined : Date.parse(text))
  switch (since) {
    // A wait counts from the return of a snoozed ticket.
    case 'lastMessage':
      return ticket.lastMessageAt === null
        ? undefined
        : Math.max(Date.parse(ticket.lastMessageAt), instant(ticket.wokenAt) ?? 0)
    case 'created':
      return instant(ticket.createdAt)
    case 'takenUp':
      return instant(ticket.startedAttendanceAt)
    case 'closed':
      return instant(ticket.closedAt)
    case 'contactCreated':
      return instant(contact.createdAt)
  }
}

/** Never holds for what has not begun by then. */
export function hasElapsed({ since, test, amount, unit }: z.output<typeof elapsed.input>, subject: Subject): boolean {
  const passed = Date.parse(subject.at) - (beginningOf(since, subject) ?? Number.NaN)
  if (!(passed >= 0)) return false
  return test === 'atLeast' ? passed >= amount * unitMs[unit] : passed <= amount * unitMs[unit]
}
