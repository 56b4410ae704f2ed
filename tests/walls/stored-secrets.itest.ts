import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Connection, ConnectionCheck, ErrorBody, PluginInfo } from '@recado/contracts'
import { testApp, type Person, type TestApp } from '../harness/app.ts'
import { listener, type Listener } from './listener.ts'

/* A stored secret is sent where it was typed for and nowhere else, whoever changes the address and however. */

let world: TestApp
let home: Listener
let elsewhere: Listener
let people: Record<'a' | 'b', Person>
let master: Person
beforeAll(async () => {
  ;[home, elsewhere] = [await listener(), await listener()]
  world = await testApp({ app: { egress: { allow: ['127.0.0.1/32'] } } })
  await world.database.owner`update core.user_account set is_master = true where id = ${world.a.admin.id}`
  people = { a: await world.signIn(world.a.admin), b: await world.signIn(world.b.admin) }
  master = people.a
})
afterAll(async () => {
  await world.close()
  await Promise.all([home, elsewhere].map((one) => one.close()))
})

let made = 0
/** A bot token that was never used before. */
const token = (): string => `12345678:stored-token-of-a-bot-${String(made++).padStart(4, '0')}`

async function bot(person: Person, secret: string, apiRoot = home.url, more: object = {}): Promise<string> {
  const config = { apiRoot, token: secret, ...more }
  const { id } = await person.ok<Connection>('POST', '/whatsapp', { name: `Bot ${made++}`, type: 'telegram', config })
  // The session asks at once; from here on only tests do.
  await person.ok('DELETE', `/whatsappsession/${id}`)
  return id
}
const change = (person: Person, id: string, config: object) =>
  person.call<Connection & ErrorBody>('PUT', `/whatsapp/${id}`, { config })
const check = (person: Person, id: string) => person.ok('POST', `/whatsapp/${id}/check`)
const issue = (path: string, rule: string) => ({
  status: 422,
  body: { error: 'ERR_VALIDATION', issues: [{ path, rule }] },
})
const typeAgain = (path: string) => issue(path, 'addressChanged')
const unconfirmed = { status: 403, body: { error: 'ERR_CONFIRMATION_REQUIRED' } }

/** Has the session of a company's administrator be older than five minutes while `work` runs. */
async function later(company: 'a' | 'b', work: () => Promise<void>): Promise<void> {
  const { admin } = world[company]
  const { owner } = world.database
  const set = async (minutes: number): Promise<void> => {
    await owner`
      update core.session set confirmed_at = now() - make_interval(mins => ${minutes}) where user_id = ${admin.id}`
    const isAsked = async () => (await people[company].call('POST', '/passkey/register/options', {})).status === 403
    await expect.poll(isAsked, { timeout: 5_000 }).toBe(minutes > 5)
  }
  await set(6)
  try {
    await work()
  } finally {
    await set(0)
  }
}

describe.each(['a', 'b'] as const)('the token of a connection of company %s', (company) => {
  const me = (): Person => people[company]

  test('is asked for again with every other address, and nothing is stored or sent until then', async () => {
    const secret = token()
    const id = await bot(me(), secret)
    await check(me(), id)
    expect(home.heard()).toContain(secret)
    const withTls = home.url.replace('http:', 'https:')
    for (const config of [
      { apiRoot: elsewhere.url },
      {},
      { apiRoot: withTls },
      { apiRoot: home.url, proxy: elsewhere.url },
    ]) {
      expect(await change(me(), id, config), JSON.stringify(config)).toMatchObject(typeAgain('token'))
      const kept = { config: { apiRoot: home.url }, secretsSet: { token: true, proxy: false } }
      expect(await me().ok<Connection>('GET', `/whatsapp/${id}`)).toMatchObject(kept)
      await check(me(), id)
    }
    // Another path is the same server.
    expect((await change(me(), id, { apiRoot: `${home.url}/other/path` })).status).toBe(200)
    await check(me(), id)
    expect(home.heard()).toContain(`/other/path/bot${secret}`)
    expect(elsewhere.heard()).not.toContain(secret)
  })

  test('arrives at the new address once it was typed again, in a confirmed session, and the old one does not', async () => {
    const [old, fresh] = [token(), token()]
    const id = await bot(me(), old)
    await later(company, async () => {
      expect(await change(me(), id, { apiRoot: elsewhere.url, token: fresh })).toMatchObject(unconfirmed)
      expect(await change(me(), id, { apiRoot: elsewhere.url })).toMatchObject(typeAgain('token'))
      // The same address may get a new token at any time.
      expect((await change(me(), id, { apiRoot: home.url, token: old })).status).toBe(200)
    })
    expect(elsewhere.heard()).not.toContain(fresh)
    expect((await change(me(), id, { apiRoot: elsewhere.url, token: fresh })).status).toBe(200)
    await check(me(), id)
    expect(elsewhere.heard()).toContain(fresh)
    expect(elsewhere.heard()).not.toContain(old)
  })

  test('is used for the test of settings that are not kept where it was typed for, and nowhere else', async () => {
    const [secret, fresh] = [token(), token()]
    const id = await bot(me(), secret)
    const tested = (config: object, person = me()) =>
      person.call<ConnectionCheck & ErrorBody>('POST', '/whatsapp/check', { id, type: 'telegram', config })
    expect(await tested({ apiRoot: `${home.url}/tried/path` })).toMatchObject({ status: 200, body: { ok: false } })
    expect(home.heard()).toContain(`/tried/path/bot${secret}`)
    for (const config of [{ apiRoot: elsewhere.url }, {}, { apiRoot: home.url, proxy: elsewhere.url }])
      expect(await tested(config), JSON.stringify(config)).toMatchObject(typeAgain('token'))
    await later(company, async () => {
      expect(await tested({ apiRoot: elsewhere.url, token: fresh })).toMatchObject(unconfirmed)
    })
    expect(elsewhere.heard()).not.toContain(fresh)
    expect(await tested({ apiRoot: elsewhere.url, token: fresh })).toMatchObject({ status: 200, body: { ok: false } })
    expect(elsewhere.heard()).toContain(fresh)
    expect(elsewhere.heard()).not.toContain(secret)
    const stranger = people[company === 'a' ? 'b' : 'a']
    expect(await tested({ apiRoot: home.url }, stranger)).toMatchObject({ status: 404 })
    // What was tried is forgotten.
    const kept = { config: { apiRoot: home.url }, secretsSet: { token: true } }
    expect(await me().ok<Connection>('GET', `/whatsapp/${id}`)).toMatchObject(kept)
    await check(me(), id)
    expect(home.heard()).not.toContain(fresh)
  })

  test('does not go through another proxy, nor past the one it was typed for', async () => {
    const [secret, again] = [token(), token()]
    const id = await bot(me(), secret, elsewhere.url, { proxy: home.url.replace('//', '//ana:senha@') })
    for (const proxy of [null, elsewhere.url]) {
      expect(await change(me(), id, { apiRoot: elsewhere.url, proxy }), String(proxy)).toMatchObject(typeAgain('token'))
    }
    const sameProxy = home.url.replace('//', '//ana:outra@')
    expect((await change(me(), id, { apiRoot: elsewhere.url, proxy: sameProxy })).status).toBe(200)
    await check(me(), id)
    expect(elsewhere.heard()).not.toContain(secret)
    expect((await change(me(), id, { apiRoot: elsewhere.url, proxy: null, token: again })).status).toBe(200)
    await check(me(), id)
    expect(elsewhere.heard()).toContain(again)
  })

  test('is not there for an address that came about in any other way', async () => {
    const secret = token()
    const id = await bot(me(), secret)
    await check(me(), id)
    // As a restored table, a repair by hand or another version of the plugin would do it.
    await world.database
      .owner`update core.connection set config = ${{ apiRoot: elsewhere.url } as never} where id = ${id}`
    await world.restart()
    expect(await me().ok('POST', `/whatsapp/${id}/check`)).toMatchObject({ ok: false, code: 'NO_TOKEN' })
    expect(await me().ok<Connection>('GET', `/whatsapp/${id}`)).toMatchObject({ secretsSet: { token: false } })
    expect(await change(me(), id, { apiRoot: elsewhere.url })).toMatchObject(issue('token', 'required'))
    expect(elsewhere.heard()).not.toContain(secret)
  })

  test('is out of reach for the other company, which knows its id and the address', async () => {
    const secret = token()
    const id = await bot(me(), secret)
    const other = people[company === 'a' ? 'b' : 'a']
    for (const config of [{ apiRoot: elsewhere.url }, { apiRoot: elsewhere.url, token: token() }]) {
      expect(await change(other, id, config)).toMatchObject({ status: 404, body: { error: 'ERR_NO_WAPP_FOUND' } })
    }
    const theirs = await bot(other, token(), elsewhere.url)
    await check(other, theirs)
    expect(elsewhere.heard()).not.toContain(secret)
  })
})

test('of two keys with an address each, one alone is asked for again where its own address changes', async () => {
  // Keys that their provider refuses are not saved.
  const [home, elsewhere] = [await listener(undefined, 404), await listener(undefined, 404)]
  onTestFinished(() => Promise.all([home, elsewhere].map((one) => one.close())).then(() => undefined))
  const [main, vectors] = [`main-${token()}`, `vectors-${token()}`]
  const save = (settings: object) =>
    people.a.call<ErrorBody>('PUT', '/api/plugins/ai', { enabled: true, settings: { model: 'm', ...settings } })
  const info = async () =>
    (await people.a.ok<{ plugins: PluginInfo[] }>('GET', '/api/plugins')).plugins.find(({ id }) => id === 'ai')!
      .secretsSet
  const asked = () => people.a.call('POST', '/p/ai/models')
  const addresses = { url: home.url, embeddingUrl: home.url, embeddingProvider: 'openai', embeddingModel: 'e' }
  expect((await save({ ...addresses, apiKey: main, embeddingApiKey: vectors })).status).toBe(200)
  // The vectors move: their key is asked for, the other one stays and is theirs to keep.
  const moved = { ...addresses, embeddingUrl: elsewhere.url }
  expect(await save(moved)).toMatchObject({ body: { issues: [{ path: 'embeddingApiKey', rule: 'addressChanged' }] } })
  const fresh = `fresh-${token()}`
  await later('a', async () => {
    expect(await save({ ...moved, embeddingApiKey: fresh })).toMatchObject(unconfirmed)
  })
  expect((await save({ ...moved, embeddingApiKey: fresh })).status).toBe(200)
  expect(await info()).toMatchObject({ apiKey: { set: true }, embeddingApiKey: { set: true } })
  await asked()
  expect(home.heard()).toContain(main)
  // The models move: the same the other way round.
  const both = { ...moved, url: elsewhere.url }
  expect(await save(both)).toMatchObject({ body: { issues: [{ path: 'apiKey', rule: 'addressChanged' }] } })
  expect(await save({ ...both, provider: 'google' })).toMatchObject({ body: { issues: [{ path: 'apiKey' }] } })
  await asked()
  expect(elsewhere.heard()).not.toContain(main)
  expect(elsewhere.heard()).not.toContain(vectors)
  // However the address came about, the key that was typed for another one is not there.
  await world.database.owner`
    update core.plugin_enablement set settings = settings || ${{ url: elsewhere.url } as never}
     where tenant_id = ${world.a.id} and plugin = 'ai'`
  await world.restart()
  await asked()
  expect(elsewhere.heard()).not.toContain(main)
  expect(await info()).toMatchObject({ embeddingApiKey: { set: true } })
  expect((await info())['apiKey']?.set ?? false).toBe(false)
})

test('a program changes names and tokens, and no address', async () => {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  const wanted = { name: 'Programa', scopes: ['channels.manage', 'channels.read'], expiresAt }
  const { secret: key } = await people.b.ok<{ secret: string }>('POST', '/api-tokens', wanted)
  const id = await bot(people.b, token())
  const program = async (config: object): Promise<number> =>
    (
      await fetch(`${world.base}/whatsapp/${id}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ config }),
      })
    ).status
  expect(await program({ apiRoot: home.url, token: token() })).toBe(200)
  expect(await program({ apiRoot: elsewhere.url, token: token() })).toBe(403)
})

test('a mailbox asks for its password with another host, port, line, certificate and way of signing in', async () => {
  const servers = {
    imapHost: '127.0.0.1',
    imapPort: 993,
    imapTls: true,
    smtpHost: '127.0.0.1',
    smtpPort: 465,
    smtpTls: true,
  }
  const config = { user: 'loja@exemplo.test', ...servers }
  const created = { name: 'Correio', type: 'email', config: { ...config, password: 'segredo-do-correio' } }
  const { id } = await people.a.ok<Connection>('POST', '/whatsapp', created)
  for (const moved of [
    { imapHost: 'imap.evil.test' },
    { imapPort: 143 },
    { imapTls: false },
    { smtpHost: 'smtp.evil.test' },
    { smtpPort: 25 },
    { smtpTls: false },
    { tokenUrl: 'https://evil.test/token' },
    { certificate: '-----BEGIN CERTIFICATE-----\nx' },
  ]) {
    expect(await change(people.a, id, { ...config, ...moved }), JSON.stringify(moved)).toMatchObject(
      typeAgain('password'),
    )
  }
  expect((await change(people.a, id, { ...config, imapHost: ' 127.0.0.1 ', fromName: 'Loja' })).status).toBe(200)
})

describe.each(['a', 'b'] as const)('the key of a plugin of company %s', (company) => {
  test('goes to no other address either', async () => {
    const me = people[company]
    const [stored, fresh] = [`key-of-${company}-that-is-stored`, `key-of-${company}-that-is-new`]
    const save = (settings: object) =>
      me.call<PluginInfo & ErrorBody>('PUT', '/api/plugins/gifs', {
        enabled: true,
        settings: { provider: 'giphy', ...settings },
      })
    const look = () => me.call('GET', `/p/gifs/gifs?searchParam=${company}`)
    expect((await save({ apiRoot: home.url, giphyKey: stored })).status).toBe(200)
    await look()
    expect(home.heard()).toContain(stored)
    expect(await save({ apiRoot: elsewhere.url })).toMatchObject(typeAgain('giphyKey'))
    expect(await save({})).toMatchObject(typeAgain('giphyKey'))
    await later(company, async () =>
      expect(await save({ apiRoot: elsewhere.url, giphyKey: fresh })).toMatchObject(unconfirmed),
    )
    await look()
    expect((await save({ apiRoot: elsewhere.url, giphyKey: fresh })).status).toBe(200)
    await look()
    expect(elsewhere.heard()).toContain(fresh)
    expect(elsewhere.heard()).not.toContain(stored)
    // Settings that came about in another way have no key.
    await world.database.owner`
      update core.plugin_enablement set settings = settings || ${{ apiRoot: home.url } as never}
      where plugin = 'gifs' and tenant_id = ${world[company].id}`
    await world.restart()
    expect(await look()).toMatchObject({ body: { error: 'ERR_GIFS_KEY' } })
    expect(home.heard()).not.toContain(fresh)
  })
})

describe('the password of the mail server of the installation', () => {
  const stored = 'senha-guardada-do-servidor'
  const sent = (): string => Buffer.from(`\0recado\0${stored}`).toString('base64')

  test('goes to no other server, port or weaker line, neither by saving nor by trying out', async () => {
    const [own, evil] = [await listener('220 own\r\n'), await listener('220 evil\r\n')]
    try {
      const server = { smtpHost: '127.0.0.1', smtpPort: own.port, smtpSecurity: 'starttls' }
      const form = { ...server, smtpUser: 'recado', smtpFrom: 'nao-responda@atende.test' }
      await master.ok('PUT', '/global-settings', { ...form, smtpPassword: stored })
      for (const moved of [{ smtpHost: 'localhost' }, { smtpPort: evil.port }, { smtpSecurity: 'none' }]) {
        expect(await master.call('PUT', '/global-settings', moved), JSON.stringify(moved)).toMatchObject(
          typeAgain('body.smtpPassword'),
        )
        const tried = { ...form, smtpFromName: null, ...moved, smtpSecurity: 'none', to: 'ana@aqui.test' }
        await master.call('POST', '/global-settings/smtp-test', tried)
      }
      expect((await master.ok<{ values: object }>('GET', '/global-settings')).values).toMatchObject(form)
      for (const one of [evil, own]) for (const secret of [stored, sent()]) expect(one.heard()).not.toContain(secret)
      await master.ok('PUT', '/global-settings', {
        smtpPort: evil.port,
        smtpSecurity: 'none',
        smtpPassword: 'outra-senha',
      })
      await master.ok('PUT', '/global-settings', { smtpHost: 'localhost', smtpPassword: null })
    } finally {
      await Promise.all([own, evil].map((one) => one.close()))
    }
  })

  test('and the token of Typebot is asked for again with another address, not with another path', async () => {
    await master.ok('PUT', '/global-settings', {
      typebotUrl: 'https://typebot.example/a',
      typebotToken: 'token-do-typebot',
    })
    for (const typebotUrl of ['https://evil.example/a', null]) {
      expect(await master.call('PUT', '/global-settings', { typebotUrl })).toMatchObject(typeAgain('body.typebotToken'))
    }
    await master.ok('PUT', '/global-settings', { typebotUrl: 'https://typebot.example/b' })
    await master.ok('PUT', '/global-settings', { typebotUrl: 'https://other.example', typebotToken: 'outro-token' })
  })
})

test('what is stored of an identity provider is not shown to another issuer, however that came to be there', async () => {
  const { a } = world
  const id = '018f3c1e-0000-7000-8000-0000000000aa'
  await world.database.owner`
    insert into core.sso_provider (id, tenant_id, name, issuer, client_id, auto_create, is_active)
    values (${id}, ${a.id}, 'Empresa', ${home.url}, 'recado', false, false)`
  const form = { name: 'Empresa', clientId: 'recado', domains: ['empresa.test'], autoCreate: false, isActive: false }
  await master.ok('PUT', `/sso/providers/${id}`, { ...form, issuer: home.url, clientSecret: 'segredo-do-provedor' })
  const move = () => master.call('PUT', `/sso/providers/${id}`, { ...form, issuer: elsewhere.url })
  expect(await move()).toMatchObject(typeAgain('body.clientSecret'))
  await world.database.owner`update core.sso_provider set issuer = ${elsewhere.url} where id = ${id}`
  expect(await move()).toMatchObject(issue('body.clientSecret', 'required'))
})
