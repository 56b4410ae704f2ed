import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'
import { withTimeLimit } from '../base/time-limit.ts'

/** One value, or one for each combination of labels; undefined: there is none now. */
export type Reading = number | undefined | readonly Labelled[]
type Labelled = readonly [labels: Readonly<Record<string, string>>, value: number]

/** A gauge and the names of its labels. */
export interface GaugeSpec {
  readonly help: string
  readonly labels?: readonly string[]
}

type Readings<Name extends string> = Readonly<Record<Name, Reading>>
export type Read<Name extends string> = () => Readings<Name> | Promise<Readings<Name>>

/** Counters and gauges of one node. Labels are patterns, names and states, never ids of tenants or tickets. */
export interface Metrics {
  /** One HTTP request; `route` is the pattern, `none` when there was none. */
  request(method: string, route: string, status: number, seconds: number): void
  /**
   * Messages that channels brought in. `split` counts batches that failed and were tried one by one: a fault worth
   * seeing.
   */
  inbound(channel: string, outcome: 'accepted' | 'duplicate' | 'split', count?: number): void
  /**
   * Registers gauges that are read together at each scrape. Where the reading fails or takes longer than two seconds
   * they are absent from that scrape and `recado_scrape_errors_total` counts it under `part`; the others are there.
   */
  gauges<Name extends string>(part: string, specs: Readonly<Record<Name, GaugeSpec>>, read: Read<Name>): void
  /** Prometheus text format. */
  text(): Promise<string>
  readonly contentType: string
}

/** A scraper gives up after ten seconds as a rule; what the others have read must reach it by then. */
const readWithinMs = 2_000

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'recado_http_request_seconds',
    help: 'Time until the answer begins, by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const inbound = new Counter({
    name: 'recado_inbound_total',
    help: 'Messages that channels brought in',
    labelNames: ['channel', 'outcome'],
    registers: [registry],
  })
  const errors = new Counter({
    name: 'recado_scrape_errors_total',
    help: 'Readings that failed at a scrape, by part',
    labelNames: ['part'],
    registers: [registry],
  })
  const parts: (() => Promise<void>)[] = []
  return {
    request: (method, route, status, took) =>
      seconds.observe(
        { method: knownMethod(method), route: route.slice(route.indexOf(' ') + 1), status: String(status) },
        took,
      ),
    inbound: (channel, outcome, count = 1) => inbound.inc({ channel, outcome }, count),
    gauges(part, specs, read) {
      const gauges = Object.entries<GaugeSpec>(specs).map(([name, { help, labels = [] }]) => {
        const gauge = new Gauge<string>({ name, help, labelNames: [...labels], registers: [registry] })
        return { name, gauge, nothing: labels.length > 0 ? [] : undefined }
      })
      errors.inc({ part }, 0)
      parts.push(async () => {
        let readings: Readonly<Record<string, Reading>> = {}
        try {
          readings = await withTimeLimit(readWithinMs, undefined, read)
        } catch {
          errors.inc({ part })
        }
        for (const { name, gauge, nothing } of gauges) show(gauge, readings[name] ?? nothing)
      })
    },
    async text() {
      await Promise.all(parts.map((readPart) => readPart()))
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}

/** Clears the gauge first: values of missing things must not stay. */
function show(gauge: Gauge<string>, reading: Reading): void {
  gauge.reset()
  if (typeof reading === 'number') gauge.set(reading)
  else if (reading === undefined) gauge.remove()
  else for (const [labels, value] of reading) gauge.set(labels, value)
}

/** A method is the client's word: labels must not grow with it. */
const knownMethod = (method: string): string =>
  ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].includes(method) ? method : 'other'
