import type { ConnectionId, OpeningsOwner, QueueId, ServiceCode, UserId } from '@recado/sdk'
import { openSpansBetween } from '../calendar/hours.ts'
import type { Rule } from '../rules/rule.ts'
import { alwaysOpen, calendars } from './calendar.ts'

const ownerOf = ({ type, target }: Pick<Rule, 'type' | 'target'>): OpeningsOwner => {
  switch (type) {
    case 'global':
      return { kind: 'company' }
    case 'user':
      return { kind: 'user', id: target as UserId }
    case 'queue':
      return { kind: 'queue', id: target as QueueId }
    case 'whatsapp':
      return { kind: 'connection', id: target as ConnectionId }
  }
}

/** The service `openings`: when it is open for the company and for everybody who has hours of their own. */
export const openings: ServiceCode<'openings'> = {
  async between({ from, until }, ctx) {
    const { zone, rules, holidays } = await calendars.of(ctx)
    const closedOn = new Set(holidays.keys())
    const active = rules.filter((rule) => rule.active)
    // Weeks that are the same are looked at once: most queues and people share a few.
    const known = new Map<string, [string, string][]>()
    const openOf = (week: Rule['days']): [string, string][] => {
      const key = JSON.stringify(week)
      let open = known.get(key)
      if (!open)
        known.set(
          key,
          (open = openSpansBetween({ zone, week, closedOn }, Date.parse(from), Date.parse(until)).map(
            ([opens, closes]): [string, string] => [new Date(opens).toISOString(), new Date(closes).toISOString()],
          )),
        )
      return open
    }
    const company = active.find(({ type }) => type === 'global')?.days ?? alwaysOpen
    return {
      of: [
        { owner: { kind: 'company' as const }, open: openOf(company) },
        ...active.flatMap((rule) =>
          rule.type === 'global' ? [] : [{ owner: ownerOf(rule), open: openOf(rule.days) }],
        ),
      ],
    }
  },
}
