import { randomUUID } from 'node:crypto'
import type { MessagePage, TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fieldOf, solutionOf } from '../../core/src/access/captcha/solve.rig.ts'
import { defaultVisitorFigures } from '../../core/src/http/visitor-budgets.ts'
import { createRateLimiter } from '../../core/src/http/rate.ts'
import { eventually, testApp, type Person, type TestApp } from '../harness/app.ts'
import { Visitor } from '../plugins/webchat.rig.ts'

/*
 * What somebody on the street can do to a company's web chat, from outside and with the product's own budgets: hold it
 * up, fill the disk, make up people. Two companies: what is done to A takes nothing from B.
 */

let world: TestApp
let ana: Person
let bia: Person
let address = 0
// The test stands in for the proxy before the installation; every case comes from a network of its own.
beforeAll(async () => {
  world = await testApp({
    channel: 'webchat',
    app: { publicUrl: 'http://recado.test', rate: createRateLimiter(), visitorFigures: defaultVisitorFigures },
  })
  ana = await world.signIn(world.a.admin)
  bia = await world.signIn(world.b.admin)
})
afterAll(() => world.close())

const nextAddress = (): string => `198.51.100.${++address}`
let network: string
beforeEach(() => {
  network = nextAddress()
})

/** A visitor of a company's chat, calling from an address. */
class Caller extends Visitor {
  readonly #from: string
  constructor(tenant: 'a' | 'b' = 'a', from: string = network) {
    super(world.base, world[tenant].connection)
    this.#from = from
  }
  override call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    return super.call(method, path, body, { 'x-forwarded-for': this.#from, ...headers })
  }
  async opened(): Promise<this> {
    await this.session()
    return this
  }
  async solve(): Promise<string> {
    return fieldOf(await solutionOf((await this.call('GET', '/slider')).body as never))
  }
}

const codesOf = (answers: readonly { status: number; body: { error?: string } }[]): Record<string, number> => {
  const seen: Record<string, number> = {}
  for (const { status, body } of answers)
    seen[body.error ?? String(status)] = (seen[body.error ?? String(status)] ?? 0) + 1
  return seen
}
const stored = async (tenantId: string) =>
  Number(
    (await world.database.owner`select count(*) as held from core.media where tenant_id = ${tenantId}`)[0]!['held'],
  )
const messagesOf = async (person: Person): Promise<number> => {
  const { tickets } = await person.ok<TicketPage>('GET', '/tickets?status[]=pending&status[]=open&showAll=true')
  const pages = await Promise.all(tickets.map(({ id }) => person.ok<MessagePage>('GET', `/messages/${id}?limit=100`)))
  return pages.reduce((sum, { messages }) => sum + messages.length, 0)
}

describe('files', () => {
  test('of forty at once thirty-six are taken, and the others after the slider', async () => {
    const mallory = await new Caller().opened()
    const before = await stored(world.a.id)
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, turn) => mallory.attach(`${turn}.txt`, `file ${turn}`, 'text/plain')),
    )
    expect(codesOf(answers)).toEqual({ 202: 36, ERR_CAPTCHA_REQUIRED: 4 })
    expect((await stored(world.a.id)) - before).toBe(36)

    expect(await mallory.call('POST', '/slider', { captcha: await mallory.solve() })).toMatchObject({ status: 200 })
    expect(
      codesOf(
        await Promise.all(
          Array.from({ length: 4 }, (_, turn) => mallory.attach(`again ${turn}.txt`, 'again', 'text/plain')),
        ),
      ),
    ).toEqual({ 202: 4 })
  })

  test('a machine that solves every slider ends at the visitor’s own budget, and is told how long', async () => {
    const mallory = await new Caller().opened()
    const answers: Awaited<ReturnType<Visitor['attach']>>[] = []
    for (let turn = 0; turn < 130; turn++) {
      const answer = await mallory.attach('x.txt', 'x', 'text/plain')
      answers.push(answer)
      if (answer.body.error === 'ERR_CAPTCHA_REQUIRED')
        await mallory.call('POST', '/slider', { captcha: await mallory.solve() })
    }
    expect(codesOf(answers)).toEqual({ 202: 120, ERR_CAPTCHA_REQUIRED: 1, ERR_TOO_MANY_REQUESTS: 9 })
    expect(Number(answers.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(500)
    expect((await mallory.call('POST', '/messages', { id: randomUUID(), text: 'words still go' })).status).toBe(202)
  })

  test('visitors of one network have one budget; another network and company B are not asked', async () => {
    const crowd = await Promise.all(Array.from({ length: 16 }, () => new Caller().opened()))
    const answers = await Promise.all(
      crowd.flatMap((one) => Array.from({ length: 10 }, () => one.attach('x.txt', 'x', 'text/plain'))),
    )
    expect(codesOf(answers)).toEqual({ 202: 150, ERR_CAPTCHA_REQUIRED: 10 })
    expect((await (await new Caller('a', nextAddress()).opened()).attach('x.txt', 'x', 'text/plain')).status).toBe(202)
    expect((await (await new Caller('b', nextAddress()).opened()).attach('x.txt', 'x', 'text/plain')).status).toBe(202)
  })

  test('a solution is good for the connection that asked for it, and once', async () => {
    const mallory = await new Caller().opened()
    const captcha = await mallory.solve()
    const other = await new Caller('b').opened()
    expect((await other.call('POST', '/slider', { captcha })).body.error).toBe('ERR_CAPTCHA_INVALID')
    expect((await mallory.call('POST', '/slider', { captcha })).status).toBe(200)
    expect((await mallory.call('POST', '/slider', { captcha })).body.error).toBe('ERR_CAPTCHA_INVALID')
    expect((await mallory.call('POST', '/slider', { captcha: 'x' })).body.error).toBe('ERR_CAPTCHA_INVALID')
    const login = (await (await fetch(`${world.base}/auth/challenge?purpose=login`)).json()) as never
    expect((await mallory.call('POST', '/slider', { captcha: fieldOf(await solutionOf(login)) })).body.error).toBe(
      'ERR_CAPTCHA_INVALID',
    )
  })

  test('a file whose message never came is swept after a day, one that a message shows stays', async () => {
    const visitor = await new Caller().opened()
    const id = randomUUID()
    for (let time = 0; time < 3; time++)
      expect((await visitor.attach('same.txt', 'the same message', 'text/plain', id)).status).toBe(202)
    const held = await stored(world.a.id)
    await world.app.sweepUploads()
    expect(await stored(world.a.id)).toBe(held)
    await world.database
      .owner`update core.upload set created_at = created_at - interval '25 hours' where tenant_id = ${world.a.id}`
    const shown = await messagesOf(ana)
    await world.app.sweepUploads()
    expect(await stored(world.a.id)).toBe(held - 2)
    expect(await messagesOf(ana)).toBe(shown)
    expect(await world.database.owner`select 1 from core.upload where tenant_id = ${world.a.id}`).toEqual([])
  })
})

describe('sessions and messages', () => {
  test('of a thousand sessions of one network sixty are begun', async () => {
    const answers = []
    // The address may make 240 of these calls a minute: the rest is refused before anything else is looked at.
    for (let turn = 0; turn < 10; turn++)
      answers.push(...(await Promise.all(Array.from({ length: 100 }, () => new Caller().call('POST', '/session', {})))))
    expect(codesOf(answers)).toEqual({ 200: 60, ERR_CAPTCHA_REQUIRED: 180, ERR_TOO_MANY_REQUESTS: 760 })
    expect(
      Number(
        (
          await world.database.owner`select count(*) as held from plg_webchat.visitor where tenant_id = ${world.b.id}`
        )[0]!['held'],
      ),
    ).toBeLessThan(10)
    expect((await new Caller('b', nextAddress()).call('POST', '/session', {})).status).toBe(200)
  })

  test('the slider pays for one session', async () => {
    for (let turn = 0; turn < 60; turn++) await new Caller().opened()
    const asked = new Caller()
    expect((await asked.call('POST', '/session', {})).body.error).toBe('ERR_CAPTCHA_REQUIRED')
    const captcha = await asked.solve()
    expect((await asked.call('POST', '/session', { captcha })).status).toBe(200)
    expect((await new Caller().call('POST', '/session', { captcha })).body.error).toBe('ERR_CAPTCHA_INVALID')
  })

  test('an IPv6 network is one, whatever address in it calls', async () => {
    const from = (host: number) => `2001:db8:7:1::${host.toString(16)}`
    const answers = await Promise.all(
      Array.from({ length: 70 }, (_, host) => new Caller('a', from(host + 1)).call('POST', '/session', {})),
    )
    expect(codesOf(answers)).toEqual({ 200: 60, ERR_CAPTCHA_REQUIRED: 10 })
  })

  test('messages at the speed of a machine are asked for the slider, and sent again after it none is lost', async () => {
    const mallory = await new Caller().opened()
    const ids = Array.from({ length: 40 }, () => randomUUID())
    const send = (id: string) => mallory.call('POST', '/messages', { id, text: `message ${id}` })
    expect(codesOf(await Promise.all(ids.map(send)))).toEqual({ 202: 30, ERR_CAPTCHA_REQUIRED: 10 })
    await mallory.call('POST', '/slider', { captcha: await mallory.solve() })
    expect(codesOf(await Promise.all(ids.map(send)))).toEqual({ 202: 40 })
  })
})

describe('streams', () => {
  test('of a hundred and fifty streams of one visitor the eight newest stay; the others are told why they end', async () => {
    const mallory = await new Caller().opened()
    const lines: { aborted: AbortController; text(): string; ended: Promise<void>; isOver: boolean }[] = []
    for (let turn = 0; turn < 150; turn++) {
      const aborted = new AbortController()
      const response = await fetch(`${world.base}/p/webchat/c/${world.a.connection}/events`, {
        headers: { authorization: `Bearer ${mallory.token}`, 'x-forwarded-for': network },
        signal: aborted.signal,
      })
      expect(response.status).toBe(200)
      let text = ''
      const line = {
        aborted,
        text: () => text,
        isOver: false,
        ended: response
          .body!.pipeThrough(new TextDecoderStream())
          .pipeTo(
            new WritableStream({
              write: (piece) => {
                text += piece
              },
            }),
          )
          .catch(() => undefined)
          .then(() => {
            line.isOver = true
          }),
      }
      lines.push(line)
    }
    await Promise.all(lines.slice(0, 142).map(({ ended }) => ended))
    expect(lines.slice(0, 142).filter((line) => !line.text().includes('event: replaced'))).toEqual([])
    expect(lines.slice(142).map(({ isOver }) => isOver)).toEqual(Array.from({ length: 8 }, () => false))
    for (const { aborted } of lines) aborted.abort()
  })

  test('who comes back over a bad network, again and again, is served every time', async () => {
    const visitor = await new Caller().opened()
    for (let turn = 0; turn < 30; turn++) {
      const line = await visitor.listen()
      await line.next('live')
      expect(line.seen.map(({ event }) => event)).not.toContain('replaced')
      line.leave()
    }
  })
})

describe('a network and a company with all their streams open', () => {
  let small: TestApp
  beforeAll(async () => {
    small = await testApp({
      channel: 'webchat',
      app: {
        publicUrl: 'http://recado.test',
        visitorFigures: { ...defaultVisitorFigures, streams: { visitor: 2, network: 3, company: 4 } },
      },
    })
  })
  afterAll(() => small.close())

  test('are refused with a code and a time, until one ends; company B has its own', async () => {
    const lines: AbortController[] = []
    const open = async (tenant: 'a' | 'b', from: string): Promise<string> => {
      const visitor = new Visitor(small.base, small[tenant].connection)
      await visitor.session()
      const line = new AbortController()
      const response = await fetch(`${small.base}/p/webchat/c/${small[tenant].connection}/events`, {
        headers: { authorization: `Bearer ${visitor.token}`, 'x-forwarded-for': from },
        signal: line.signal,
      })
      if (response.status === 200) {
        lines.push(line)
        return 'open'
      }
      return (
        `${response.status} ${((await response.json()) as { error: string }).error} ` +
        `${response.headers.get('retry-after')}`
      )
    }
    const busy = '429 ERR_TOO_MANY_STREAMS 30'
    expect([
      await open('a', '203.0.113.1'),
      await open('a', '203.0.113.1'),
      await open('a', '203.0.113.1'),
      await open('a', '203.0.113.1'),
    ]).toEqual(['open', 'open', 'open', busy])
    expect([await open('a', '203.0.113.2'), await open('a', '203.0.113.3')]).toEqual(['open', busy])
    expect([await open('b', '203.0.113.1'), await open('b', '203.0.113.4')]).toEqual([busy, 'open'])
    lines[0]!.abort()
    await eventually(
      () => open('a', '203.0.113.4'),
      (seen) => seen === 'open',
    )
    for (const line of lines) line.abort()
  })
})

describe('the storage of a company', () => {
  const form = (name: string, bytes: number): FormData => {
    const made = new FormData()
    made.set('medias', new File([new Uint8Array(bytes).fill(65)], name, { type: 'text/plain' }))
    return made
  }
  /** Gives company A room for so many megabytes beside what it has. */
  async function allow(megabytes: number | null): Promise<number | null> {
    const used = Number((await world.database.owner`select core.storage_of(${world.a.id}) as used`)[0]!['used'])
    const limit = megabytes === null ? null : Math.ceil(used / 1_000_000) + megabytes
    await bia.ok('PUT', `/tenants/${world.a.id}`, { limits: { storage: limit } })
    return limit
  }
  beforeAll(async () => {
    await world.database.owner`update core.user_account set is_master = true where id = ${world.b.admin.id}`
    bia = await world.signIn(world.b.admin)
  })

  test('full, it takes no file of a visitor and none of an agent, and says so; B is not concerned', async () => {
    const visitor = await new Caller().opened()
    await visitor.say('Olá')
    const { tickets } = await ana.ok<TicketPage>('GET', '/tickets?status[]=pending&status[]=open&showAll=true')
    const ticket = tickets.find(({ lastMessage }) => lastMessage === 'Olá')!
    await ana.ok('PUT', `/tickets/${ticket.id}`, { status: 'open', userId: ana.login.userId })
    const limit = await allow(1)
    const large = 'x'.repeat(2_000_000)
    expect(await visitor.attach('large.txt', large, 'text/plain')).toMatchObject({
      status: 413,
      body: { error: 'ERR_STORAGE_FULL', limit },
    })
    expect(await ana.refused('POST', `/messages/${ticket.id}/files`, form('large.txt', 2_000_000))).toBe(
      '413 ERR_STORAGE_FULL',
    )
    expect(await ana.refused('POST', `/messages/${ticket.id}`, form('large.txt', 2_000_000))).toBe(
      '413 ERR_STORAGE_FULL',
    )
    const quick = await ana.ok<{ id: string }>('POST', '/p/quick-messages/fastreply', {
      key: 'mapa',
      message: 'O mapa',
      scope: 'personal',
    })
    expect(await ana.refused('PUT', `/p/quick-messages/fastreply/${quick.id}/file`, form('large.txt', 2_000_000))).toBe(
      '413 ERR_STORAGE_FULL',
    )
    expect((await visitor.attach('small.txt', 'x', 'text/plain')).status).toBe(202)
    expect((await (await new Caller('b').opened()).attach('large.txt', large, 'text/plain')).status).toBe(202)

    await allow(null)
    expect((await visitor.attach('large.txt', large, 'text/plain')).status).toBe(202)
  })

  test('uploads at the same moment count one another: nobody slips by in a crowd', async () => {
    await allow(2)
    const crowd = await Promise.all(Array.from({ length: 20 }, () => new Caller().opened()))
    const answers = await Promise.all(crowd.map((one) => one.attach('x.txt', 'x'.repeat(600_000), 'text/plain')))
    const { 202: taken = 0, ERR_STORAGE_FULL: refused = 0 } = codesOf(answers)
    expect(taken + refused).toBe(20)
    expect(taken).toBeGreaterThanOrEqual(3)
    expect(taken).toBeLessThanOrEqual(4)
    const [row] = await world.database.owner`
      select core.storage_of(t.id) <= t.max_storage::bigint * 1000000 as fits
        from core.tenant t
       where t.id = ${world.a.id}`
    expect(row!['fits']).toBe(true)
    await allow(null)
  })

  test('is counted as files come and go, to the byte, and shown to who administers it', async () => {
    await world.database.owner`update core.upload set created_at = created_at - interval '25 hours'`
    await world.app.sweepUploads()
    for (const { id } of [world.a, world.b]) {
      const [row] = await world.database.owner`
        select core.storage_of(${id}) as counted, coalesce(sum(bytes), 0) as real
          from core.media
         where tenant_id = ${id}`
      expect(row!['counted']).toBe(String(row!['real']))
    }
    const limit = await allow(7)
    expect(await ana.ok('GET', '/system-info')).toMatchObject({ company: { storageAllowed: limit } })
    const { data } = await ana.ok<{ data: { limits: { storage: number }; use: { storage: number } } }>(
      'GET',
      '/license-detail',
    )
    expect(data.limits.storage).toBe(limit)
    expect(data.use.storage).toBeGreaterThan(0)
    await allow(null)
  })

  test('an installation may set one for all; a company’s own goes before it', async () => {
    const visitor = await new Caller().opened()
    await bia.ok('PUT', '/global-settings', { maxStorage: 0 })
    await eventually(
      async () => (await visitor.attach('x.txt', 'x', 'text/plain')).body.error,
      (code) => code === 'ERR_STORAGE_FULL',
    )
    await allow(5)
    expect((await visitor.attach('x.txt', 'x', 'text/plain')).status).toBe(202)
    await bia.ok('PUT', '/global-settings', { maxStorage: null })
    await allow(null)
  })
})
