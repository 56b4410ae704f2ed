import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { benchId, type BenchDatabase, type Cluster } from './cluster.ts'
import { contactsPerTenant, makeCompanies, makeConversations } from './companies.ts'
import { factsMade, settled } from './costs.ts'
import { atMost, type Bench, type Figure } from './figure.ts'
import { stranger } from './intake.ts'
import { workOff } from './measure.ts'
import { inbound } from './pgbench.ts'
import { parentOf, processorOf, processorOfFamily } from './processor.ts'
import { startNode } from './program.ts'
import { Provider, text } from './webhooks.ts'
import { makeBareFunction, shippedFunction } from './without-responders.ts'

/*
 * What a message costs that nobody answers by itself, beside the same message in a product that has no responders at
 * all. The sides take turns of a few messages, and their processor time is added up: whatever else the machine does
 * meets all of them alike.
 */

/** Companies: one without any responder, and one with an order for another of its connections. */
const [none, elsewhere] = [1, 2]
/** Messages of a turn. */
const turn = { ofNode: 100, ofFunction: 50 } as const

export async function messagesWithoutResponder(bench: Bench): Promise<readonly Figure[]> {
  return [...(await statement(bench)), ...(await product(bench))]
}

/** Adds up what each side costs, turn by turn; sides begin a round in another order each time. */
async function added<Name extends string>(
  rounds: number,
  sides: Readonly<Record<Name, () => Promise<number>>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(sides) as Name[]
  const total = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>
  for (let round = 0; round < rounds; round++) {
    const order = names.map((_, index) => names[(round + index) % names.length]!)
    for (const name of round % 2 === 0 ? order : order.toReversed()) total[name] += await sides[name]()
  }
  return total
}

async function companies(cluster: Cluster, name: string): Promise<BenchDatabase> {
  const database = await cluster.database(name)
  await makeCompanies(database, { tenants: elsewhere, usersPerTenant: 1 })
  await makeConversations(database, elsewhere)
  const connection = randomUUID()
  await database.owner`
    insert into core.connection (id, tenant_id, name, plugin, type, config, status, hook_secret)
    values (${connection}, ${benchId('tenant', elsewhere)}, 'Outro canal', 'hook', 'hook',
            '{"target":"http://127.0.0.1:9/"}', 'connected', 'never called')`
  await database.owner`
    insert into core.responder_order (tenant_id, connection_id, places)
    values (${benchId('tenant', elsewhere)}, ${connection}, '[{"plugin":"flows","name":"main","input":{}}]')`
  return database
}

/** The statement of the hot path alone, by a connection for each side, on the same rows. */
async function statement({ cluster, quick, say }: Bench): Promise<readonly Figure[]> {
  const database = await companies(cluster, 'responders_statement')
  const bareFunction = `${shippedFunction}_bare`
  await makeBareFunction(database, bareFunction)
  const clients = await Promise.all(
    [bareFunction, shippedFunction, shippedFunction].map(async (name) => {
      const sql = postgres(database.appUrl, { max: 1, onnotice: () => undefined })
      const [session] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
      return { sql, name, pid: session!.pid }
    }),
  )
  const [bare, plain, beside] = clients as [Client, Client, Client]
  type Client = (typeof clients)[number]
  const messages = (client: Client, tenant: number, strangersPerHundred: number) => async () => {
    const { sql, names } = call(client.name, strangersPerHundred)
    const before = processorOf(client.pid)
    for (let done = 0; done < turn.ofFunction; done++)
      await client.sql.unsafe(
        sql,
        names.map((name) => (name === 't' ? tenant : 1 + Math.floor(Math.random() * contactsPerTenant))),
        { prepare: true },
      )
    return processorOf(client.pid) - before
  }
  try {
    const figures: Figure[] = []
    for (const [what, strangers] of [
      ['a message', 0],
      ['a first message', 100],
    ] as const) {
      const sides = {
        bare: messages(bare, none, strangers),
        none: messages(plain, none, strangers),
        elsewhere: messages(beside, elsewhere, strangers),
      }
      await added(2, sides)
      const rounds = quick ? 20 : 60
      const spent = await added(rounds, sides)
      const each = (total: number): number => total / (rounds * turn.ofFunction)
      for (const [name, who] of [
        ['none', 'no responder anywhere'],
        ['elsewhere', 'a responder at another connection'],
      ] as const)
        figures.push({
          what: `${what}, ${who}: processor time of its statement`,
          value: each(spent[name]),
          unit: 'ms',
          limit: { what: 'of the statement without responders', value: each(spent.bare) },
          aims: [atMost(1.05)],
        })
    }
    say('the statement of a message without a responder is measured')
    return figures
  } finally {
    await Promise.all(clients.map(({ sql }) => sql.end()))
    await database.drop()
  }
}

/** The statement of the hot path by this function, with its parameters in their order. */
function call(name: string, strangersPerHundred: number): { readonly sql: string; readonly names: readonly string[] } {
  const { sql, numbers } = inbound({ tenants: 1, contacts: contactsPerTenant, strangersPerHundred })
  const names = Object.keys(numbers)
  return {
    sql: sql
      .replace(`${shippedFunction}(`, `${name}(`)
      .replaceAll(/(?<!:):(\w+)/g, (_, number: string) => `$${names.indexOf(number) + 1}`),
    names,
  }
}

/** Two nodes on two databases of the same rows take the same webhooks in turn. */
async function product({ cluster, quick, say }: Bench): Promise<readonly Figure[]> {
  const shipped = await side(cluster, 'responders_with', false)
  const bare = await side(cluster, 'responders_without', true)
  try {
    const known = (): string => `c${1 + Math.floor(Math.random() * contactsPerTenant)}`
    const figures: Figure[] = []
    for (const [what, from] of [
      ['a message', known],
      ['a first message', stranger],
    ] as const) {
      const sides = {
        bare: () => bare.spent(none, from),
        none: () => shipped.spent(none, from),
        elsewhere: () => shipped.spent(elsewhere, from),
      }
      await added(3, sides)
      const rounds = quick ? 9 : 27
      const spent = await added(rounds, sides)
      const each = (total: number): number => total / (rounds * turn.ofNode)
      for (const [name, who] of [
        ['none', 'no responder anywhere'],
        ['elsewhere', 'a responder at another connection'],
      ] as const)
        figures.push({
          what: `${what}, ${who}: processor time of PostgreSQL and the node`,
          value: each(spent[name]),
          unit: 'ms',
          limit: { what: 'in a product without responders', value: each(spent.bare) },
          aims: [atMost(1.05)],
        })
    }
    say('a message without a responder is measured')
    return figures
  } finally {
    await shipped.close()
    await bare.close()
  }
}

interface Side {
  /** Processor time of a turn of messages, until everything is done that they set going. */
  spent(tenant: number, from: () => string): Promise<number>
  close(): Promise<void>
}

async function side(cluster: Cluster, name: string, withoutResponders: boolean): Promise<Side> {
  const database = await companies(cluster, name)
  const node = await startNode(cluster, database, { withoutResponders })
  // A node brings the functions of its database up to date when it starts.
  if (withoutResponders) await makeBareFunction(database, shippedFunction)
  const provider = new Provider(node.ready.port, 8)
  const [session] = await database.owner<{ pid: number }[]>`select pg_backend_pid() as pid`
  const server = parentOf(session!.pid)
  const now = (): number => processorOf(node.pid) + processorOfFamily(server)
  await factsMade(database)
  await settled(database)
  return {
    async spent(tenant, from) {
      const before = now()
      await workOff(turn.ofNode, 8, () => provider.message(tenant, text, from()))
      await settled(database)
      return now() - before
    },
    async close() {
      await provider.close()
      await node.stop()
      await database.drop()
    },
  }
}
