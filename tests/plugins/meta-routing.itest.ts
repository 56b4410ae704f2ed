import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { ConnectionCheck, Ticket } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person as Customer } from '../../plugins/meta/simulator/person.ts'
import type { ThreadOwner } from '../../plugins/meta/src/control/routes.ts'
import { eventually } from '../harness/app.ts'
import { metaWorld, settingsOf, type MetaWorld } from './meta.rig.ts'

/** Meta’s own inboxes, and how it refuses a message to a conversation that another app answers. */
const facts = {
  facebook: { inbox: '263902037430900', refused: 'another app', taken: 'default app' },
  instagram: { inbox: '1217981644879628', refused: 'thread owner', taken: 'default app' },
} as const
const bodies = async (world: MetaWorld, ticket: Ticket): Promise<[string, boolean][]> =>
  (await world.mine.messages(ticket)).map(({ body, fromMe }) => [body, fromMe])

describe.each(['facebook', 'instagram'] as const)('a conversation of %s that another app answers', (product) => {
  const { inbox, refused, taken } = facts[product]
  let world: MetaWorld
  beforeAll(async () => {
    world = await metaWorld(product, [join(import.meta.dirname, 'responders')])
    const { admin } = world.mine
    await admin.ok('PUT', '/api/plugins/robot', { enabled: true })
    await admin.ok('PUT', '/responders', {
      scope: { kind: 'company' },
      places: [{ plugin: 'robot', name: 'obeys', input: { name: 'um' } }],
    })
  })
  afterAll(() => world.close())

  const someone = (): Customer => world.mine.account.person(`Ana ${randomUUID().slice(0, 8)}`)
  const path = ({ id }: Ticket, act?: 'take' | 'release') => `/p/meta/control/${id}${act ? `/${act}` : ''}`
  const owner = (ticket: Ticket) => world.mine.admin.ok<ThreadOwner>('GET', path(ticket))
  const change = (ticket: Ticket, act: 'take' | 'release') =>
    world.mine.admin.ok<ThreadOwner>('POST', path(ticket, act))
  /** What stands in the conversation, once it is this many messages. */
  const said = (ticket: Ticket, count: number) =>
    eventually(
      () => bodies(world, ticket),
      (found) => found.length >= count,
    )

  it('is shown, and no bot answers it until it comes back', async () => {
    const ana = someone()
    ana.write('oi')
    const ticket = await world.mine.ticket(ana.name)
    const began: [string, boolean][] = [
      ['oi', false],
      ['um: oi', true],
    ]
    expect(await said(ticket, 2)).toEqual(began)
    ana.giveTo(inbox)
    ana.write('alguém aí?')
    expect(await said(ticket, 3)).toEqual([...began, ['alguém aí?', false]])
    ana.giveTo(world.mine.account.app.id)
    ana.write('voltei')
    expect(await said(ticket, 5)).toEqual([...began, ['alguém aí?', false], ['voltei', false], ['um: voltei', true]])
  })

  it('that begins elsewhere is people’s here, and its messages wake no bot', async () => {
    const bia = someone()
    bia.giveTo(inbox)
    bia.write('primeira vez')
    const ticket = await world.mine.ticket(bia.name)
    await eventually(
      () => world.mine.tickets(bia.name),
      ([one]) => one?.status === 'pending' && !one.withBot,
    )
    expect(await bodies(world, ticket)).toEqual([['primeira vez', false]])
  })

  it('is said whose it is; who sends is refused without harm to the channel, until somebody takes it over', async () => {
    const { mine, theirs } = world
    const { customer, ticket } = await mine.talking()
    expect(await owner(ticket)).toEqual({ owner: 'nobody', appId: null })
    const before = mine.account.sentTo(customer).length
    customer.giveTo(inbox)
    expect(await owner(ticket)).toEqual({ owner: 'elsewhere', appId: inbox })
    await mine.send(ticket, 'cedo demais')
    expect(await mine.last(ticket, ({ status }) => status === 'failed')).toMatchObject({
      failure: { kind: 'blocked', message: expect.stringContaining(refused) },
    })
    expect((await mine.status()).status).toBe('connected')
    expect(await change(ticket, 'take')).toEqual({ owner: 'here', appId: mine.account.app.id })
    await mine.send(ticket, 'agora sim')
    expect((await mine.got(customer, before + 1)).at(-1)!.text).toContain('agora sim')
    mine.account.defaultApp = inbox
    expect(await change(ticket, 'release')).toEqual({ owner: 'elsewhere', appId: inbox })
    mine.account.defaultApp = undefined
    expect(await theirs.admin.refused('GET', path(ticket))).toBe('404 ERR_NO_TICKET_FOUND')
    expect(await theirs.admin.refused('POST', path(ticket, 'take'))).toBe('404 ERR_NO_TICKET_FOUND')
    expect(customer.answeredBy).toBe(inbox)
  })

  it('what Meta refuses or does not answer is said', async () => {
    const { mine } = world
    const { customer, ticket } = await mine.talking()
    customer.giveTo(inbox)
    mine.account.routesHere = false
    const answered = async (method: string, act?: 'take' | 'release') => {
      const { status, body } = await mine.admin.call(method, path(ticket, act))
      return { status, ...body }
    }
    expect(await answered('POST', 'take')).toMatchObject({
      status: 422,
      error: 'ERR_META_REFUSED',
      detail: expect.stringContaining(taken),
    })
    mine.account.routesHere = true
    expect(await answered('POST', 'release')).toMatchObject({ status: 422, error: 'ERR_META_REFUSED' })
    world.simulator.faults.plan('routing', 'dropBefore')
    expect(await answered('GET')).toMatchObject({ status: 502, error: 'ERR_META_FAILED' })
    expect((await mine.status()).status).toBe('connected')
    await mine.admin.ok('DELETE', `/whatsappsession/${mine.connection.id}`)
    expect(await answered('GET')).toMatchObject({ status: 409, error: 'ERR_CONNECTION_INACTIVE' })
  })
})

describe('an account of Instagram', () => {
  let world: MetaWorld
  beforeAll(async () => {
    world = await metaWorld('instagram')
  })
  afterAll(() => world.close())

  it('whose page is not named is not routed, and nobody knows who answers', async () => {
    const side = await world.connect(world.mine.admin, world.simulator.addAccount('instagram'), {
      pageId: undefined,
      pageToken: undefined,
    })
    await side.connected()
    const { customer, ticket } = await side.talking()
    customer.giveTo(facts.instagram.inbox)
    const path = `/p/meta/control/${ticket.id}`
    expect(await side.admin.ok<ThreadOwner>('GET', path)).toEqual({ owner: 'unknown', appId: null })
    for (const act of ['take', 'release'])
      expect(await side.admin.refused('POST', `${path}/${act}`)).toBe('404 ERR_NO_TICKET_FOUND')
    expect(customer.answeredBy).toBe(facts.instagram.inbox)
  })

  it('whose page is opened by another token is told so by the test, and goes on working', async () => {
    const { mine, theirs } = world
    const check = (change: object) => {
      const { type, config } = settingsOf(mine.account, world.simulator, change)
      return mine.admin.ok<ConnectionCheck>('POST', '/whatsapp/check', { type, config })
    }
    expect(await check({})).toMatchObject({ ok: true })
    expect(await check({ pageToken: theirs.account.page!.token })).toMatchObject({ ok: false, step: 'page' })
  })
})
