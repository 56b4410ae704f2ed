import { randomUUID } from 'node:crypto'
import { Refusal, type TenantId } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { ana, rig, standing } from '../http/http.rig.ts'
import type { EventBus } from '../bus/bus.ts'
import { busRoutes } from './bus.routes.ts'
import { busOfTest } from '../bus/bus.rig.ts'

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

describe('dead letters over HTTP', () => {
  const [a, b] = [randomUUID(), randomUUID()]
  let world: TestDatabase
  let bus: EventBus
  let allowed = true
  const { http } = rig([], {
    authenticator: {
      authenticate: async (headers) => {
        const tenantId = headers.get('authorization')
        if (!tenantId) throw new Refusal('ERR_SESSION_ENDED')
        return {
          viewer: { ...ana, tenantId: tenantId as TenantId, role: 'admin' as const },
          sessionId: randomUUID(),
          standing,
        }
      },
    },
    permits: (_viewer, permission) => allowed && permission === 'operations.manage',
  })
  const call = async (tenant: string, method: string, path: string): Promise<{ status: number; body: never }> => {
    const response = await http.app.fetch(
      new Request(`http://recado.test/operations/dead-letters${path}`, { method, headers: { authorization: tenant } }),
    )
    return { status: response.status, body: (await response.json()) as never }
  }

  let fail = true
  let handled = 0
  beforeAll(async () => {
    world = await testDatabase()
    bus = await busOfTest({ db: world.db, log })
    http.setRoutes(busRoutes({ bus, db: world.db }))
    for (const id of [a, b]) await world.owner`insert into core.tenant ${world.owner({ id, name: id })}`
    await bus.subscribe({
      name: 'mailer',
      names: ['>'],
      maxAttempts: 1,
      async handler() {
        if (fail) throw new Error('mail server says no')
        handled++
      },
    })
    for (const tenantId of [a, a, b])
      await world.db.tenant(tenantId, (tx) =>
        bus.publishChecked(tx, { tenantId, name: 'ticket.closed.v1', key: 'k', data: { ticketId: 'x' } }),
      )
    bus.poke()
    await vi.waitFor(async () => expect(await bus.dead.list({})).toHaveLength(3))
  })
  afterAll(async () => {
    await bus.close()
    await world.drop()
  })

  it("lists those of the caller's company, page by page", async () => {
    const first = await call(a, 'GET', '?limit=1')
    expect(first).toMatchObject({
      status: 200,
      body: {
        hasMore: true,
        deadLetters: [
          {
            consumer: 'mailer',
            attempts: 1,
            error: 'Error: mail server says no',
            event: { name: 'ticket.closed.v1', key: 'k', data: { ticketId: 'x' } },
          },
        ],
      },
    })
    const { nextCursor } = first.body as { nextCursor: string }
    const second = await call(a, 'GET', `?limit=1&cursor=${encodeURIComponent(nextCursor)}`)
    expect(second).toMatchObject({
      status: 200,
      body: { hasMore: false, nextCursor: null, deadLetters: [{ consumer: 'mailer' }] },
    })
    expect((second.body as { deadLetters: unknown[] }).deadLetters).not.toEqual(
      (first.body as { deadLetters: unknown[] }).deadLetters,
    )
    expect((await call(b, 'GET', '')).body).toMatchObject({ deadLetters: [{ consumer: 'mailer' }], hasMore: false })
    expect((await call(a, 'GET', '?consumer=other')).body).toMatchObject({ deadLetters: [] })
  })

  it('replays and discards within the company only', async () => {
    const [newest, older] = await bus.dead.list({ tenantId: a })
    const path = (seq: string, rest = ''): string => `/mailer/${seq}${rest}`
    for (const [method, rest] of [
      ['POST', '/replay'],
      ['DELETE', ''],
    ] as const) {
      expect(await call(b, method, path(newest!.seq, rest))).toMatchObject({
        status: 404,
        body: { error: 'ERR_NOT_FOUND' },
      })
    }
    fail = false
    expect(await call(a, 'POST', path(newest!.seq, '/replay'))).toEqual({ status: 202, body: { replayed: true } })
    await vi.waitFor(() => expect(handled).toBe(1))
    expect(await call(a, 'DELETE', path(older!.seq))).toEqual({ status: 200, body: { discarded: true } })
    expect(await call(a, 'DELETE', path(older!.seq))).toMatchObject({ status: 404 })
    expect((await call(a, 'GET', '')).body).toMatchObject({ deadLetters: [] })
    expect(await bus.dead.list({ tenantId: b })).toHaveLength(1)
  })

  it('is for who may manage operations', async () => {
    allowed = false
    expect(await call(a, 'GET', '')).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } })
    allowed = true
  })
})
