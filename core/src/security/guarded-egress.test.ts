import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEgress, type EgressOptions } from './guarded-egress.ts'

/** A listener on this machine that must not receive anything from a guarded request. */
let canary: Server
let port: number
let heard: { host: string | undefined; url: string | undefined; authorization: string | undefined }[] = []
let body: Promise<string> = Promise.resolve('')
let reply: (path: string) => { status?: number; headers?: Record<string, string>; body?: string | Buffer } = () => ({})
beforeAll(async () => {
  canary = createServer((request, response) => {
    heard.push({ host: request.headers.host, url: request.url, authorization: request.headers.authorization })
    body = text(request)
    const answer = reply(request.url ?? '')
    response.writeHead(answer.status ?? 200, answer.headers).end(answer.body ?? 'ok')
  })
  canary.listen(0, '0.0.0.0')
  await new Promise((resolve) => canary.once('listening', resolve))
  port = (canary.address() as AddressInfo).port
})
afterAll(
  () =>
    new Promise((resolve) => {
      canary.closeAllConnections()
      canary.close(resolve)
    }),
)
beforeEach(() => {
  heard = []
  reply = () => ({})
})

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((egress) => egress.close()))
})
function egress(options: EgressOptions = {}) {
  const guard = createEgress(options)
  open.push(guard)
  return guard
}
const here = { allow: ['127.0.0.1/32'] }
const codeOf = (error: unknown): unknown => (error as { cause?: { code?: string } } | undefined)?.cause?.code
const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

const spellings = [
  // loopback and unspecified, in every notation the URL parser knows
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.000.000.001',
  '0177.0.0.1',
  '0177.0.0.01',
  '00000177.1',
  '0x7f.0.0.1',
  '0x7f.1',
  '0x7f000001',
  '0X7F000001',
  '2130706433',
  '017700000001',
  '127.0.0.1.',
  '127.255.255.254',
  '127.0.0.2',
  '127。0。0。1',
  '１２７.0.0.1',
  '①②⑦.⓪.⓪.①',
  '0',
  '0.0.0.0',
  '0.0.0.1',
  '0x0',
  '00',
  '0.255.255.255',
  '%31%32%37.0.0.1',
  // private, shared, link-local and the metadata address of clouds
  '10.0.0.1',
  '10.255.255.255',
  '012.0.0.1',
  '0xa.0.0.1',
  '167772161',
  '172.16.0.1',
  '172.31.255.255',
  '0xac100001',
  '2886729729',
  '192.168.0.1',
  '192.168.1',
  '0xc0a80001',
  '3232235521',
  '100.64.0.1',
  '100.127.255.255',
  '169.254.169.254',
  '169.254.43518',
  '0xa9fea9fe',
  '2852039166',
  '0251.0376.0251.0376',
  '169.254.0.1',
  // special purposes
  '192.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  // IPv6, bare and with IPv4 inside
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  '[::FFFF:10.0.0.1]',
  '[::ffff:a9fe:a9fe]',
  '[::ffff:0:127.0.0.1]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b::10.0.0.1]',
  '[64:ff9b:1::127.0.0.1]',
  '[2002:7f00:1::]',
  '[2002:a9fe:a9fe::1]',
  '[2001:0:7f00:1::]',
  '[2001:db8::1]',
  '[fc00::1]',
  '[fd12:3456:789a::1]',
  '[fe80::1]',
  '[febf::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[100::1]',
  '[4000::1]',
]

describe('the egress guard', () => {
  it('sends a form of the platform, files and all', async () => {
    const form = new FormData()
    form.set('chat', '7')
    form.set('photo', new Blob(['bytes'], { type: 'image/png' }), 'a.png')
    const response = await egress(here).fetchFor({})(`http://127.0.0.1:${port}/`, { method: 'POST', body: form })
    expect(response.status).toBe(200)
    expect(await body).toMatch(
      /name="chat"\r\n\r\n7\r\n[^]*filename="a.png"\r\nContent-Type: image\/png\r\n\r\nbytes\r\n/,
    )
  })

  it(`refuses this machine and its network in ${spellings.length} spellings, without a packet`, async () => {
    expect(spellings.length).toBeGreaterThanOrEqual(80)
    const fetch = egress().fetchFor({})
    const passed: string[] = []
    for (const host of spellings)
      if (codeOf(await failure(fetch(`http://${host}:${port}/`))) !== 'EGRESS_REFUSED') passed.push(host)
    expect(passed).toEqual([])
    expect(heard).toEqual([])
  })

  it.each(['localhost', 'LOCALHOST.', 'inside.example', '①.example', 'xn--inside-example'])(
    'refuses the name %s when it points here',
    async (name) => {
      const fetch = egress({ resolve: async () => ['127.0.0.1'] }).fetchFor({})
      expect(codeOf(await failure(fetch(`http://${name}:${port}/`)))).toBe('EGRESS_REFUSED')
      expect(heard).toEqual([])
    },
  )

  it('refuses a name of which one address is inside, one without addresses, and one that is not found', async () => {
    for (const resolve of [async () => ['93.184.216.34', '10.0.0.1'], async () => []])
      expect(codeOf(await failure(egress({ resolve }).fetchFor({})(`http://mixed.example:${port}/`)))).toBe(
        'EGRESS_REFUSED',
      )
    expect(
      await failure(
        egress({
          resolve: async () => {
            throw new Error('ENOTFOUND')
          },
        }).fetchFor({})('http://gone.example/'),
      ),
    ).toBeInstanceOf(TypeError)
    expect(heard).toEqual([])
  })

  it.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:70/',
    'data:text/plain,x',
    'http://user:pass@example.com/',
    'http://example.com:22/',
    'http://example.com:25/',
  ])('refuses %s', async (url) => {
    expect(codeOf(await failure(egress({ resolve: async () => ['127.0.0.1'], ...here }).fetchFor({})(url)))).toBe(
      'EGRESS_REFUSED',
    )
    expect(heard).toEqual([])
  })

  it('connects to the address it checked and keeps the name in the Host header', async () => {
    const asked: string[] = []
    const fetch = egress({
      ...here,
      resolve: async (name) => {
        asked.push(name)
        return ['127.0.0.1']
      },
    }).fetchFor({})
    const response = await fetch(`http://provider.example:${port}/path`)
    expect([response.status, response.url, await response.text()]).toEqual([
      200,
      `http://provider.example:${port}/path`,
      'ok',
    ])
    expect(heard).toEqual([{ host: `provider.example:${port}`, url: '/path', authorization: undefined }])
    expect(asked).toEqual(['provider.example'])
  })

  it('is not fooled by a name that changes after it was checked', async () => {
    const answers = ['127.0.0.1', '127.0.0.2', '127.0.0.2']
    const fetch = egress({ ...here, resolve: async () => [answers.shift()!] }).fetchFor({})
    reply = () => ({ headers: { connection: 'close' } })
    expect((await fetch(`http://rebinding.example:${port}/`)).status).toBe(200)
    expect(codeOf(await failure(fetch(`http://rebinding.example:${port}/`)))).toBe('EGRESS_REFUSED')
    expect(heard).toHaveLength(1)
  })

  it('checks every hop of a redirect and takes no credentials along', async () => {
    const resolve = async (name: string) => [name === 'inside.example' ? '127.0.0.2' : '127.0.0.1']
    const fetch = egress({ ...here, resolve }).fetchFor({})
    reply = (path) =>
      path === '/in'
        ? { status: 302, headers: { location: `http://inside.example:${port}/secret` } }
        : path === '/literal'
          ? { status: 307, headers: { location: 'http://169.254.169.254/' } }
          : path === '/away'
            ? { status: 302, headers: { location: `http://other.example:${port}/end` } }
            : {}
    for (const path of ['/in', '/literal'])
      expect(codeOf(await failure(fetch(`http://start.example:${port}${path}`)))).toBe('EGRESS_REFUSED')
    heard = []
    expect(
      await (
        await fetch(`http://start.example:${port}/away`, {
          headers: { authorization: 'Bearer secret', 'x-api-key': 'secret' },
        })
      ).text(),
    ).toBe('ok')
    expect(heard.map((request) => request.authorization)).toEqual(['Bearer secret', undefined])
  })

  it('ends a redirect loop', async () => {
    reply = () => ({ status: 302, headers: { location: '/again' } })
    expect(
      codeOf(
        await failure(
          egress({ ...here, resolve: async () => ['127.0.0.1'] }).fetchFor({})(`http://loop.example:${port}/`),
        ),
      ),
    ).toBe('EGRESS_REFUSED')
    expect(heard).toHaveLength(4)
  })

  it('keeps to the hosts of the policy, by whole labels', async () => {
    const fetch = egress({ ...here, resolve: async () => ['127.0.0.1'] }).fetchFor({
      hosts: ['api.provider.example', '*.cdn.example'],
    })
    const reached = async (host: string) => codeOf(await failure(fetch(`http://${host}:${port}/`))) !== 'EGRESS_REFUSED'
    expect(
      await Promise.all(
        ['api.provider.example', 'API.provider.example.', 'a.cdn.example', 'a.b.cdn.example'].map(reached),
      ),
    ).toEqual([true, true, true, true])
    expect(
      await Promise.all(
        [
          'provider.example',
          'xapi.provider.example',
          'api.provider.example.evil.example',
          'cdn.example',
          'evilcdn.example',
        ].map(reached),
      ),
    ).toEqual([false, false, false, false, false])
  })

  it('ends an answer that is too large, announced or not, and after decompression', async () => {
    const fetch = egress({ ...here, resolve: async () => ['127.0.0.1'] }).fetchFor({ maxBytes: 1_000 })
    reply = () => ({ headers: { 'content-length': '2000' }, body: 'x'.repeat(2_000) })
    expect(codeOf(await failure(fetch(`http://big.example:${port}/`)))).toBe('EGRESS_REFUSED')
    reply = () => ({ headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(1_000_000)) })
    expect(codeOf(await failure(fetch(`http://big.example:${port}/`).then((response) => response.arrayBuffer())))).toBe(
      'EGRESS_REFUSED',
    )
  })

  it('S3-048 goes through the proxy of the policy, which is checked like any target; hosts still have to be declared', async () => {
    const nobody = async (name: string) => (name === 'proxy.example' ? ['127.0.0.1'] : [])
    const proxy = `http://ana:p%40ss@proxy.example:${port}`
    const fetch = egress({ ...here, resolve: nobody }).fetchFor({ hosts: ['api.provider.example', '10.0.0.1'], proxy })
    expect(await (await fetch('http://api.provider.example/send')).text()).toBe('ok')
    expect(heard).toEqual([
      { host: 'api.provider.example', url: 'http://api.provider.example/send', authorization: undefined },
    ])
    expect(codeOf(await failure(fetch('http://other.example/')))).toBe('EGRESS_REFUSED')
    expect(codeOf(await failure(fetch('http://10.0.0.1/')))).toBe('EGRESS_REFUSED')
    expect(codeOf(await failure(egress({ resolve: nobody }).fetchFor({ proxy })('http://api.provider.example/')))).toBe(
      'EGRESS_REFUSED',
    )
    expect(heard).toHaveLength(1)
  })

  it('gives up after the time of the policy', async () => {
    const slow = createServer(() => undefined).listen(0, '127.0.0.1')
    await new Promise((resolve) => slow.once('listening', resolve))
    const error = await failure(
      egress({ ...here }).fetchFor({ timeoutMs: 50 })(`http://127.0.0.1:${(slow.address() as AddressInfo).port}/`),
    )
    expect((error as Error).name).toBe('TimeoutError')
    slow.closeAllConnections()
    slow.close()
  })
})
