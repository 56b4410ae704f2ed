import type { ActionCode, ActionSpec } from '@recado/sdk'
import * as z from 'zod'

/** Puts the conversation off for a while; without a number until the contact writes. */
export const snooze = {
  icon: 'clock',
  by: ['automation'],
  ends: true,
  input: z.object({
    amount: z.int().min(1).max(365).nullable().default(null),
    unit: z.enum(['minutes', 'hours', 'days']).default('hours'),
  }),
} satisfies ActionSpec

/** Resolves it, with the farewell of its connection or without. */
export const resolve = {
  icon: 'archive',
  by: ['automation'],
  ends: true,
  input: z.object({ withoutFarewell: z.boolean().default(false) }),
} satisfies ActionSpec

const unitMs = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const

export const putOff: ActionCode<typeof snooze.input> = async ({ amount, unit }, { ticket, at }, { core }) => {
  const until = amount === null ? null : new Date(Date.parse(at) + amount * unitMs[unit]).toISOString()
  await core.tickets.change(ticket.id, { snooze: { until } })
}

export const close: ActionCode<typeof resolve.input> = async ({ withoutFarewell }, { ticket }, { core }) => {
  await core.tickets.change(ticket.id, { status: 'closed', withoutFarewell })
}
