import { randomUUID } from 'node:crypto'
import type { Connection, ConnectionCheck } from '@recado/contracts'
import { Faults } from '@recado/sdk/testing/simulator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SmtpSink, type HandedIn } from '../../plugins/email/simulator/smtp/server.ts'
import { eventually } from '../harness/app.ts'
import { httpProxy, socksProxy, type ProxyRules, type RunningProxy } from '../harness/proxies.ts'
import { isHere, mailWorld, type MailWorld } from './email.rig.ts'

/** Names that nobody but the proxy can resolve, so that nothing can arrive past it. */
const [imapHost, smtpHost, tokenHost] = ['imap.correio.invalid', 'smtp.correio.invalid', 'login.correio.invalid']

let world: MailWorld
beforeAll(async () => {
  world = await mailWorld(isHere('Dovecot') ? 'Dovecot' : 'the stand-in')
})
afterAll(() => world.close())

const kinds = [
  ['HTTP', 'http', httpProxy],
  ['SOCKS 5', 'socks5', socksProxy],
] as const
describe.each(kinds)('S3-048 a mailbox behind a proxy that speaks %s', (_name, scheme, start) => {
  let proxy: RunningProxy
  const rules: ProxyRules = { user: 'loja', password: 'segredo@casa' }
  beforeAll(async () => {
    proxy = await start(rules)
  })
  afterAll(() => proxy.close())
  const address = (credentials = 'loja:segredo%40casa@'): string => `${scheme}://${credentials}127.0.0.1:${proxy.port}`
  const behind = (change: object = {}) => ({ imapHost, smtpHost, proxy: address(), ...change })

  it('is read and written from through it alone, and its password is never shown', async () => {
    const side = await world.connect(world.mine.admin, world.account(), behind())
    await side.connected()
    const customer = side.customer()
    customer.write({ subject: 'Pedido 42', text: 'onde está?' })
    const ticket = await side.open(await side.ticket(customer.name))
    await side.send(ticket, 'A caminho')
    expect(await side.got(customer, 1)).toHaveLength(1)
    const asked = proxy.asked.map(({ target, answer }) => `${target.split(':')[0]} ${answer}`)
    expect(new Set(asked)).toEqual(new Set([`${imapHost} connected`, `${smtpHost} connected`]))
    expect(JSON.stringify(await side.admin.ok('GET', `/whatsapp/${side.connection.id}`))).not.toContain('segredo')
    await side.admin.ok('DELETE', `/whatsapp/${side.connection.id}`)
  })

  it('asks for access tokens through it', async () => {
    const account = world.account()
    const { port } = new URL(world.provider.url)
    const tokens = { refreshToken: account.refreshToken, tokenUrl: `http://${tokenHost}:${port}/token` }
    const oauth = { password: undefined, auth: 'microsoft', clientId: 'app', ...tokens }
    const side = await world.connect(world.mine.admin, account, behind({ imapPort: world.provider.imapPort, ...oauth }))
    await side.connected()
    expect(proxy.asked.map(({ target }) => target)).toContain(`${tokenHost}:${port}`)
    await side.admin.ok('DELETE', `/whatsapp/${side.connection.id}`)
  })

  it('the test says which step is broken', async () => {
    const { admin, account } = world.mine
    const configured = (change: object) => world.config(account, behind(change))
    const wanted = (change: object) => ({ name: randomUUID(), type: 'email', config: configured(change) })
    const check = async (change: object): Promise<string> => {
      const { id } = await admin.ok<Connection>('POST', '/whatsapp', wanted(change))
      const outcome = await admin.ok<ConnectionCheck>('POST', `/whatsapp/${id}/check`)
      await admin.ok('DELETE', `/whatsapp/${id}`)
      return outcome.ok ? 'ok' : (outcome.step ?? 'no step')
    }
    expect(await check({})).toBe('ok')
    expect(await check({ proxy: address('loja:errada@') })).toBe('proxy.login')
    expect(await check({ proxy: `${scheme}://127.0.0.1:1` })).toBe('proxy.connect')
    expect(await check({ proxy: `${scheme}://10.0.0.1:3128` }), 'an address inside').toBe('proxy.connect')
    expect(await check({ imapHost: '10.0.0.1' }), 'though the proxy might lead there').toBe('imap.resolve')
    const tokens = { auth: 'microsoft', clientId: 'app', refreshToken: 'x', tokenUrl: `https://${tokenHost}/token` }
    expect(await check({ ...tokens, proxy: address('loja:errada@') })).toBe('proxy.login')
    proxy.rules = { ...rules, refuses: (target) => target.startsWith(smtpHost) }
    expect(await check({})).toBe('proxy.target')
    proxy.rules = rules
    for (const wrong of ['ftp://proxy.example', 'proxy.example:3128', `${scheme}:`]) {
      const issues = expect.arrayContaining([expect.objectContaining({ path: 'proxy' })])
      const refused = { status: 422, body: { error: 'ERR_VALIDATION', issues } }
      expect(await admin.call('POST', '/whatsapp', wanted({ proxy: wrong })), wrong).toMatchObject(refused)
    }
  })

  const ways = [
    ['from the first byte', 993, 465, 'start'],
    ['by STARTTLS', 143, 587, 'starttls'],
  ] as const
  it.runIf(isHere('Dovecot')).each(ways)('speaks TLS inside it, %s', async (_way, imapPort, smtpPort, from) => {
    const dovecot = world.dovecot!
    const account = world.account()
    const taken: HandedIn[] = []
    await using sink = await SmtpSink.start({
      faults: new Faults(),
      tls: { key: dovecot.key, cert: dovecot.certificate, from },
      accept: (mail) => taken.push(mail),
      login: (user, secret) => user === account.address && account.admits(secret),
    })
    const imap = { 'localhost:993': dovecot.tlsPort, 'localhost:143': dovecot.port }
    proxy.rules = { ...rules, leads: { ...imap, [`localhost:${smtpPort}`]: sink.port } }
    const secure = { imapHost: 'localhost', imapPort, imapTls: true, smtpHost: 'localhost', smtpPort, smtpTls: true }
    const side = await world.connect(world.mine.admin, account, behind({ ...secure, certificate: dovecot.certificate }))
    await side.connected()
    const customer = side.customer()
    customer.write({ subject: 'Oi', text: 'em segredo' })
    await side.send(await side.open(await side.ticket(customer.name)), 'também')
    const [mail] = await eventually(
      () => taken,
      (mails) => mails.length === 1,
    )
    expect(mail).toMatchObject({ user: account.address, to: [customer.address] })
    const unsigned = { name: randomUUID(), type: 'email', config: world.config(account, behind(secure)) }
    const trusting = await side.admin.ok<Connection>('POST', '/whatsapp', unsigned)
    expect(await side.admin.ok('POST', `/whatsapp/${trusting.id}/check`)).toMatchObject({ ok: false, step: 'imap.tls' })
    for (const { id } of [side.connection, trusting]) await side.admin.ok('DELETE', `/whatsapp/${id}`)
    proxy.rules = rules
  })
})
