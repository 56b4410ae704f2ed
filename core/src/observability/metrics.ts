import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'

/** Counters and gauges of one node. Labels are patterns, names and statuses, never ids of tenants or tickets. */
export interface Metrics {
  /** One HTTP request; `route` is the pattern, `none` when there was none. */
  request(method: string, route: string, status: number, seconds: number): void
  /** Messages that channels brought in. `split` counts batches that failed and were tried one by one: a fault worth seeing. */
  inbound(channel: string, outcome: 'accepted' | 'duplicate' | 'split', count?: number): void
  /** Registers a value that is asked for at each scrape, as the bus does for its lag and the realtime for its sockets. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void
  /** Prometheus text format. */
  text(): Promise<string>
  readonly contentType: string
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'recado_http_request_seconds', help: 'Time until the answer begins, by route pattern', labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10], registers: [registry],
  })
  const inbound = new Counter({ name: 'recado_inbound_total', help: 'Messages that channels brought in', labelNames: ['channel', 'outcome'], registers: [registry] })
  return {
    request: (method, route, status, took) => seconds.observe({ method: knownMethod(method), route: route.slice(route.indexOf(' ') + 1), status: String(status) }, took),
    inbound: (channel, outcome, count = 1) => inbound.inc({ channel, outcome }, count),
    gauge(name, help, read) {
      const gauge: Gauge = new Gauge({ name, help, registers: [registry], async collect() { gauge.set(await read()) } })
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

/** A method is the client's word: labels must not grow with it. */
const knownMethod = (method: string): string => (['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].includes(method) ? method : 'other')
