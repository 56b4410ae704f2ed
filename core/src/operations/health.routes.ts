import { defineRoute, Refusal } from '@recado/contracts'
import * as z from 'zod'
import { isLoopback } from '../http/address.ts'
import { bindRoute, type BoundRoute } from '../http/route.ts'
import { withTimeLimit } from '../base/time-limit.ts'
import type { Metrics } from '../observability/metrics.ts'

/** Phase of a node between its start and its end; it takes requests while it is `serving`. */
export type NodePhase = 'starting' | 'serving' | 'draining'

export interface HealthOptions {
  /** By name; one that rejects makes the node not ready. */
  readonly checks: Readonly<Record<string, () => Promise<unknown>>>
  /** `starting` until somebody can sign in, `draining` from the first moment of a shutdown on. */
  phase(): NodePhase
  /** Information for callers on this machine beside the checks; it does not affect readiness. */
  readonly information?: () => Promise<object>
  readonly metrics: Pick<Metrics, 'text' | 'contentType'>
}

const cachedMs = 1_000
const checkMs = 2_000

const live = defineRoute({
  method: 'GET',
  path: '/livez',
  summary: 'Whether the process answers at all; restart it when not',
  access: { kind: 'public' },
  rate: 'read',
  response: z.object({ status: z.literal('live') }),
})
const ready = defineRoute({
  method: 'GET',
  path: '/readyz',
  summary: 'Whether the node can take requests, signing in included: 200, or 503 with each check',
  access: { kind: 'public' },
  rate: 'read',
  response: 'bytes',
})
const scrape = defineRoute({
  method: 'GET',
  path: '/metrics',
  summary: 'Prometheus metrics, from this machine only',
  access: { kind: 'public' },
  rate: 'read',
  response: 'bytes',
})

/**
 * Probes and metrics. A probe costs one check a second however often it is asked. Metrics, and the information of a
 * probe beside its checks, are for a scraper or a person on the same machine or in the same pod: they reveal the size
 * of the installation. Callers through a proxy get 404.
 */
export function healthRoutes({ checks, phase, metrics, information }: HealthOptions): readonly BoundRoute[] {
  let latest: { at: number; results: Promise<Record<string, 'up' | 'down'>> } | undefined
  const results = (): Promise<Record<string, 'up' | 'down'>> => {
    if (!latest || performance.now() - latest.at > cachedMs) latest = { at: performance.now(), results: runAll(checks) }
    return latest.results
  }
  return [
    bindRoute(live, () => ({ status: 'live' as const })),
    bindRoute(ready, async (request) => {
      const isServing = phase() === 'serving'
      const [outcome, told] = await Promise.all([
        isServing ? results() : {},
        isServing && isFromHere(request) ? information?.() : undefined,
      ])
      const now = phase()
      const status = now !== 'serving' ? now : Object.values(outcome).includes('down') ? 'unavailable' : 'ready'
      return Response.json(
        { status, checks: outcome, ...(told && { information: told }) },
        { status: status === 'ready' ? 200 : 503 },
      )
    }),
    bindRoute(scrape, async (request) => {
      if (!isFromHere(request)) throw new Refusal('ERR_NOT_FOUND')
      return new Response(await metrics.text(), { headers: { 'content-type': metrics.contentType } })
    }),
  ]
}

/** Asked on this machine, and not through a proxy on it. */
const isFromHere = ({ ip, headers }: { readonly ip: string; readonly headers: Headers }): boolean =>
  isLoopback(ip) && !headers.has('x-forwarded-for') && !headers.has('forwarded')

async function runAll(checks: HealthOptions['checks']): Promise<Record<string, 'up' | 'down'>> {
  return Object.fromEntries(
    await Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await isUp(check)] as const)),
  )
}

const isUp = (check: () => Promise<unknown>): Promise<'up' | 'down'> =>
  withTimeLimit(checkMs, undefined, check).then(
    () => 'up',
    () => 'down',
  )
