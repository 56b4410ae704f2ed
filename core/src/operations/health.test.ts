import { describe, expect, it } from 'vitest'
import { listeningRig, rig } from '../http/http.rig.ts'
import { healthRoutes, type NodePhase } from './health.routes.ts'
import { createMetrics } from '../observability/metrics.ts'

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
    expect(
      await serve({
        database: async () => {
          throw new Error('away')
        },
      }).get('/livez'),
    ).toEqual({ status: 200, body: { status: 'live' } })
  })

  it('say which part is down, without saying why', async () => {
    expect(
      await serve({
        database: async () => 1,
        bus: async () => {
          throw new Error('secret address')
        },
      }).get('/readyz'),
    ).toEqual({ status: 503, body: { status: 'unavailable', checks: { database: 'up', bus: 'down' } } })
  })

  it('cost one check however many ask', async () => {
    let asked = 0
    const { get } = serve({
      database: async () => {
        asked++
      },
    })
    const answers = await Promise.all(Array.from({ length: 50 }, () => get('/readyz')))
    expect(answers.every((answer) => answer.status === 200)).toBe(true)
    expect(asked).toBe(1)
  })

  it.each(['starting', 'draining'] as const)('send requests elsewhere while the node is %s', async (phase) => {
    const { get } = serve({ database: async () => 1 }, () => phase)
    expect(await get('/readyz')).toEqual({ status: 503, body: { status: phase, checks: {} } })
  })
})

describe('what a probe tells beside its checks', () => {
  const information = async () => ({ nats: 'down' })
  const server = async (phase: NodePhase = 'serving') => {
    const metrics = createMetrics()
    return listeningRig(
      healthRoutes({ checks: { database: async () => 1 }, phase: () => phase, metrics, information }),
      { metrics },
    )
  }

  it('is told on this machine, and makes nobody unready', async () => {
    const { address, close } = await server()
    const response = await fetch(`${address}/readyz`)
    expect([response.status, await response.json()]).toEqual([
      200,
      { status: 'ready', checks: { database: 'up' }, information: { nats: 'down' } },
    ])
    await close()
  })

  it('is told to nobody who comes through a proxy, nor before the node serves', async () => {
    const [serving, starting] = [await server(), await server('starting')]
    const proxied = await fetch(`${serving.address}/readyz`, { headers: { 'x-forwarded-for': '203.0.113.9' } })
    expect(await proxied.json()).toEqual({ status: 'ready', checks: { database: 'up' } })
    expect(await (await fetch(`${starting.address}/readyz`)).json()).toEqual({ status: 'starting', checks: {} })
    await Promise.all([serving.close(), starting.close()])
  })
})

describe('metrics', () => {
  it('count requests by pattern, and what others register', async () => {
    const metrics = createMetrics()
    metrics.gauges('bus', { recado_bus_lag: { help: 'Events not yet handled' } }, async () => ({ recado_bus_lag: 7 }))
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
    expect((await fetch(`${server.address}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(
      404,
    )
    await server.close()
  })

  it('go on without what cannot be read, count it, and show no value that is gone', async () => {
    const metrics = createMetrics()
    let consumers: readonly string[] | undefined = ['mail', 'push']
    metrics.gauges(
      'bus',
      { recado_bus_head: { help: 'h' }, recado_bus_lag: { help: 'h', labels: ['consumer'] } },
      async () => {
        if (!consumers) throw new Error('the database is away')
        return { recado_bus_head: 9, recado_bus_lag: consumers.map((consumer) => [{ consumer }, 3] as const) }
      },
    )
    metrics.gauges('sockets', { recado_sockets: { help: 'h' } }, () => ({ recado_sockets: 4 }))
    const series = async () =>
      (await metrics.text()).split('\n').filter((line) => /^recado_(bus|sockets|scrape)/.test(line))
    expect(await series()).toEqual([
      'recado_scrape_errors_total{part="bus"} 0',
      'recado_scrape_errors_total{part="sockets"} 0',
      'recado_bus_head 9',
      'recado_bus_lag{consumer="mail"} 3',
      'recado_bus_lag{consumer="push"} 3',
      'recado_sockets 4',
    ])
    consumers = ['push']
    expect(await series()).not.toContain('recado_bus_lag{consumer="mail"} 3')
    consumers = undefined
    expect(await series()).toEqual([
      'recado_scrape_errors_total{part="bus"} 1',
      'recado_scrape_errors_total{part="sockets"} 0',
      'recado_sockets 4',
    ])
    consumers = ['mail']
    expect(await series()).toContain('recado_bus_head 9')
  })

  it('are for this machine only', async () => {
    const { http } = serve({})
    expect(
      (
        await http.app.fetch(new Request('http://x/metrics'), {
          incoming: { socket: { remoteAddress: '192.168.0.7' } } as never,
        })
      ).status,
    ).toBe(404)
  })
})
