import { defineRoute, OpeningTimes } from '@recado/contracts'
import * as z from 'zod'
import type { Clock } from '../base/clock.ts'
import type { Database } from '../db/database.ts'
import { bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'

const dayMs = 86_400_000
/** Who has waited longer is late by any clock. */
const daysBefore = 31
/** For pages that stay open. */
const daysAfter = 7

export interface OpeningsRoutesDeps {
  readonly db: Database
  readonly clock: Clock
}

/** When it was open lately and will be soon, for clocks of the interface that stand still while it is closed. */
export const openingsRoutes = ({ db, clock }: OpeningsRoutesDeps): BoundRoute[] => [
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/openings',
      summary: 'When the company, and who has hours of their own, was open lately and will be',
      access: { kind: 'session', permission: 'settings.read' },
      rate: 'read',
      response: z.object({ times: OpeningTimes }),
    }),
    async (_request, caller) => {
      const { tenantId } = viewerOf(caller)
      const now = clock.now().getTime()
      const [from, until] = [now - daysBefore * dayMs, now + daysAfter * dayMs].map((at) => new Date(at).toISOString())
      const [rows] = await db.read(tenantId, (sql) => [
        sql<{ spans: [number, number][]; owners: string[]; since: string }>`
          select s.spans, array_agg(s.owner_id::text order by s.owner_id) as owners, s.since::text as since
            from (select o.owner_id,
                         (extract(epoch from greatest(k.since, ${from}::text::timestamptz)) * 1000)::bigint as since,
                         (select coalesce(jsonb_agg(jsonb_build_array(
                                   (extract(epoch from lower(r.span)) * 1000)::bigint,
                                   (extract(epoch from upper(r.span)) * 1000)::bigint) order by r.span), '[]')
                            from unnest(o.open * tstzmultirange(tstzrange(${from}::text::timestamptz,
                                   ${until}::text::timestamptz))) r (span)) as spans
                    from core.opening o join core.openings_kept k on k.tenant_id = o.tenant_id
                   where o.tenant_id = ${tenantId}) s
           group by s.spans, s.since order by s.spans`,
      ])
      const company = rows.findIndex(({ owners }) => owners.includes(tenantId))
      if (company < 0) return { times: null }
      return {
        times: {
          from: Number(rows[0]!.since),
          company,
          of: Object.fromEntries(rows.flatMap(({ owners }, nth) => owners.map((owner) => [owner, nth]))),
          spans: rows.map(({ spans }) => spans),
        },
      }
    },
  ),
]
