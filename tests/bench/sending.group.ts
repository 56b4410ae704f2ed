import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool } from 'undici'
import { benchId, kinds, startCluster, type BenchDatabase, type Cluster } from './cluster.ts'
import { credentials } from './companies.ts'
import { costOf, countingStatements, settled } from './costs.ts'
import { atLeast, atMost, type Bench, type Figure, type Group } from './figure.ts'
import { makeWorld, type World } from './large-company.ts'
import { alternating, median, openLoop, percentile, until, workOff } from './measure.ts'
import { profiled } from './profile.ts'
import { startNode, type Program } from './program.ts'
import { addDue, makeWaiting, waits, type Waits } from './waiting.ts'

const chats = 50
const perSecond = 200
/** Between two clicks at rest, milliseconds. */
const restMs = 60
const whole: World = { tickets: 10_000, messages: 200_000, smallCompanies: 300 }
const small: World = { tickets: 1_000, messages: 10_000, smallCompanies: 20 }

interface Request {
  readonly chat: string
  readonly text: string
  readonly at: number
}

/** The provider of the large company's connection: notes each request as it begins, and accepts it. */
class FarSide {
  readonly requests: Request[] = []
  readonly #server = createServer((request, response) => {
    const at = performance.now()
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const { key, chat, texts } = JSON.parse(Buffer.concat(pieces).toString()) as {
        key: string
        chat: string
        texts: string[]
      }
      this.requests.push({ chat, text: texts[0]!, at })
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ids: [`out-${key}`] }))
    })
  })

  async listen(): Promise<string> {
    this.#server.keepAliveTimeout = 60_000
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

/** The administrator of the large company, who writes in its open conversations; the product is as it is shipped. */
class Desk {
  readonly node: Program<{ readonly port: number }>
  readonly #far: FarSide
  readonly #pool: Pool
  readonly #headers: Record<string, string>
  #said = 0

  private constructor(node: Program<{ readonly port: number }>, far: FarSide, headers: Record<string, string>) {
    this.node = node
    this.#far = far
    this.#pool = new Pool(`http://127.0.0.1:${node.ready.port}`, { connections: 64 })
    this.#headers = headers
  }

  static async open(cluster: Cluster, database: BenchDatabase): Promise<Desk> {
    const far = new FarSide()
    const config = { target: await far.listen() }
    const { owner } = database
    await owner`update core.connection set config = ${owner.json(config)} where id = ${benchId('connection', 1)}`
    const node = await startNode(cluster, database, { asShipped: true })
    const { token, sessionid } = await credentials(1, 1)
    const headers = { authorization: `Bearer ${token}`, sessionid, 'content-type': 'application/json' }
    return new Desk(node, far, headers)
  }

  /** One message in the conversation with a contact; resolves when it was answered. */
  async #click(contact: number, body: string): Promise<void> {
    const answer = await this.#pool.request({
      method: 'POST',
      path: `/messages/${benchId('ticket', 1, contact)}`,
      headers: this.#headers,
      body: JSON.stringify({ body }),
    })
    const said = await answer.body.text()
    if (answer.statusCode !== 200) throw new Error(`a message was answered with ${answer.statusCode} ${said}`)
  }

  /** So many messages, each when what the one before set going is done: milliseconds until the provider's request. */
  async atRest(count: number): Promise<{ requested: number[]; answered: number[] }> {
    const requested: number[] = []
    const answered: number[] = []
    for (let index = 0; index < count; index++) {
      const before = this.#far.requests.length
      const clicked = performance.now()
      await this.#click(1 + (index % chats), `m${++this.#said}`)
      answered.push(performance.now() - clicked)
      await this.#requests(before + 1)
      requested.push(this.#far.requests.at(-1)!.at - clicked)
      await new Promise((resolve) => setTimeout(resolve, restMs))
    }
    return { requested, answered }
  }

  /**
   * 200 messages a second, dealt out to 50 chats in turn; in each chat one is clicked when the one before was answered.
   */
  async steadily(seconds: number): Promise<{ perSecond: number; p50: number; p99: number }> {
    const before = this.#far.requests.length
    const clicked = new Map<string, number>()
    const order = new Map<string, string[]>()
    const last = new Map<number, Promise<void>>()
    await openLoop(perSecond, seconds, () => {
      const contact = 1 + (this.#said % chats)
      const text = `m${++this.#said}`
      clicked.set(text, performance.now())
      const said = (last.get(contact) ?? Promise.resolve()).then(() => this.#click(contact, text))
      last.set(contact, said)
      order.set(`c${contact}`, [...(order.get(`c${contact}`) ?? []), text])
      return said
    })
    await this.#requests(before + clicked.size)
    const seen = this.#far.requests.slice(before)
    for (const [chat, texts] of order) {
      const came = seen.filter((request) => request.chat === chat).map(({ text }) => text)
      if (came.join() !== texts.join()) throw new Error(`the order of ${chat} was lost: ${came.join()}`)
    }
    const took = seen.map(({ text, at }) => at - clicked.get(text)!)
    const lasted = (seen.at(-1)!.at - Math.min(...clicked.values())) / 1_000
    return { perSecond: seen.length / lasted, p50: percentile(took, 0.5), p99: percentile(took, 0.99) }
  }

  /** So many messages, 16 in flight. */
  async send(count: number): Promise<number> {
    const before = this.#far.requests.length
    await workOff(count, 16, () => this.#click(1 + (this.#said % chats), `m${++this.#said}`))
    await this.#requests(before + count)
    return count
  }

  #requests(count: number): Promise<void> {
    return until('every message at the provider', () => this.#far.requests.length >= count, 60, 1)
  }

  async close(): Promise<void> {
    await this.#pool.close()
    await this.node.stop()
    await this.#far.close()
  }
}

/** Milliseconds of the database for claims of one intent; each is undone. */
async function claims({ owner }: BenchDatabase, count: number): Promise<Record<Waits, { ms: number }>> {
  const { connection } = kinds
  const sides = Object.entries(waits).map(([name, company]) => [
    name,
    async () => {
      const took: number[] = []
      const undone = new Error('undone')
      for (let index = 0; index < count; index++)
        await owner
          .begin(async (sql) => {
            const [plan] = await sql<{ 'QUERY PLAN': { 'Execution Time': number; Plan: Record<string, number> }[] }[]>`
              explain (analyze, format json) select * from core.claim_deliveries(
                array[bench.id(${connection}, ${company}::integer, 0)], 'bench', interval '30 seconds', 1)`
            const { Plan, 'Execution Time': ms } = plan!['QUERY PLAN'][0]!
            if (Plan['Actual Rows'] !== 1) throw new Error(`a claim in ${name} took ${Plan['Actual Rows']}`)
            took.push(ms)
            throw undone
          })
          .catch((error: unknown) => {
            if (error !== undone) throw error
          })
      return { ms: median(took) }
    },
  ])
  return alternating(3, Object.fromEntries(sides) as Record<Waits, () => Promise<{ ms: number }>>)
}

async function withWaiting<T>(bench: Bench, work: (database: BenchDatabase, own: Cluster) => Promise<T>): Promise<T> {
  const cluster = await startCluster(countingStatements)
  try {
    const database = await cluster.database('sending')
    await makeWorld(database, bench.quick ? small : whole)
    const intents = bench.quick ? 300_000 : 1_000_000
    await makeWaiting(database, intents)
    bench.say(`${intents} intents wait`)
    return await work(database, cluster)
  } finally {
    await cluster.close()
  }
}

/** What was to be claimed by the benchmark is not for the node: it leaves those connections closed. */
async function leaveToNode({ owner }: BenchDatabase): Promise<void> {
  const { connection } = kinds
  await owner`update core.connection set leased_by = null, is_active = id = bench.id(${connection}, 1, 0)`
  await owner`delete from core.delivery where chat = 'zz'`
}

async function measure(bench: Bench, database: BenchDatabase, cluster: Cluster): Promise<readonly Figure[]> {
  const { quick, seconds, say } = bench
  const { owner } = database
  await owner`update core.connection set leased_by = 'bench'`
  await addDue(database, waits.blocked)
  const claimed = await claims(database, quick ? 30 : 100)
  await leaveToNode(database)
  say('claims are measured')
  const desk = await Desk.open(cluster, database)
  try {
    await desk.steadily(quick ? 2 : 5)
    await settled(database)
    const rest = await desk.atRest(quick ? 60 : 200)
    say('sends at rest are measured')
    const load = await desk.steadily(seconds * 3)
    await settled(database)
    const cost = await costOf(database, desk.node, () => desk.send(quick ? 400 : 1_500))
    const beside = { what: '10 wait', value: claimed.few.ms }
    const claim = (where: string, of: Waits): Figure => ({
      what: `a claim of one, a third of all wait ${where}`,
      value: claimed[of].ms,
      unit: 'ms',
      limit: beside,
      aims: [atMost(1.5)],
    })
    return [
      {
        what: 'click to the provider’s request at rest, p50',
        value: percentile(rest.requested, 0.5),
        unit: 'ms',
        limit: { what: 'click to answer, p50', value: percentile(rest.answered, 0.5) },
        aims: [atMost(10, 'value')],
      },
      { what: 'click to the provider’s request at rest, p95', value: percentile(rest.requested, 0.95), unit: 'ms' },
      {
        what: `sends, ${perSecond}/s clicked in ${chats} chats`,
        value: load.perSecond,
        unit: '/s',
        limit: { what: 'clicked', value: perSecond },
        aims: [atLeast(0.97)],
      },
      { what: `click to the provider’s request, ${perSecond}/s, p50`, value: load.p50, unit: 'ms' },
      { what: `click to the provider’s request, ${perSecond}/s, p99`, value: load.p99, unit: 'ms' },
      claim('in one chat', 'oneChat'),
      claim('in 5,000 chats', 'manyChats'),
      claim('in 5,000 chats whose first is not due', 'blocked'),
      { what: 'a send: statements of the database, planned and run', value: cost.statements, unit: 'ms' },
      { what: 'a send: processor time of PostgreSQL', value: cost.postgres, unit: 'ms' },
      { what: 'a send: processor time of the node', value: cost.node, unit: 'ms' },
      { what: 'a send: write-ahead log', value: cost.log, unit: 'bytes' },
    ]
  } finally {
    await desk.close()
  }
}

export const sending: Group = {
  name: 'sending',
  title: 'From the agent’s click to the provider',
  notes: [
    'The product as companies have it. A million intents wait (`quick`: 300,000), a third of them each in one ' +
      'chat, in 5,000 chats and in 5,000 chats whose first intent is tried again tomorrow; the last third waits in ' +
      'the connection through which the agents of the large company send. A click is `POST /messages/{ticketId}`; ' +
      'the provider stands in this process and answers at once. Order is looked at in each chat, and an order that ' +
      'is lost ends the run.',
    'A claim takes one intent and is undone; its time is that of its execution in the database.',
  ],
  run: (bench) => withWaiting(bench, (database, cluster) => measure(bench, database, cluster)),
  profile: (bench) =>
    withWaiting(bench, async (database, cluster) => {
      await leaveToNode(database)
      const desk = await Desk.open(cluster, database)
      try {
        await desk.steadily(5)
        await settled(database)
        await profiled({ name: 'sending', database, node: desk.node, say: bench.say }, () =>
          desk.send(bench.quick ? 1_000 : 4_000),
        )
      } finally {
        await desk.close()
      }
    }),
}
