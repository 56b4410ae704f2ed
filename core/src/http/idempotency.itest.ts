import { defineRoute, Refusal, type Viewer } from '@recado/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { twoTenants, type TestTenant } from '../../../tests/harness/tenants.ts'
import { ana, rig, standing } from './http.rig.ts'
import { createIdempotency, forgetOldAnswers } from './idempotency.ts'
import { bindRoute } from './route.ts'

let database: TestDatabase
let a: TestTenant
let b: TestTenant
let runs = 0
let work: (body: { name: string }) => Promise<unknown> = async (body) => ({ id: runs, name: body.name })
beforeAll(async () => {
  database = await testDatabase()
  ;({ a, b } = await twoTenants(database.owner))
})
afterAll(() => database.drop())
beforeEach(() => {
  runs = 0
  work = async (body) => ({ id: runs, name: body.name })
})

const create = bindRoute(
  defineRoute({
    method: 'POST',
    path: '/things',
    summary: 'Create',
    access: { kind: 'session', permission: 'tickets.write' },
    rate: 'write',
    body: z.object({ name: z.string() }),
    response: z.object({ id: z.number(), name: z.string() }),
    status: 201,
  }),
  (request) => {
    runs++
    return work(request.body)
  },
)

/** A node of its own on the shared database, with everybody signed in by their tenant's name. */
function node() {
  const viewer = (tenant: TestTenant): Viewer => ({ ...ana, tenantId: tenant.id, userId: tenant.user.id })
  const { http } = rig([create], {
    idempotency: createIdempotency(database.db),
    authenticator: {
      authenticate: async (headers) => ({
        viewer: viewer(headers.get('authorization') === 'b' ? b : a),
        sessionId: 's',
        standing,
      }),
    },
  })
  return async (name: string, key: string, as = 'a') => {
    const response = await http.app.fetch(
      new Request('http://x/things', {
        method: 'POST',
        body: JSON.stringify({ name }),
        headers: { 'content-type': 'application/json', authorization: as, 'idempotency-key': key },
      }),
    )
    return {
      status: response.status,
      body: (await response.json()) as { id?: number; name?: string; error?: string },
      replayed: response.headers.get('idempotency-replayed'),
    }
  }
}

describe('Idempotency-Key', () => {
  it('runs a repeated request once and answers it the same, on another node too', async () => {
    const first = await node()('one', 'key-1')
    const again = await node()('one', 'key-1')
    expect(first).toEqual({ status: 201, body: { id: 1, name: 'one' }, replayed: null })
    expect(again).toEqual({ ...first, replayed: 'true' })
    expect(runs).toBe(1)
  })

  it('refuses the key with another request', async () => {
    await node()('one', 'key-2')
    expect((await node()('two', 'key-2')).body.error).toBe('ERR_IDEMPOTENCY_MISMATCH')
    expect(runs).toBe(1)
  })

  it('runs requests that come at the same time once', async () => {
    const started = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    work = async (body) => {
      started.resolve()
      await release.promise
      return { id: runs, name: body.name }
    }
    const [one, two] = [node(), node()]
    const first = one('one', 'key-3')
    await started.promise
    const others = [one('one', 'key-3'), two('one', 'key-3')]
    release.resolve()
    expect((await Promise.all([first, ...others])).map((answer) => answer.body)).toEqual(
      Array.from({ length: 3 }, () => ({ id: 1, name: 'one' })),
    )
    expect(runs).toBe(1)
  })

  it('keeps no refusal and no fault: the next try runs', async () => {
    work = async () => {
      throw new Refusal('ERR_CREATING_TICKET')
    }
    expect((await node()('one', 'key-4')).body.error).toBe('ERR_CREATING_TICKET')
    work = async () => {
      throw new Error('a fault')
    }
    expect((await node()('one', 'key-4')).body.error).toBe('ERR_INTERNAL')
    work = async (body) => ({ id: runs, name: body.name })
    expect((await node()('one', 'key-4')).body).toEqual({ id: 3, name: 'one' })
  })

  it('belongs to a company and a user', async () => {
    await node()('one', 'key-5', 'a')
    expect((await node()('other', 'key-5', 'b')).body).toEqual({ id: 2, name: 'other' })
  })

  it('takes over what a node that died has left', async () => {
    await node()('one', 'key-6')
    await database.owner`
      update core.idempotency set status = null, answer = null, created_at = now() - interval '2 minutes'
       where key = 'key-6'`
    expect((await node()('one', 'key-6')).body).toEqual({ id: 2, name: 'one' })
  })

  it('refuses a key that is none', async () => {
    expect((await node()('one', 'x'.repeat(201))).body.error).toBe('ERR_VALIDATION')
  })

  it('forgets after a day', async () => {
    await node()('one', 'key-7')
    await database.owner`update core.idempotency set created_at = now() - interval '25 hours' where key = 'key-7'`
    await forgetOldAnswers(database.db, a.id)
    expect(await database.owner`select 1 from core.idempotency where key = 'key-7'`).toHaveLength(0)
    expect((await node()('two', 'key-7')).body).toEqual({ id: 2, name: 'two' })
  })
})
