import { generateKeyPairSync } from 'node:crypto'
import type { LoginResult, SsoDomain, SsoDomains, SsoProvider, SsoProviders, UserRecord } from '@recado/contracts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Passwords } from '../../core/src/credentials/passwords.ts'
import { password, Person, testApp, type TestApp } from '../harness/app.ts'
import { createTenant, type TestTenant } from '../harness/tenants.ts'
import { identityProvider, lyingProvider, Traveller, type RunningProvider } from './identity-provider.rig.ts'
import { nameServer, type NameServer } from './name-server.rig.ts'

let world: TestApp
let dns: NameServer
let idp: RunningProvider
let hash: string
let company: TestTenant
let domain: string
let admin: Person
beforeAll(async () => {
  dns = await nameServer()
  world = await testApp({ pluginFolders: [], app: { egress: { allow: ['127.0.0.0/8'] }, dnsServers: [dns.address] } })
  idp = await identityProvider(`${world.base}/auth/sso/callback`)
  hash = await new Passwords().hash(password)
})
afterAll(async () => {
  await idp.close()
  await world.close()
  await dns.close()
})
let count = 0
beforeEach(async () => {
  company = await createTenant(world.database.owner, `Foz${++count}`, { passwordHash: hash })
  domain = company.user.email.split('@')[1]!
  admin = await world.signIn(company.admin)
  idp.person = { email: company.user.email, verified: true, name: 'Ugo do provedor' }
})
const running: RunningProvider[] = []
afterEach(async () => {
  for (const one of running.splice(0)) await one.close()
})

const providerOf = (of: RunningProvider, change: object = {}) => ({
  name: 'Entrada da empresa',
  issuer: of.issuer,
  clientId: of.clientId,
  clientSecret: of.clientSecret,
  domains: [domain],
  autoCreate: false,
  isActive: true,
  ...change,
})
/** Publishes the records of all domains of a company and has them looked at. */
async function prove(by: Person): Promise<void> {
  for (const { domain: name, record } of (await by.ok<SsoDomains>('GET', '/sso/domains')).domains) {
    dns.records.set(record.name, [...(dns.records.get(record.name) ?? []), record.value])
    expect(await by.ok<SsoDomain>('POST', `/sso/domains/${name}/check`)).toMatchObject({ status: 'verified' })
  }
}
const add = async (change: object = {}, by = admin) => {
  const provider = await by.ok<SsoProvider>('POST', '/sso/providers', providerOf(idp, change))
  await prove(by)
  return provider
}
const json = { 'content-type': 'application/json' }
const start = async (browser: Traveller, email: string) =>
  (
    await browser.fetch(`${world.base}/auth/sso/start`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ email }),
    })
  ).json() as Promise<{ url?: string; error?: string }>
const isCallback = (url: string) => url.startsWith(`${world.base}/auth/sso/callback`)
/** The address of the login page that the way back ends at. */
const comeBack = async (browser: Traveller, callback: string) =>
  (await browser.fetch(callback)).headers.get('location')!
const codeIn = (location: string) => /#\/login\?sso=([\w-]+)$/.exec(location)?.[1]
const finish = async (browser: Traveller, code: string) => {
  const response = await browser.fetch(`${world.base}/auth/sso/finish`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ code }),
  })
  return {
    status: response.status,
    body: (await response.json()) as LoginResult & { error?: string },
    cookies: response.headers.getSetCookie(),
  }
}
async function travel(email = company.user.email, browser = new Traveller()) {
  const { url, error } = await start(browser, email)
  if (!url) throw new Error(error)
  return { browser, callback: await browser.follow(url, isCallback) }
}
const refused = '#/login?ssoRefused=true'

describe('signing in at the company’s provider', () => {
  test('leads there with state, nonce and PKCE and comes back with a session for the account of the address', async () => {
    await add()
    const browser = new Traveller()
    const { url } = await start(browser, ` ${company.user.email.toUpperCase()} `)
    const asked = new URL(url!).searchParams
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      redirect_uri: `${world.base}/auth/sso/callback`,
      login_hint: company.user.email,
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.any(String),
    })
    const location = await comeBack(browser, await browser.follow(url!, isCallback))
    const signedIn = await finish(browser, codeIn(location)!)
    expect(signedIn, JSON.stringify(signedIn.body)).toMatchObject({
      status: 200,
      body: { userId: company.user.id, tenantId: company.id },
    })
    expect(signedIn.cookies.find((line) => line.startsWith('jrt='))).toContain('HttpOnly; SameSite=Strict')
    expect(await new Person(world.base, signedIn.body).ok('GET', '/auth/session')).toMatchObject({
      userId: company.user.id,
    })
    const [begun] = await world.database.owner`
      select facts
        from core.audit_log
       where tenant_id = ${company.id} and user_id = ${company.user.id} and action = 'session.begin'`
    expect(begun!['facts']).toMatchObject({ way: 'singleSignOn' })
  })

  test('what comes back is used once, and by the browser that left only', async () => {
    await add()
    const { browser, callback } = await travel()
    expect(await comeBack(new Traveller(), callback), 'another browser').toContain(refused)
    expect(await comeBack(browser, callback), 'it is spent by that').toContain(refused)
    const again = await travel()
    const other = await travel()
    const code = codeIn(await comeBack(again.browser, again.callback))!
    expect(await comeBack(again.browser, again.callback)).toContain(refused)
    expect((await finish(other.browser, code)).body.error).toBe('ERR_SSO_REFUSED')
    expect((await finish(again.browser, code)).body.error, 'spent by that').toBe('ERR_SSO_REFUSED')
    const last = await travel()
    const lastCode = codeIn(await comeBack(last.browser, last.callback))!
    expect(
      (await Promise.all([finish(last.browser, lastCode), finish(last.browser, lastCode)]))
        .map((one) => one.status)
        .toSorted(),
    ).toEqual([200, 422])
    for (const query of ['', '?state=', '?state=x&code=y', '?error=access_denied', `?state=${'A'.repeat(43)}&code=y`])
      expect(await comeBack(last.browser, `${world.base}/auth/sso/callback${query}`), query).toBe(
        `${world.base}/${refused}`,
      )
  })

  test('only a verified address of a domain of the provider counts', async () => {
    await add()
    for (const person of [
      { email: company.user.email, verified: false },
      { email: 'ugo@elsewhere.test', verified: true },
      { email: world.b.user.email, verified: true },
      { email: `stranger@${domain}`, verified: true },
    ]) {
      idp.person = person
      const { browser, callback } = await travel()
      expect(await comeBack(browser, callback), JSON.stringify(person)).toContain(refused)
    }
  })

  test('an account of another company is never reached, whatever its domain, and none is made beside it', async () => {
    await add({ autoCreate: true })
    const other = await createTenant(world.database.owner, 'Gruta', { passwordHash: hash })
    await world.database
      .owner`update core.user_account set email = ${`elsewhere@${domain}`} where id = ${other.user.id}`
    expect((await start(new Traveller(), `elsewhere@${domain}`)).error).toBe('ERR_NO_SSO_FOUND')
    idp.person = { email: `elsewhere@${domain}`, verified: true }
    const { browser, callback } = await travel()
    expect(await comeBack(browser, callback)).toContain(refused)
    const [row] = await world.database
      .owner`select count(*)::integer as n from core.user_account where lower(email) = ${`elsewhere@${domain}`}`
    expect(row!['n']).toBe(1)
  })

  test('who is not known yet becomes a user where the company wants that, within its limit', async () => {
    await add({ autoCreate: true })
    idp.person = { email: `nova@${domain}`, verified: true, name: 'Nova Pessoa' }
    const { browser, callback } = await travel(`nova@${domain}`)
    expect((await finish(browser, codeIn(await comeBack(browser, callback))!)).body).toMatchObject({
      username: 'Nova Pessoa',
      profile: 'user',
      tenantId: company.id,
    })
    await world.database.owner`update core.tenant set max_users = 5 where id = ${company.id}`
    idp.person = { email: `outra@${domain}`, verified: true }
    const full = await travel(`outra@${domain}`)
    expect(await comeBack(full.browser, full.callback)).toContain(refused)
  })

  test('who was invited comes in without the letter, and whose invitation was withdrawn does not', async () => {
    await add()
    // Where the letters go does not matter here: nobody reads them.
    await world.database.owner`update core.user_account set is_master = true where id = ${world.a.admin.id}`
    const master = await world.signIn(world.a.admin)
    await master.ok('PUT', '/global-settings', { smtpHost: '127.0.0.1', smtpPort: 9, smtpFrom: 'correio@recado.test' })
    const invite = (name: string, email: string) => admin.ok<UserRecord>('POST', '/users/invitations', { name, email })
    const nina = await invite('Nina', `nina@${domain}`)
    idp.person = { email: nina.email, verified: true, name: 'Nina do provedor' }
    const { browser, callback } = await travel(nina.email)
    expect((await finish(browser, codeIn(await comeBack(browser, callback))!)).body).toMatchObject({ userId: nina.id })
    expect(await admin.ok<UserRecord>('GET', `/users/${nina.id}`)).toMatchObject({ isActive: true, invitation: null })
    const otto = await invite('Otto', `otto@${domain}`)
    await admin.ok('DELETE', `/users/${otto.id}/invitation`)
    idp.person = { email: otto.email, verified: true, name: 'Otto' }
    const late = await travel(otto.email)
    expect(await comeBack(late.browser, late.callback)).toContain(refused)
  })

  test('switched-off accounts, switched-off providers and masters are not let in', async () => {
    const provider = await add()
    await world.database.owner`update core.user_account set is_active = false where id = ${company.user.id}`
    const inactive = await travel()
    expect(
      (await finish(inactive.browser, codeIn(await comeBack(inactive.browser, inactive.callback))!)).body.error,
    ).toBe('ERR_USER_INACTIVE')
    await world.database
      .owner`update core.user_account set is_active = true, is_master = true where id = ${company.user.id}`
    const master = await travel()
    expect(await comeBack(master.browser, master.callback)).toContain(refused)
    const away = await travel()
    await admin.ok('PUT', `/sso/providers/${provider.id}`, { ...providerOf(idp), isActive: false })
    expect(await comeBack(away.browser, away.callback)).toContain(refused)
    expect((await start(new Traveller(), company.user.email)).error).toBe('ERR_NO_SSO_FOUND')
  })

  test('a provider that lies in its token is not believed', async () => {
    const liar = await lyingProvider()
    running.push(liar)
    await admin.ok('POST', '/sso/providers', providerOf(liar))
    await prove(admin)
    liar.person = { email: company.user.email, verified: true }
    const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    const lies: Record<string, Parameters<typeof liar.forge>[0]> = {
      nonce: { claims: { nonce: 'another' } },
      'no nonce': { claims: { nonce: undefined } },
      issuer: { claims: { iss: 'https://evil.test' } },
      audience: { claims: { aud: 'another' } },
      expired: { claims: { exp: 1 } },
      'key of somebody else': { key: stranger },
      'no signature': { algorithm: 'none' },
      'verified as a word': { claims: { email_verified: 'true' } },
      'no address': { claims: { email: undefined } },
    }
    for (const [lie, forgery] of Object.entries(lies)) {
      liar.forge(forgery)
      const { browser, callback } = await travel()
      expect(await comeBack(browser, callback), lie).toContain(refused)
    }
    liar.forge({})
    const { browser, callback } = await travel()
    expect(codeIn(await comeBack(browser, callback))).toBeDefined()
  })
})

describe('where an address leads', () => {
  test('nowhere without a provider, alike for known and unknown addresses and for phone numbers', async () => {
    for (const email of [company.user.email, `x@${domain}`, '5511987654321'])
      expect((await start(new Traveller(), email)).error, email).toBe('ERR_NO_SSO_FOUND')
    expect((await start(new Traveller(), '')).error).toBe('ERR_EMAIL_OR_PHONE_REQUIRED')
  })

  test('a domain that two companies name leads each account to its own company, and strangers nowhere', async () => {
    await add()
    const other = await createTenant(world.database.owner, 'Ilha', { passwordHash: hash })
    const liar = await lyingProvider()
    running.push(liar)
    const rival = await world.signIn(other.admin)
    await rival.ok('POST', '/sso/providers', providerOf(liar, { domains: [domain, 'ilha.test'], autoCreate: true }))
    await prove(rival)
    expect(new URL((await start(new Traveller(), company.user.email)).url!).origin).toBe(idp.issuer)
    expect((await start(new Traveller(), `stranger@${domain}`)).error).toBe('ERR_NO_SSO_FOUND')
    expect(new URL((await start(new Traveller(), 'stranger@ilha.test')).url!).origin).toBe(liar.issuer)
  })
})

describe('looking after providers', () => {
  test('the secret is written and never read, and goes to no other issuer than it was given for', async () => {
    const provider = await add()
    expect(provider).toEqual({
      id: expect.any(String),
      name: 'Entrada da empresa',
      issuer: idp.issuer,
      clientId: idp.clientId,
      clientSecret: { set: true, last4: idp.clientSecret.slice(-4) },
      domains: [domain],
      autoCreate: false,
      isActive: true,
    })
    const { clientSecret: _secret, ...change } = providerOf(idp, { name: 'Outro nome' })
    expect(await admin.ok('PUT', `/sso/providers/${provider.id}`, change)).toMatchObject({
      name: 'Outro nome',
      clientSecret: { set: true },
    })
    const liar = await lyingProvider()
    running.push(liar)
    expect(await admin.call('PUT', `/sso/providers/${provider.id}`, { ...change, issuer: liar.issuer })).toMatchObject({
      status: 422,
      body: { error: 'ERR_VALIDATION', issues: [{ path: 'body.clientSecret' }] },
    })
    expect(await admin.ok<SsoProviders>('GET', '/sso/providers')).toMatchObject({
      callbackUrl: `${world.base}/auth/sso/callback`,
      providers: [{ name: 'Outro nome' }],
    })
    await admin.ok('DELETE', `/sso/providers/${provider.id}`)
    expect(await admin.ok<SsoProviders>('GET', '/sso/providers')).toMatchObject({ providers: [] })
    const [left] = await world.database
      .owner`select count(*)::integer as n from core.secret where tenant_id = ${company.id}`
    expect(left!['n']).toBe(0)
  })

  test('each company has its own, and administrators alone', async () => {
    const provider = await add()
    const other = await world.signIn(world.b.admin)
    expect((await other.ok<SsoProviders>('GET', '/sso/providers')).providers).toEqual([])
    expect(await other.refused('PUT', `/sso/providers/${provider.id}`, providerOf(idp))).toBe(
      '404 ERR_NO_SSO_PROVIDER_FOUND',
    )
    expect(await other.refused('DELETE', `/sso/providers/${provider.id}`)).toBe('404 ERR_NO_SSO_PROVIDER_FOUND')
    const supervisor = await world.signIn(company.supervisor)
    expect(await supervisor.refused('GET', '/sso/providers')).toBe('403 ERR_NO_PERMISSION')
    expect(await supervisor.refused('POST', '/sso/providers', providerOf(idp))).toBe('403 ERR_NO_PERMISSION')
    expect(await admin.refused('POST', '/sso/providers', providerOf(idp))).toBe('409 ERR_SSO_DOMAIN_EXISTS')
  })

  test('is tried before it is kept, and a failure names its step', async () => {
    const step = async (change: object) =>
      (await admin.call<{ error?: string; detail?: string }>('POST', '/sso/providers', providerOf(idp, change))).body
    expect(await step({ issuer: 'http://127.0.0.1:1' })).toMatchObject({ error: 'ERR_SSO_DISCOVERY', detail: 'reach' })
    expect(await step({ issuer: `${idp.issuer}/somewhere` })).toMatchObject({
      error: 'ERR_SSO_DISCOVERY',
      detail: 'document',
    })
    for (const issuer of [
      'http://idp.test',
      'ftp://idp.test',
      'https://idp.test/?x=1',
      'https://user@idp.test',
      'nothing',
    ])
      expect((await step({ issuer })).error, issuer).toBe('ERR_VALIDATION')
    expect((await admin.ok<SsoProviders>('GET', '/sso/providers')).providers).toEqual([])
  })

  test('no address inside is reached', async () => {
    const guarded = await testApp({ pluginFolders: [] })
    try {
      const person = await guarded.signIn(guarded.a.admin)
      expect(await person.call('POST', '/sso/providers', providerOf(idp))).toMatchObject({
        status: 422,
        body: { error: 'ERR_SSO_DISCOVERY', detail: 'reach' },
      })
    } finally {
      await guarded.close()
    }
  })
})
