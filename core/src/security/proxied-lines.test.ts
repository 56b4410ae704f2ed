import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { httpProxy, socksProxy, type ProxyRules, type RunningProxy } from '../../../tests/harness/proxies.ts'
import { createEgress, type EgressOptions } from './guarded-egress.ts'

/** A server that sends first, as mail servers do, and ends. */
let greeter: Server
let web: Server
const listening = (server: Server) =>
  new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
const closed = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
const portOf = (server: Server): number => (server.address() as AddressInfo).port
beforeAll(async () => {
  greeter = createServer((socket) => {
    socket.on('error', () => undefined).end('220 mail.example ready\r\n')
  })
  web = createHttpServer((request, response) => {
    response.end(`here is ${request.headers.host}`)
  })
  await Promise.all([greeter, web].map(listening))
})
afterAll(() => Promise.all([greeter, web].map(closed)))

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close()
})
const kept = <T extends { close(): Promise<void> }>(each: T): T => (open.push(each), each)
const onlyProxy = async (name: string) => (name === 'proxy.example' ? ['127.0.0.1'] : [])
const here = { allow: ['127.0.0.1/32'], resolve: onlyProxy }
const guard = (options: EgressOptions = {}) => kept(createEgress({ ...here, ...options }))
const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )
type Failure = { code?: string; cause?: unknown } | undefined
const codeOf = async (work: Promise<unknown>): Promise<unknown> => ((await failure(work)) as Failure)?.code
const causeOf = async (work: Promise<unknown>): Promise<unknown> => ((await failure(work)) as Failure)?.cause

describe('a connection for another protocol than HTTP', () => {
  it('leads to the checked address of a declared host, and to no other', async () => {
    const egress = guard({ resolve: async (name) => [name === 'inside.example' ? '10.0.0.1' : '127.0.0.1'] })
    const connect = egress.connectFor({ hosts: ['mail.example', 'inside.example', '10.0.0.1'] })
    expect(await text(await connect('mail.example', portOf(greeter)))).toBe('220 mail.example ready\r\n')
    for (const host of ['other.example', 'inside.example', '10.0.0.1', '[::1]']) {
      expect(await codeOf(connect(host, portOf(greeter))), host).toBe('EGRESS_REFUSED')
    }
  })

  it('ends waiting when the caller does', async () => {
    const connect = guard({ resolve: () => new Promise(() => undefined) }).connectFor({})
    expect(await failure(connect('slow.example', 25, AbortSignal.timeout(10)))).toMatchObject({ name: 'TimeoutError' })
    expect(await failure(connect('slow.example', 25, AbortSignal.abort()))).toMatchObject({ name: 'AbortError' })
  })
})

const kinds = [
  ['HTTP', 'http', httpProxy],
  ['SOCKS 5', 'socks5', socksProxy],
] as const
describe.each(kinds)('S3-048 through a proxy that speaks %s', (_name, scheme, start) => {
  const behind = async (rules: ProxyRules = {}, credentials = '') => {
    const proxy: RunningProxy = kept(await start(rules))
    return { proxy, address: `${scheme}://${credentials}proxy.example:${proxy.port}` }
  }

  it('the proxy connects to the target by its name, and nothing that the target says first is lost', async () => {
    const { proxy, address } = await behind({ user: 'ana', password: 'p@ss 50%' }, 'ana:p%40ss%2050%25@')
    const connect = guard().connectFor({ hosts: ['mail.example'], proxy: address })
    expect(await text(await connect('mail.example', portOf(greeter)))).toBe('220 mail.example ready\r\n')
    expect(proxy.asked).toEqual([{ target: `mail.example:${portOf(greeter)}`, answer: 'connected' }])
  })

  it('requests go the same way, for hosts that are declared', async () => {
    const { proxy, address } = await behind()
    const fetch = guard().fetchFor({ hosts: ['api.example', '10.0.0.1'], proxy: address })
    expect(await (await fetch(`http://api.example:${portOf(web)}/`)).text()).toBe(`here is api.example:${portOf(web)}`)
    expect(proxy.asked).toEqual([{ target: `api.example:${portOf(web)}`, answer: 'connected' }])
    for (const host of ['other.example', '10.0.0.1']) {
      expect(await causeOf(fetch(`http://${host}:${portOf(web)}/`)), host).toMatchObject({ code: 'EGRESS_REFUSED' })
    }
    expect(proxy.asked).toHaveLength(1)
  })

  it('hosts have to be declared, and an address inside is refused before the proxy hears of it', async () => {
    const { proxy, address } = await behind()
    const connect = guard().connectFor({ hosts: ['mail.example', '10.0.0.1', '::1'], proxy: address })
    for (const host of ['other.example', '10.0.0.1', '[::1]']) {
      expect(await codeOf(connect(host, 25)), host).toBe('EGRESS_REFUSED')
    }
    expect(proxy.asked).toEqual([])
  })

  it('the address of the proxy is checked like any target', async () => {
    const { proxy, address } = await behind()
    const error = await failure(guard({ allow: [] }).connectFor({ proxy: address })('mail.example', 25))
    expect(error).toMatchObject({ code: 'PROXY_UNREACHABLE', cause: { code: 'EGRESS_REFUSED' } })
    expect(proxy.asked).toEqual([])
  })

  it('says whether the proxy is away, does not take the password, or does not connect', async () => {
    const { proxy, address } = await behind({ user: 'ana', password: 'right' }, 'ana:wrong-password@')
    const egress = guard()
    const connect = (to: string) => egress.connectFor({ proxy: to })('mail.example', portOf(greeter))
    const wrong = await failure(connect(address))
    expect(wrong).toMatchObject({ code: 'PROXY_AUTH' })
    expect(JSON.stringify(wrong, Object.getOwnPropertyNames(wrong))).not.toContain('wrong-password')
    expect(await codeOf(connect(address.replace('ana:wrong-password@', '')))).toBe('PROXY_AUTH')
    proxy.rules = { refuses: () => true }
    expect(await codeOf(connect(address))).toBe('PROXY_REFUSED')
    const fetch = egress.fetchFor({ proxy: address })
    expect(await causeOf(fetch('https://api.example/'))).toMatchObject({ code: 'PROXY_REFUSED' })
    await proxy.close()
    expect(await codeOf(connect(address))).toBe('PROXY_UNREACHABLE')
    expect(await codeOf(connect(`${scheme}://gone.example:3128`))).toBe('PROXY_UNREACHABLE')
  })
})

it('what the target says in one breath with the SOCKS proxy is not lost', async () => {
  const hasty = createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.from([5, 0]))
      const granted = Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0])
      socket.once('data', () => socket.end(Buffer.concat([granted, Buffer.from('220 ready\r\n')])))
    })
  })
  await listening(hasty)
  open.push({ close: () => closed(hasty) })
  const socket = await guard().connectFor({ proxy: `socks5://proxy.example:${portOf(hasty)}` })('mail.example', 25)
  expect(await text(socket)).toBe('220 ready\r\n')
})

it('a proxy by https is known by its own name, and one whose certificate nobody signed is left', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'recado-proxy-'))
  open.push({ close: async () => rmSync(folder, { recursive: true }) })
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const named = ['-subj', '/CN=proxy.example', '-addext', 'subjectAltName=DNS:proxy.example']
  const made = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', keyFile, '-out', certFile]
  execFileSync('openssl', ['req', ...made, ...named], { stdio: 'ignore' })
  const [key, cert] = [keyFile, certFile].map((file) => readFileSync(file, 'utf8')) as [string, string]
  const proxy = kept(await httpProxy({}, { key, cert }))
  const connect = (options: EgressOptions) =>
    guard(options).connectFor({ proxy: `https://proxy.example:${proxy.port}` })('mail.example', portOf(greeter))
  expect(await text(await connect({ ca: cert }))).toBe('220 mail.example ready\r\n')
  expect(await codeOf(connect({}))).toBe('PROXY_UNREACHABLE')
})
