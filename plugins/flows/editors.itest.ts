import { mint, type UserId } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { testHost } from '@recado/sdk/testing'
import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { describe, expect, inject, test } from 'vitest'
import { make, must } from './conversation.rig.ts'
import { graphOf } from './graphs.rig.ts'
import { editors } from './src/flows/flow.table.ts'
import plugin from './src/server.ts'

const { url } = inject('cluster' as never) as { url: string }
const host = testHost({ plugin, folder: import.meta.dirname, databaseUrl: url })
const greeting = graphOf({ start: ['start'], end: ['people'] }, [['start', 'next', 'end']])
const unknown = { status: 404, body: { error: 'ERR_NO_AUTO_REPLY_FOUND' } }

describe('who has a flow open', () => {
  const person = (name: string): UserId => {
    const id = mint<UserId>(randomUUID())
    host.a.core.known.users.set(id, name)
    return id
  }
  const be = (id: string, page: string, userId: UserId, chosen: readonly string[], company = host.a) =>
    company.ask('PUT', `/p/flows/flows/${id}/editors`, { body: { page, chosen }, userId })
  /** What was pushed under a name while something was done. */
  async function toldOf(name: string, done: () => Promise<unknown>): Promise<unknown[]> {
    const before = host.a.core.pushed.length
    await done()
    const since = host.a.core.pushed.slice(before)
    return since.filter((push) => push.name === name).map(({ users, data }) => [users, data])
  }

  test('knows who else has, is told what they choose, what they keep and that they leave', async () => {
    const { id } = await make(host.a)
    const [ana, bia] = [person('Ana'), person('Bia')]
    const [hers, other] = [randomUUID(), randomUUID()]
    expect(await be(id, hers, ana, ['start'])).toMatchObject({ status: 200, body: { editors: [] } })
    const entered = await toldOf('editor', async () =>
      expect(await be(id, other, bia, [])).toMatchObject({
        body: { editors: [{ page: hers, userId: ana, name: 'Ana', chosen: ['start'] }] },
      }),
    )
    expect(entered).toMatchObject([[[ana], { flowId: id, page: other, userId: bia, chosen: [], isHere: true }]])
    const kept = await toldOf('draft', async () => {
      const draft = { revision: 1, graph: greeting, page: other }
      await host.a.ask('PUT', `/p/flows/flows/${id}/draft`, { body: draft, userId: bia })
      await host.a.ask('POST', `/p/flows/flows/${id}/versions`, { body: { revision: 2 }, userId: bia })
    })
    expect(kept).toEqual([
      [[ana], { flowId: id, page: other, revision: 2, version: null }],
      [expect.arrayContaining([ana, bia]), { flowId: id, page: null, revision: 2, version: 1 }],
    ])
    const close = (userId: UserId) =>
      toldOf('editor', () => host.a.ask('DELETE', `/p/flows/flows/${id}/editors`, { query: { page: other }, userId }))
    // Nobody closes the page of somebody else.
    expect(await close(ana)).toEqual([])
    expect(await close(bia)).toMatchObject([[[ana], { page: other, isHere: false }]])
    expect(await be(id, hers, ana, [])).toMatchObject({ body: { editors: [] } })
  })

  test('is told of a change by steps too, and is nobody of another company or flow', async () => {
    const { id } = await make(host.a)
    const ana = person('Ana')
    await be(id, randomUUID(), ana, [])
    expect(await be(id, randomUUID(), ana, [], host.b)).toMatchObject(unknown)
    expect(await be((await make(host.a)).id, randomUUID(), ana, [])).toMatchObject({ body: { editors: [] } })
    const told = await toldOf('draft', () => must(host.a, 'POST', `/flows/${id}/steps`, { message: 'Mais' }))
    expect(told).toMatchObject([[[ana], { flowId: id, page: null, revision: 2 }]])
  })

  test('who says nothing for a while is forgotten', async () => {
    const { id } = await make(host.a)
    await be(id, randomUUID(), person('Ana'), [])
    await host.a.context().db.transaction((tx) =>
      drizzleOn(tx)
        .update(editors)
        .set({ seenAt: new Date(Date.now() - 60_000) })
        .where(eq(editors.flowId, id)),
    )
    expect(await be(id, randomUUID(), person('Bia'), [])).toMatchObject({ body: { editors: [] } })
  })
})
