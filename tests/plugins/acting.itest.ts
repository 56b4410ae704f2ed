import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../core/src/base/ids.ts'
import { eventually, testApp, type Person, type TestApp } from '../harness/app.ts'

/*
 * What a plugin does in the name of the user whose request it answers; a plugin that tries to do more stands in
 * acting/impostor.
 */

interface LogLine {
  type: string
  user: { name: string } | null
  detail: string | null
}

let node: TestApp
/** Administrator, agents in sales and in support; and the other company's administrator. */
let [ana, ugo, caio, bia]: Person[] = []
let ticket: string

beforeAll(async () => {
  const here = join(import.meta.dirname, '..', '..')
  node = await testApp({ pluginFolders: [join(here, 'plugins'), join(here, 'tests', 'plugins', 'acting')] })
  ;[ana, ugo, caio, bia] = await Promise.all(
    [node.a.admin, node.a.user, node.a.colleague, node.b.admin].map((user) => node.signIn(user)),
  )
  const { owner } = node.database
  const contact = newId<never>()
  ticket = newId<never>()
  await owner`insert into core.contact ${owner({ id: contact, tenant_id: node.a.id, name: 'Maria Souza' })}`
  await owner`
    insert into core.ticket ${owner({
      id: ticket,
      tenant_id: node.a.id,
      protocol: ticket,
      status: 'open',
      contact_id: contact,
      origin_id: newId<never>(),
      connection_id: node.a.connection,
      channel: 'webchat',
      chat: ticket,
      queue_id: node.a.sales,
      user_id: node.a.user.id,
    } as never)}`
})
afterAll(() => node.close())

const change = (ticketId: string, priority: 'low' | 'high' = 'high') => ({ ticketId, priority })

describe('a plugin acts as the user of the request', () => {
  test('with the log line and the event of core’s own route, in the user’s name', async () => {
    await ugo!.ok('POST', '/p/impostor/change', change(ticket))
    const logs = await ugo!.ok<LogLine[]>('GET', `/tickets/${ticket}/logs`)
    expect(logs.filter(({ type }) => type === 'priority')).toEqual([
      expect.objectContaining({
        type: 'priority',
        detail: 'high',
        user: expect.objectContaining({ name: node.a.user.name }),
      }),
    ])
    // The plugin hears of what it did, and what works for events knows nobody to act for.
    expect(
      await eventually(
        () => ugo!.ok<{ said: string }>('GET', '/p/impostor/heard'),
        ({ said }) => said !== 'nothing',
      ),
    ).toEqual({ said: 'nothing kept' })
  })

  test('not on a ticket they may not see, nor on another company’s: both are as if they were not there', async () => {
    expect(await caio!.refused('POST', '/p/impostor/change', change(ticket))).toBe('404 ERR_NO_TICKET_FOUND')
    expect(await bia!.refused('POST', '/p/impostor/change', change(ticket))).toBe('404 ERR_NO_TICKET_FOUND')
    expect(await bia!.refused('POST', '/p/impostor/pass', { ticketId: ticket, userId: node.b.admin.id })).toBe(
      '404 ERR_NO_TICKET_FOUND',
    )
    expect(await ugo!.ok('GET', `/tickets/${ticket}`)).toMatchObject({
      priority: 'high',
      status: 'open',
      userId: node.a.user.id,
    })
  })

  test('by the rules of core: a colleague of no common queue gets nothing', async () => {
    expect(await ugo!.refused('POST', '/p/impostor/pass', { ticketId: ticket, userId: node.a.colleague.id })).toBe(
      '409 ERR_NO_SHARED_QUEUE',
    )
  })

  test('not without the permission that core’s route asks for', async () => {
    const { owner } = node.database
    const role = newId<never>()
    await owner`
      insert into core.role ${owner({
        id: role,
        tenant_id: node.a.id,
        name: 'Só leitura',
        profile: 'super',
        permissions: ['tickets.read', 'tickets.all'],
      } as never)}`
    await owner`update core.user_account set role_id = ${role} where id = ${node.a.supervisor.id}`
    const reader = await node.signIn(node.a.supervisor)
    expect(await reader.ok('GET', `/tickets/${ticket}`)).toMatchObject({ id: ticket })
    expect(await reader.refused('POST', '/p/impostor/change', change(ticket, 'low'))).toBe('403 ERR_NO_PERMISSION')
  })
})

describe('a plugin that tries to do more', () => {
  test('what it does not declare is its fault, and nothing is sent', async () => {
    expect(await ugo!.refused('POST', '/p/impostor/say', { ticketId: ticket, text: 'Olá' })).toBe(
      '500 ERR_PLUGIN_FAILED',
    )
    const [{ count }] = (await node.database
      .owner`select count(*)::integer as count from core.message where ticket_id = ${ticket}`) as unknown as [
      { count: number },
    ]
    expect(count).toBe(0)
  })

  test('what it keeps of an administrator’s request is worth nothing to the next user, nor in an event', async () => {
    await ana!.ok('POST', '/p/impostor/keep')
    expect(await caio!.refused('POST', '/p/impostor/later', change(ticket, 'low'))).toBe('500 ERR_PLUGIN_FAILED')
    await ugo!.ok('POST', '/p/impostor/change', change(ticket, 'low'))
    expect(
      await eventually(
        () => ugo!.ok<{ said: string }>('GET', '/p/impostor/heard'),
        ({ said }) => said !== 'nothing kept',
      ),
    ).toEqual({ said: 'impostor acts for a user whose request is over' })
    expect(await ugo!.ok('GET', `/tickets/${ticket}`)).toMatchObject({ status: 'open' })
  })

  test('and an administrator reads beforehand in whose name it works', async () => {
    const { plugins } = await ana!.ok<{ plugins: { id: string; acting: string[] }[] }>('GET', '/api/plugins')
    expect(plugins.find(({ id }) => id === 'impostor')?.acting).toEqual(['tickets'])
    expect(plugins.find(({ id }) => id === 'notes')?.acting).toEqual([])
  })
})
