import type { SsoDomain, SsoDomains, SsoProvider } from '@recado/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Passwords } from '../../core/src/credentials/passwords.ts'
import { password, testApp, type Person, type TestApp } from '../harness/app.ts'
import { createTenant, type TestTenant } from '../harness/tenants.ts'
import { identityProvider, Traveller, type RunningProvider } from '../sign-in/identity-provider.rig.ts'
import { nameServer, type NameServer } from '../sign-in/name-server.rig.ts'

/*
 * Domains of identity providers are proven by a record of a real name server, before anybody is led anywhere by them.
 */

const dayMs = 24 * 60 * 60_000
let world: TestApp
let idp: RunningProvider
let dns: NameServer
let hash: string
let [ours, theirs]: TestTenant[] = []
let [admin, rival]: Person[] = []
let domain: string
let offset = 0
let count = 0
beforeAll(async () => {
  dns = await nameServer()
  world = await testApp({
    pluginFolders: [],
    app: {
      egress: { allow: ['127.0.0.0/8'] },
      dnsServers: [dns.address],
      clock: { now: () => new Date(Date.now() + offset) },
    },
  })
  idp = await identityProvider(`${world.base}/auth/sso/callback`)
  hash = await new Passwords().hash(password)
})
afterAll(async () => {
  await idp.close()
  await world.close()
  await dns.close()
})
beforeEach(async () => {
  offset = 0
  dns.mode = 'well'
  dns.records.clear()
  dns.asked.splice(0)
  ours = await createTenant(world.database.owner, `Mar${++count}`, { passwordHash: hash })
  theirs = await createTenant(world.database.owner, `Cabo${count}`, { passwordHash: hash })
  domain = ours.user.email.split('@')[1]!
  ;[admin, rival] = [await world.signIn(ours.admin), await world.signIn(theirs.admin)]
})

const add = (by: Person, change: object = {}) =>
  by.ok<SsoProvider>('POST', '/sso/providers', {
    name: 'Entrada',
    issuer: idp.issuer,
    clientId: idp.clientId,
    clientSecret: idp.clientSecret,
    domains: [domain],
    autoCreate: true,
    isActive: true,
    ...change,
  })
const domains = async (by: Person): Promise<SsoDomain[]> => (await by.ok<SsoDomains>('GET', '/sso/domains')).domains
const look = (by: Person, of = domain) => by.ok<SsoDomain>('POST', `/sso/domains/${of}/check`)
const publish = ({ record }: SsoDomain): void =>
  void dns.records.set(record.name, [...(dns.records.get(record.name) ?? []), record.value])
const start = async (email: string): Promise<{ url?: string; error?: string }> =>
  (
    await fetch(`${world.base}/auth/sso/start`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    })
  ).json() as Promise<{ url?: string; error?: string }>
const stranger = () => start(`stranger@${domain}`)

describe('a domain', () => {
  test('leads nobody anywhere before its record was found, neither strangers nor accounts of the company', async () => {
    await add(admin!)
    const [pending] = await domains(admin!)
    expect(pending).toEqual({
      domain,
      providerId: expect.any(String),
      status: 'pending',
      verifiedAt: null,
      checkedAt: null,
      problem: null,
      endsAt: null,
      record: {
        name: `_recado-challenge.${domain}`,
        value: expect.stringMatching(/^recado-domain-verification=[0-9a-f]{40}$/),
      },
    })
    expect(await look(admin!)).toMatchObject({ status: 'pending', problem: 'missing', checkedAt: expect.any(String) })
    for (const email of [`stranger@${domain}`, ours!.user.email])
      expect((await start(email)).error, email).toBe('ERR_NO_SSO_FOUND')
    publish(pending!)
    expect(await look(admin!, domain.toUpperCase())).toMatchObject({
      status: 'verified',
      problem: null,
      verifiedAt: expect.any(String),
    })
    for (const email of [`stranger@${domain}`, ours!.user.email])
      expect(new URL((await start(email)).url!).origin, email).toBe(idp.issuer)
    const [entry] = await world.database
      .owner`select user_id, facts from core.audit_log where tenant_id = ${ours!.id} and action = 'singleSignOn.prove'`
    expect(entry).toMatchObject({ user_id: ours!.admin.id, facts: { domain } })
  })

  test('says what was found instead: another value, nothing, or no answer', async () => {
    await add(admin!)
    const { record } = (await domains(admin!))[0]!
    dns.records.set(record.name, ['v=spf1 -all', `${record.value}x`])
    expect(await look(admin!)).toMatchObject({ status: 'pending', problem: 'different' })
    dns.records.set(record.name, [])
    expect(await look(admin!), 'a name without such records').toMatchObject({ status: 'pending', problem: 'missing' })
    dns.mode = 'broken'
    expect(await look(admin!)).toMatchObject({ status: 'pending', problem: 'unreachable' })
    dns.mode = 'silent'
    expect(await look(admin!)).toMatchObject({ status: 'pending', problem: 'unreachable' })
  }, 30_000)

  test('belongs to the company whose token stands in the record; another’s claim changes nothing', async () => {
    await add(admin!)
    await add(rival!)
    const [own, claimed] = [(await domains(admin!))[0]!, (await domains(rival!))[0]!]
    expect(own.record.name).toBe(claimed.record.name)
    expect(own.record.value).not.toBe(claimed.record.value)
    publish(own)
    expect(await look(rival!)).toMatchObject({ status: 'pending', problem: 'different' })
    expect((await stranger()).error).toBe('ERR_NO_SSO_FOUND')
    expect(await look(admin!)).toMatchObject({ status: 'verified' })
    expect(new URL((await stranger()).url!).origin).toBe(idp.issuer)
    // Who comes back to the provider of a company that has proven nothing is refused there too.
    const state = await world.database.owner`
      select count(*)::integer as n
        from platform.one_time_secret
       where purpose = 'singleSignOn.state' and holder ->> 'tenantId' = ${theirs!.id}`
    expect(state[0]!['n']).toBe(0)
    expect((await rival!.call('POST', `/sso/domains/nobody-names-this.test/check`)).body).toMatchObject({
      error: 'ERR_NO_SSO_DOMAIN_FOUND',
    })
  })

  test('is looked at again each day: a record that is gone is warned of for a week, then it counts no more', async () => {
    await add(admin!)
    const [known] = await domains(admin!)
    publish(known!)
    await look(admin!)
    dns.asked.splice(0)
    await world.app.checkDomains()
    expect(
      dns.asked.filter((name) => name === known!.record.name),
      'looked at within the day',
    ).toEqual([])
    dns.records.clear()
    offset = dayMs + 60_000
    await world.app.checkDomains()
    const [warned] = await (
      await world.signIn(ours!.admin)
    )
      .ok<SsoDomains>('GET', '/sso/domains')
      .then((answer) => answer.domains)
    expect(warned).toMatchObject({ status: 'verified', problem: 'missing', endsAt: expect.any(String) })
    expect((await stranger()).url, 'it counts on').toBeDefined()
    offset = 3 * dayMs
    dns.mode = 'broken'
    await world.app.checkDomains()
    dns.mode = 'well'
    offset = 10 * dayMs
    await world.app.checkDomains()
    const [lost] = await (
      await world.signIn(ours!.admin)
    )
      .ok<SsoDomains>('GET', '/sso/domains')
      .then((answer) => answer.domains)
    expect(lost).toMatchObject({ status: 'pending', problem: 'missing', endsAt: null })
    expect((await stranger()).error).toBe('ERR_NO_SSO_FOUND')
    const actions = await world.database.owner`
      select action, user_id
        from core.audit_log
       where tenant_id = ${ours!.id} and action like 'singleSignOn.%'
       order by at, id`
    expect(actions.map((row) => [row['action'], row['user_id'] !== null])).toEqual([
      ['singleSignOn.create', true],
      ['singleSignOn.prove', true],
      ['singleSignOn.lose', false],
    ])
  })

  test('that is proven by a new owner leads strangers there, while the former owner’s record is gone', async () => {
    await add(admin!)
    publish((await domains(admin!))[0]!)
    await look(admin!)
    await add(rival!, { name: 'Nova dona' })
    dns.records.clear()
    publish((await domains(rival!))[0]!)
    await look(rival!)
    await look(admin!)
    const browser = new Traveller()
    idp.person = { email: `nova@${domain}`, verified: true, name: 'Nova' }
    const { url } = (await (
      await browser.fetch(`${world.base}/auth/sso/start`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: idp.person.email }),
      })
    ).json()) as { url: string }
    const callback = await browser.follow(url, (address) => address.startsWith(`${world.base}/auth/sso/callback`))
    await browser.fetch(callback)
    const [made] = await world.database.owner`select tenant_id from core.user_account where email = ${`nova@${domain}`}`
    expect(made).toMatchObject({ tenant_id: theirs!.id })
  })

  test('keeps its proof when the provider is changed, and loses it when it is taken out', async () => {
    const { id } = await add(admin!)
    publish((await domains(admin!))[0]!)
    await look(admin!)
    const change = { name: 'Outro nome', issuer: idp.issuer, clientId: idp.clientId, autoCreate: true, isActive: true }
    await admin!.ok('PUT', `/sso/providers/${id}`, { ...change, domains: [domain, `mais.${domain}`] })
    expect((await domains(admin!)).map(({ domain: name, status }) => [name, status])).toEqual(
      [
        [`mais.${domain}`, 'pending'],
        [domain, 'verified'],
      ].toSorted(),
    )
    await admin!.ok('PUT', `/sso/providers/${id}`, { ...change, domains: [`mais.${domain}`] })
    await admin!.ok('PUT', `/sso/providers/${id}`, { ...change, domains: [domain] })
    expect(await domains(admin!)).toMatchObject([{ domain, status: 'pending' }])
  })

  test.each(['com.br', 'gmail.com', 'uol.com.br', 'github.io'])(
    '%s, which belongs to everybody, is refused',
    async (name) => {
      expect(
        await admin!.call('POST', '/sso/providers', {
          name: 'Entrada',
          issuer: idp.issuer,
          clientId: 'x',
          clientSecret: 'y',
          domains: [domain, name],
          autoCreate: true,
          isActive: true,
        }),
      ).toMatchObject({ status: 422, body: { error: 'ERR_SSO_DOMAIN_PUBLIC', detail: name } })
      expect(await domains(admin!)).toEqual([])
    },
  )
})

describe('a session that an identity provider opened', () => {
  test('asks for no second factor of Recado’s, and one by the password does', async () => {
    await add(admin!)
    publish((await domains(admin!))[0]!)
    await look(admin!)
    await admin!.ok('PUT', '/settings/requireSecondFactor', { value: 'enabled' })
    idp.person = { email: ours!.user.email, verified: true }
    const browser = new Traveller()
    const json = { 'content-type': 'application/json' }
    const { url } = (await (
      await browser.fetch(`${world.base}/auth/sso/start`, {
        method: 'POST',
        headers: json,
        body: JSON.stringify({ email: ours!.user.email }),
      })
    ).json()) as { url: string }
    const callback = await browser.follow(url, (address) => address.startsWith(`${world.base}/auth/sso/callback`))
    const location = (await browser.fetch(callback)).headers.get('location')!
    const code = /#\/login\?sso=([\w-]+)$/.exec(location)![1]!
    const { token, sessionId } = (await (
      await browser.fetch(`${world.base}/auth/sso/finish`, {
        method: 'POST',
        headers: json,
        body: JSON.stringify({ code }),
      })
    ).json()) as { token: string; sessionId: string }
    const tags = await fetch(`${world.base}/tags`, {
      headers: { authorization: `Bearer ${token}`, sessionid: sessionId },
    })
    expect(tags.status).toBe(200)
    expect(await (await world.signIn(ours!.user)).refused('GET', '/tags')).toBe('403 ERR_SECOND_FACTOR_ENROLMENT')
  })
})
