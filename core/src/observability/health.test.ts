import { describe, expect, it } from 'vitest'
import { listeningRig, rig } from '../http/http.rig.ts'
import { healthRoutes, type NodePhase } from './health.routes.ts'
import { createMetrics } from './metrics.ts'

function serve(checks: Record<string, () => Promise<unknown>>, phase = (): NodePhase => 'serving') {
  const metrics = createMetrics()
  const { http } = rig(healthRoutes({ checks, phase, metrics }), { metrics })
  const get = async (path: string) => {
    const response = await http.app.fetch(new Request(`http://x${path}`))
    return { status: response.status, body: (await response.json()) as object }
  }
  return { http, get, metrics }
}

describe('probes', () => {
  it('say that the process lives whatever else is down', async () => {
    expect(await serve({ database: async () => { throw new Error('away') } }).get('/livez')).toEqual({ status: 200, body: { status: 'live' } })
  })

  it('say which part is down, without saying why', async () => {
    expect(await serve({ database: async () => 1, bus: async () => { throw new Error('secret address') } }).get('/readyz')).toEqual({ status: 503, body: { status: 'unavailable', checks: { database: 'up', bus: 'down' } } })
  })

  it('cost one check however many ask', async () => {
    let asked = 0
    const { get } = serve({ database: async () => { asked++ } })
    const answers = await Promise.all(Array.from({ length: 50 }, () => get('/readyz')))
    expect(answers.every((answer) => answer.status === 200)).toBe(true)
    expect(asked).toBe(1)
  })

  it.each(['starting', 'draining'] as const)('send requests elsewhere while the node is %s', async (phase) => {
    const { get } = serve({ database: async () => 1 }, () => phase)
    expect(await get('/readyz')).toEqual({ status: 503, body: { status: phase, checks: {} } })
  })
})

describe('metrics', () => {
  it('count requests by pattern, and what others register', async () => {
    const metrics = createMetrics()
    metrics.gauge('recado_bus_lag', 'Events not yet handled', async () => 7)
    metrics.inbound('webchat', 'accepted', 3)
    const server = await listeningRig(healthRoutes({ checks: {}, phase: () => 'serving', metrics }), { metrics })
    await fetch(`${server.address}/livez`)
    await fetch(`${server.address}/nowhere/xyzzy`)
    const response = await fetch(`${server.address}/metrics`)
    const text = await response.text()
    expect(text).toContain('recado_http_request_seconds_count{method="GET",route="/livez",status="200"} 1')
    expect(text).toContain('route="none",status="404"')
    expect(text).toContain('recado_bus_lag 7')
    expect(text).toContain('recado_inbound_total{channel="webchat",outcome="accepted"} 3')
    expect(text).not.toContain('xyzzy')
    expect((await fetch(`${server.address}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(404)
    await server.close()
  })

  it('are for this machine only', async () => {
    const { http } = serve({})
    expect((await http.app.fetch(new Request('http://x/metrics'), { incoming: { socket: { remoteAddress: '192.168.0.7' } } as never })).status).toBe(404)
  })
})
