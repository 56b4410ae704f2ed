import type { TicketStatus, TicketViewFilter, Viewer, VisibilitySettings } from '@recado/contracts'
import type { Query, SqlBuilder } from '../db/database.ts'
import { joined } from '../db/joined.ts'
import { heldByBot } from './visibility-sql.ts'

/**
 * A part of a company's tickets, by queue and user: what is undefined may be anything, null is none, `some` is any
 * queue at all.
 */
export interface TicketPlace {
  readonly queues?: readonly string[] | 'some' | null
  readonly user?: string | null
  /** True where tickets that a bot holds are hidden. */
  readonly withoutBot?: boolean
}

type Queues = TicketPlace['queues']

/**
 * Where the tickets stand that a viewer may see and a filter asks for: `visibleTickets` and the queues and users of the
 * filter as parts that an index each leads along. A property test holds the two equal. Parts may overlap; none at all
 * is an empty list.
 */
export function placesOf(
  viewer: Pick<Viewer, 'userId' | 'role' | 'queueIds'>,
  filter: Pick<TicketViewFilter, 'queuesIds' | 'includeNotQueueDefined' | 'isNotAssignedUser' | 'mine'>,
  settings: VisibilitySettings,
): TicketPlace[] {
  if (filter.mine && filter.isNotAssignedUser) return []
  const asked: Queues[] = [
    ...(filter.queuesIds.length > 0
      ? [filter.queuesIds]
      : filter.includeNotQueueDefined
        ? [undefined]
        : ['some' as const]),
    ...(filter.queuesIds.length > 0 && filter.includeNotQueueDefined ? [null] : []),
  ]
  const own = filter.isNotAssignedUser ? [] : asked.map((queues) => placeOf(queues, viewer.userId))
  if (viewer.role === 'admin')
    return filter.mine ? own : asked.map((queues) => placeOf(queues, filter.isNotAssignedUser ? null : undefined))
  // What is the viewer's own is visible whatever else holds, and found along them.
  if (filter.mine) return own
  const reach: Queues[] =
    viewer.role === 'super'
      ? [settings.hideWithoutQueue ? 'some' : undefined]
      : [viewer.queueIds, ...(settings.hideWithoutQueue ? [] : [null])]
  const user = filter.isNotAssignedUser || settings.hideAssignedToOthers ? null : undefined
  return [
    ...own,
    ...asked.flatMap((queues) =>
      reach.flatMap((within) => {
        const both = inBoth(queues, within)
        return both === 'nowhere' ? [] : [{ ...placeOf(both, user), withoutBot: settings.hideWithBot }]
      }),
    ),
  ]
}

const placeOf = (queues: Queues, user: string | null | undefined): TicketPlace => ({
  ...(queues !== undefined && { queues }),
  ...(user !== undefined && { user }),
})

function inBoth(a: Queues, b: Queues): Queues | 'nowhere' {
  if (a === undefined || a === b) return b
  if (b === undefined) return a
  if (a === null || b === null) return 'nowhere'
  if (a === 'some') return b
  if (b === 'some') return a
  const both = a.filter((queue) => b.includes(queue))
  return both.length > 0 ? both : 'nowhere'
}

/** True for a place that is the whole company. */
export const isAnywhere = ({ queues, user, withoutBot }: TicketPlace): boolean =>
  queues === undefined && user === undefined && !withoutBot

/** The text names the status, so that the planner sees which partial indexes hold it. */
export const statusIs = (sql: SqlBuilder, status: TicketStatus): Query => {
  switch (status) {
    case 'open':
      return sql`t.status = 'open'`
    case 'pending':
      return sql`t.status = 'pending'`
    case 'group':
      return sql`t.status = 'group'`
    case 'closed':
      return sql`t.status = 'closed'`
  }
}

/** A way through tickets of one status: `from` names them `t` and begins a condition. */
export interface Walk {
  /** Queues that are walked one by one, under the name `q`. */
  readonly each?: Query
  readonly where: Query
  /** Columns that lead in the index and are null in all of the tickets, as an order begins with them. */
  readonly none?: Query
}

/** The walks through the tickets of one status in a place, each along an index in order. */
export function walksThrough(sql: SqlBuilder, tenantId: string, status: TicketStatus, place: TicketPlace): Walk[] {
  // Somebody's closed tickets grow without end, and stand by queue. The live ones of one user are few.
  const isSplit = status === 'closed' && place.user !== undefined && place.queues === undefined
  const parts: readonly TicketPlace[] = isSplit
    ? [
        { ...place, queues: 'some' },
        { ...place, queues: null },
      ]
    : [place]
  return parts.map((part) => walkThrough(sql, tenantId, status, part))
}

/**
 * What waits has nobody as a rule, everything else has somebody: so live tickets of nobody are sought by queue among
 * the first and by user among the others.
 */
function walkThrough(sql: SqlBuilder, tenantId: string, status: TicketStatus, place: TicketPlace): Walk {
  const { queues, user, withoutBot } = place
  const byUser =
    status !== 'closed' && (typeof user === 'string' || (user === null && (queues === undefined || status === 'open')))
  const each = byUser || queues === undefined || queues === null ? undefined : queues
  const whose = user === undefined ? sql`true` : user === null ? sql`t.user_id is null` : sql`t.user_id = ${user}::uuid`
  const where =
    queues === undefined
      ? sql`true`
      : queues === null
        ? sql`t.queue_id is null`
        : each
          ? sql`t.queue_id = q.id`
          : queues === 'some'
            ? sql`t.queue_id is not null`
            : sql`t.queue_id = any (${[...queues]}::uuid[])`
  const none = [
    ...(user === null && (byUser || status === 'closed') ? [sql`t.user_id desc`] : []),
    ...(queues === null && !byUser ? [sql`t.queue_id desc`] : []),
  ]
  return {
    ...(none.length > 0 && { none: joined(sql, none, sql`,`) }),
    ...(each && {
      each:
        each === 'some'
          ? sql`(select known.id from core.queue known where known.tenant_id = ${tenantId}) q`
          : sql`unnest(${[...each]}::uuid[]) q (id)`,
    }),
    where: sql`
      t.tenant_id = ${tenantId}
      and ${statusIs(sql, status)}
      and ${whose}
      and ${where}
      and ${withoutBot ? sql`not (${heldByBot(sql)})` : sql`true`}`,
  }
}
