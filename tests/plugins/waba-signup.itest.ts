import { randomUUID } from 'node:crypto'
import type { Connection } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Line } from '../../plugins/waba/simulator/line.ts'
import type { ConnectedNumber } from '../../plugins/waba/src/signup/routes.ts'
import { eventually, type Person } from '../harness/app.ts'
import { NumberSide, wabaWorld, type WabaWorld } from './waba.rig.ts'

const minute = 60_000
const finishPath = '/p/waba/signup/finish'

describe('Embedded Signup of a number of the Business app', () => {
  let world: WabaWorld
  /** A master, who is administrator of the first company. */
  let admin: Person
  beforeAll(async () => {
    world = await wabaWorld()
    await world.database
      .owner`update core.user_account set is_master = true, consent_version = 99 where id = ${world.a.admin.id}`
    admin = await world.signIn(world.a.admin)
  })
  afterAll(() => world.close())

  const offered = async (person: Person) => (await person.ok<{ isOffered: boolean }>('GET', '/p/waba/signup')).isOffered
  const begin = async (person = admin) => (await person.ok<{ address: string }>('POST', '/p/waba/signup')).address
  /** What the dialog leads back to, followed as a browser follows it: the fields of the page. */
  const followed = async (returned: string) => {
    const answer = await fetch(returned.replace('https://recado.example', world.base), { redirect: 'manual' })
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'no-store'])
    const led = new URL(answer.headers.get('location')!, returned)
    expect(led.origin + led.pathname).toBe('https://recado.example/')
    const [page, query] = led.hash.split('?')
    expect(page).toBe('#/configuracoes/whatsapp-oficial')
    return Object.fromEntries(new URLSearchParams(query))
  }
  /** The person shares this business in the dialog. */
  const shared = async (line: Pick<Line, 'account'>, address?: string) =>
    followed(world.simulator.signup.share(address ?? (await begin()), line.account))
  const finish = async (returned: object, person = admin) =>
    (await person.ok<{ numbers: ConnectedNumber[] }>('POST', finishPath, returned)).numbers
  const names = async (person = admin) => (await person.ok<Connection[]>('GET', '/whatsapp')).map(({ name }) => name)
  const sideOf = async (admin: Person, { connectionId }: ConnectedNumber, line: Line) =>
    new NumberSide(admin, line, await admin.ok<Connection>('GET', `/whatsapp/${connectionId}`))
  const pastOf = (connectionId: string, state: string) =>
    eventually(
      async () =>
        (await admin.ok<{ history: { state: string } | null }>('GET', `/p/waba/numbers/${connectionId}`)).history,
      (history) => history?.state === state,
    )

  it('is offered once the owner of the installation has entered an app, to administrators alone', async () => {
    const { app } = world.simulator.signup
    expect(await offered(admin)).toBe(false)
    expect(await admin.refused('POST', '/p/waba/signup')).toBe('409 ERR_WABA_SIGNUP_UNSET')
    expect(await world.theirs.admin.refused('PUT', '/global-settings', { wabaAppId: app.id })).toMatch(/^403/)
    await admin.ok('PUT', '/global-settings', {
      wabaAppId: app.id,
      wabaConfigId: app.configId,
      wabaApiRoot: world.simulator.url,
    })
    expect(await offered(admin)).toBe(false)
    await admin.ok('PUT', '/global-settings', { wabaAppSecret: app.secret })
    expect([await offered(admin), await offered(world.theirs.admin)]).toEqual([true, true])
    const agent = await world.signIn(world.a.user)
    for (const [method, path] of [
      ['GET', '/p/waba/signup'],
      ['POST', '/p/waba/signup'],
    ] as const)
      expect(await agent.refused(method, path)).toMatch(/^403/)
    const dialog = await (await fetch(await begin())).text()
    expect(dialog).toContain('Connect your WhatsApp Business app')
  })

  it('connects the number, subscribes, and brings contacts and past without disturbing anybody', async () => {
    const line = world.simulator.addBusinessApp()
    const [friend, customer] = [`Bia ${randomUUID().slice(0, 8)}`, `Rui ${randomUUID().slice(0, 8)}`]
    line.addressBook.push({ name: friend, phone: '5511960001111' }, { name: customer, phone: '5511960002222' })
    line.past.push({ phone: '5511960002222', body: `antes ${customer}`, at: 1_780_000_000 })
    const [connected] = await finish(await shared(line))
    expect(connected).toMatchObject({ name: 'Loja Exemplo', phone: `+${line.phone}`, importsPast: true, pin: null })
    const side = await sideOf(admin, connected!, line)
    await side.connected()
    expect(line.account.isSubscribed).toBe(true)
    expect(line.webhook?.url).toContain(connected!.connectionId)
    expect(side.connection.config).toMatchObject({
      phoneNumberId: line.id,
      businessAccountId: line.account.id,
      messagesPerSecond: 20,
    })
    await pastOf(connected!.connectionId, 'done')
    expect(line.askedAppData).toEqual(['smb_app_state_sync', 'history'])
    const found = await eventually(
      () => admin.ok<{ contacts: { name: string; number: string }[] }>('GET', `/contacts?searchParam=${friend}`),
      ({ contacts }) => contacts.length === 1,
    )
    expect(found.contacts[0]).toMatchObject({ name: friend })
    const writes = line.customer(customer, '5511960002222')
    writes.write('voltei')
    const ticket = await side.ticket(customer)
    const bodies = await eventually(
      async () => (await side.messages(ticket)).map(({ body }) => body),
      (all) => all.length === 2,
    )
    expect(bodies).toEqual([`antes ${customer}`, 'voltei'])
    expect((await side.tickets(customer))[0]).toMatchObject({ unreadMessages: 1 })
    await side.open(ticket)
    await side.send(ticket, 'Olá!')
    await side.got(writes, 1)
    const secrets = [line.account.accessToken, world.simulator.signup.app.secret]
    const shown = JSON.stringify([connected, await side.status()])
    for (const secret of secrets) expect(shown).not.toContain(secret)
    expect(await world.theirs.admin.refused('GET', `/whatsapp/${connected!.connectionId}`)).toMatch(/^404/)
  })

  it('a sign-up is good once, for an hour, and for who began it', async () => {
    const line = world.simulator.addBusinessApp()
    const before = await names()
    const refused = (returned: object, person = admin) => person.refused('POST', finishPath, returned)
    const { id } = world.a.colleague
    await admin.ok('PUT', `/users/${id}`, { profile: 'admin' })
    const other = await world.signIn(world.a.colleague)
    const stale = '409 ERR_WABA_SIGNUP_STATE'
    const address = await begin()
    const returned = await shared(line, address)
    expect(await refused({ ...returned, state: 'a state that nobody has begun' })).toBe(stale)
    expect(await refused(returned, world.theirs.admin)).toBe(stale)
    expect(await refused(returned, other)).toBe(stale)
    await world.database.owner`update plg_waba.signup set begun_at = begun_at - interval '61 minutes'`
    expect(await refused(returned)).toBe(stale)
    expect(await names()).toEqual(before)
    const again = await shared(line)
    await finish(again)
    expect(await refused(again)).toBe(stale)
  })

  it('what the person or Meta refuses is said, and nothing is kept', async () => {
    const line = world.simulator.addBusinessApp()
    const before = await names()
    const refused = async (returned: object) => {
      const answer = await admin.call('POST', finishPath, returned)
      expect(await names()).toEqual(before)
      return answer
    }
    expect(await refused(await followed(world.simulator.signup.refuse(await begin())))).toMatchObject({
      status: 409,
      body: { error: 'ERR_WABA_SIGNUP_REFUSED', detail: 'Permissions error' },
    })
    const late = await shared(line)
    world.simulator.clock.advance(11 * minute)
    expect(await refused(late)).toMatchObject({
      status: 409,
      body: { error: 'ERR_WABA_SIGNUP_CODE', detail: expect.stringContaining('expired') },
    })
    expect(await refused({ ...(await shared(line)), code: 'a code of nobody' })).toMatchObject({
      status: 409,
      body: { error: 'ERR_WABA_SIGNUP_CODE' },
    })
    const empty = world.simulator.addAccount()
    expect(await refused(await shared({ account: empty }))).toMatchObject({
      status: 409,
      body: { error: 'ERR_WABA_SIGNUP_NO_NUMBER' },
    })
    world.simulator.faults.plan('exchange', 'dropBefore')
    expect(await refused(await shared(line))).toMatchObject({ status: 502, body: { error: 'ERR_PROVIDER_FAILED' } })
    expect(await finish(await shared(line))).toHaveLength(1)
  })

  it('a number that is connected elsewhere stays there; one of ours gets the new token', async () => {
    const line = world.simulator.addBusinessApp()
    const [mine] = await finish(await shared(line))
    const side = await sideOf(admin, mine!, line)
    await side.connected()
    const theirs = await shared(line, await begin(world.theirs.admin))
    expect(await world.theirs.admin.call('POST', finishPath, theirs)).toMatchObject({
      status: 409,
      body: { error: 'ERR_WABA_SIGNUP_TAKEN', detail: `+${line.phone}` },
    })
    const before = await names()
    line.account.expireToken()
    const [renewed] = await finish(await shared(line))
    expect(renewed).toMatchObject({ connectionId: mine!.connectionId, name: mine!.name })
    expect(await names()).toEqual(before)
    await side.connected()
    const { customer, ticket } = await side.talking()
    await side.send(ticket, 'com o novo token')
    await side.got(customer, 1)
  })

  it('an import that is declined, refused or interrupted is said, and asked for again where that helps', async () => {
    const declined = world.simulator.addBusinessApp()
    declined.sharesPast = false
    const [first] = await finish(await shared(declined))
    expect(await pastOf(first!.connectionId, 'declined')).toMatchObject({
      reason: expect.stringContaining('turned off'),
    })
    const refused = world.simulator.addBusinessApp()
    refused.askedAppData.push('smb_app_state_sync', 'history')
    const [second] = await finish(await shared(refused))
    expect(await pastOf(second!.connectionId, 'failed')).toMatchObject({
      reason: expect.stringContaining('performed already'),
    })
    const interrupted = world.simulator.addBusinessApp()
    world.simulator.faults.plan('appData', 'dropBefore')
    const [third] = await finish(await shared(interrupted))
    await pastOf(third!.connectionId, 'done')
    expect(interrupted.askedAppData).toEqual(['smb_app_state_sync', 'history'])
  })

  it('a number that is not in the Business app is registered with a PIN that is told once', async () => {
    const line = world.simulator.addBusinessApp()
    line.isOnBusinessApp = false
    line.isRegistered = false
    const [connected] = await finish(await shared(line))
    expect(connected).toMatchObject({ importsPast: false, pin: expect.stringMatching(/^\d{6}$/) })
    expect(line.pin).toBe(connected!.pin)
    await (await sideOf(admin, connected!, line)).connected()
    expect(line.askedAppData).toEqual([])
  })
})
