import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Connection } from '@recado/contracts'
import type { BaileysReady } from './baileys.child.ts'
import { repository, type BenchDatabase } from './cluster.ts'
import { credentials, makeCompanies } from './companies.ts'
import { onCountingCluster, settled } from './costs.ts'
import { atMost, type Bench, type Figure, type Group } from './figure.ts'
import { until } from './measure.ts'
import { parentOf, processorOf, processorOfFamily } from './processor.ts'
import { profiled } from './profile.ts'
import { startNode, startProgram, type Program } from './program.ts'
import type { WhatsappReady } from './whatsapp.child.ts'

/** Linked before anything is measured, so that what a first session loads counts for none. */
const first = 10
/** Until the code of both sides is compiled. */
const warmMessages = 300
/** How many more are linked then, one after the other. */
const sizesOf = ({ quick }: Bench): readonly number[] => (quick ? [20, 60] : [100, 300])
/** Both sides ask whether their lines live, every 30 and every 60 seconds. */
const restSecondsOf = ({ quick }: Bench): number => (quick ? 30 : 60)
/** What linking leaves to do is over by then. */
const settleSeconds = 10
/** Messages a second, for so many seconds. */
const rate = { perSecond: 20, seconds: 30, quickSeconds: 5 }
const linkedAtOnce = 4
const mostKb = 25 * 1_024

const pause = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1_000))

/** What the phones of the simulated WhatsApp are told to do. */
class Phones {
  readonly #address: string
  constructor({ phones }: WhatsappReady) {
    this.#address = phones
  }
  async tell<T = null>(act: 'scan' | 'linked' | 'write', asked: Readonly<Record<string, string>>): Promise<T> {
    const answer = await fetch(`${this.#address}/${act}?${new URLSearchParams(asked)}`)
    if (!answer.ok) throw new Error(`${act}: ${await answer.text()}`)
    return (await answer.json()) as T
  }
}

/** A program with sessions of linked numbers: the product, or clients alone. */
interface Side {
  readonly program: Program<unknown>
  /** Numbers of this side begin so. */
  readonly prefix: string
  /** Links a number of eleven digits behind the country code. */
  link(index: number, number: string): Promise<void>
  /** Until everything is done that messages have set going. */
  settled(): Promise<void>
}

async function linkUpTo({ prefix, link }: Side, have: number, want: number, phones: Phones): Promise<void> {
  let next = have
  await Promise.all(
    Array.from({ length: linkedAtOnce }, async () => {
      while (next < want) {
        const index = next++
        await link(index, prefix + String(index).padStart(13 - prefix.length, '0'))
      }
    }),
  )
  await until('every number linked', async () => (await phones.tell<number>('linked', { prefix })) === want, 60, 50)
}

/** The product with a company for each number, all plugins on. */
async function productSide(
  bench: Bench,
  database: BenchDatabase,
  { whatsapp, phones, numbers }: { whatsapp: WhatsappReady; phones: Phones; numbers: number },
): Promise<Side> {
  await makeCompanies(database, { tenants: numbers, usersPerTenant: 1 })
  await database.owner`
    insert into core.plugin_enablement (tenant_id, plugin, enabled)
    select t.id, plugin, true from core.tenant t, unnest(${readdirSync(join(repository, 'plugins'))}::text[]) plugin`
  const node = await startNode(bench.cluster, database, { asShipped: true })
  const ask = async (company: number, path: string, body?: object): Promise<Connection> => {
    const { token, sessionid } = await credentials(company, 1)
    const answer = await fetch(`http://127.0.0.1:${node.ready.port}${path}`, {
      headers: { authorization: `Bearer ${token}`, sessionid, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Connection
  }
  return {
    program: node,
    prefix: '55119',
    async link(index, number) {
      const company = index + 1
      const { id } = await ask(company, '/whatsapp', {
        name: 'Loja',
        type: 'whatsapp',
        config: { server: whatsapp.url },
      })
      const reaches = async (fits: (connection: Connection) => boolean): Promise<Connection> => {
        let seen: Connection | undefined
        await until('a channel', async () => fits((seen = await ask(company, `/whatsapp/${id}`))), 60, 100)
        return seen!
      }
      const { qrcode } = await reaches((connection) => connection.qrcode !== undefined)
      await phones.tell('scan', { number, code: qrcode! })
      await reaches(({ status }) => status === 'connected')
    },
    settled: () => settled(database),
  }
}

async function bareSide(whatsapp: WhatsappReady): Promise<Side> {
  const clients = await startProgram<BaileysReady>('baileys', whatsapp)
  return {
    program: clients,
    prefix: '55219',
    async link(_index, number) {
      const answer = await fetch(`${clients.ready.address}/link?${new URLSearchParams({ number })}`)
      if (!answer.ok) throw new Error(await answer.text())
    },
    settled: () => Promise.resolve(),
  }
}

/** What a side holds, in kB, and spends while nothing happens, in milliseconds of processor time a second. */
interface Rest {
  readonly rssKb: number
  readonly msPerSecond: number
}

/** All sides at once, so that whatever else the machine does meets all of them alike. */
async function atRest(sides: readonly Side[], seconds: number): Promise<readonly Rest[]> {
  await Promise.all(sides.map((side) => side.settled()))
  await pause(settleSeconds)
  const held = await Promise.all(
    sides.map(async ({ program }) => {
      await program.usage()
      return (await program.usage()).rssKb
    }),
  )
  const before = sides.map(({ program }) => processorOf(program.pid))
  await pause(seconds)
  return sides.map(({ program }, at) => ({
    rssKb: held[at]!,
    msPerSecond: (processorOf(program.pid) - before[at]!) / seconds,
  }))
}

/** Messages at a steady rate, each to the next number of a side. */
const written = async (side: Side, phones: Phones, count: number): Promise<void> => {
  const { prefix } = side
  await phones.tell('write', { prefix, count: String(count), perSecond: String(rate.perSecond) })
  await side.settled()
}

/** Milliseconds of processor time of a message beside what the side spends at rest; of PostgreSQL with it. */
async function ofMessage(
  side: Side,
  { msPerSecond }: Rest,
  phones: Phones,
  { postgres, count }: { readonly postgres: number; readonly count: number },
): Promise<{ readonly own: number; readonly postgres: number }> {
  const now = () => ({
    at: performance.now(),
    own: processorOf(side.program.pid),
    postgres: processorOfFamily(postgres),
  })
  const before = now()
  await written(side, phones, count)
  const after = now()
  const seconds = (after.at - before.at) / 1_000
  return {
    own: (after.own - before.own - msPerSecond * seconds) / count,
    postgres: (after.postgres - before.postgres) / count,
  }
}

/** Both sides against one simulated WhatsApp, with the first numbers linked and written to. */
async function open(bench: Bench) {
  const numbers = first + sizesOf(bench).at(-1)!
  const whatsapp = await startProgram<WhatsappReady>('whatsapp', {})
  const phones = new Phones(whatsapp.ready)
  const database = await bench.cluster.database('sessions')
  const [product, bare] = [
    await productSide(bench, database, { whatsapp: whatsapp.ready, phones, numbers }),
    await bareSide(whatsapp.ready),
  ]
  const sides = [product, bare] as const
  for (const side of sides) {
    await linkUpTo(side, 0, first, phones)
    await written(side, phones, warmMessages)
  }
  const [backend] = await database.owner<{ pid: number }[]>`select pg_backend_pid() as pid`
  return {
    phones,
    database,
    sides,
    product,
    bare,
    postgres: parentOf(backend!.pid),
    async close() {
      for (const { program } of sides) await program.stop()
      await whatsapp.stop()
      await database.drop()
    },
  }
}

export const sessions: Group = {
  name: 'sessions',
  title: 'Linked numbers of WhatsApp',
  notes: [
    `The product with every plugin on, a company for each number, against the same number of bare clients ` +
      '(Baileys, as the plugin has it) in a process of their own with their logins in memory; the simulated WhatsApp ' +
      'and its phones run in a third process. Each number is linked as people do it: a channel, its code, a scan.',
    `${first} numbers are linked and written to before anything is measured; a session is what each one more ` +
      'adds. Memory is the resident set after a garbage collection. Processor time at rest is counted for a minute, ' +
      'of both sides at once; of a hundred sessions it is less than what a node at rest spends more in one minute ' +
      `than in another. Messages come at ${rate.perSecond} a second, each to the next number, from customers who ` +
      'have a conversation; what is spent at rest is subtracted. The simulated WhatsApp sends what people write ' +
      'unsealed, so that neither side pays for opening it.',
  ],
  async run(bench) {
    const { phones, sides, product, bare, postgres, close } = await open(bench)
    try {
      const restSeconds = restSecondsOf(bench)
      const [productFirst, bareFirst] = await atRest(sides, restSeconds)
      const count = rate.perSecond * (bench.quick ? rate.quickSeconds : rate.seconds)
      const figures: Figure[] = []
      let have = first
      for (const size of sizesOf(bench)) {
        for (const side of sides) {
          await linkUpTo(side, have, first + size, phones)
          // Once around, so that everybody has a conversation.
          await written(side, phones, first + size)
        }
        have = first + size
        bench.say(`${size} more numbers linked`)
        const [productRest, bareRest] = await atRest(sides, restSeconds)
        const ofProduct = await ofMessage(product, productRest!, phones, { postgres, count })
        const ofBare = await ofMessage(bare, bareRest!, phones, { postgres, count })
        const each = (after: Rest, before: Rest, of: keyof Rest): number => (after[of] - before[of]) / size
        const what = 'as many bare clients'
        figures.push(
          {
            what: `${size} sessions: memory of one at rest`,
            value: each(productRest!, productFirst!, 'rssKb'),
            unit: 'kB',
            limit: { what, value: each(bareRest!, bareFirst!, 'rssKb') },
            aims: [atMost(mostKb, 'value')],
          },
          {
            what: `${size} sessions: processor time of one at rest, a second`,
            value: each(productRest!, productFirst!, 'msPerSecond') * 1_000,
            unit: 'µs',
            limit: { what, value: each(bareRest!, bareFirst!, 'msPerSecond') * 1_000 },
          },
          {
            what: `${size} sessions: processor time of a message received`,
            value: ofProduct.own,
            unit: 'ms',
            limit: { what, value: ofBare.own },
          },
          {
            what: `${size} sessions: processor time of PostgreSQL of a message received`,
            value: ofProduct.postgres,
            unit: 'ms',
          },
        )
      }
      return figures
    } finally {
      await close()
    }
  },
  profile: (bench) => onCountingCluster(bench, profile),
}

async function profile(bench: Bench): Promise<void> {
  const { phones, database, product, close } = await open(bench)
  try {
    const [size] = sizesOf(bench)
    await linkUpTo(product, first, first + size!, phones)
    await written(product, phones, first + size!)
    const count = rate.perSecond * rate.seconds
    await profiled({ name: 'sessions', database, node: product.program, say: bench.say }, async () => {
      await written(product, phones, count)
      return count
    })
  } finally {
    await close()
  }
}
