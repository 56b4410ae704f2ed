import { join } from 'node:path'
import {
  mint,
  type Contact,
  type ContactId,
  type Message,
  type MessageId,
  type Ticket,
  type TicketId,
} from '@recado/sdk'
import { randomUUID } from 'node:crypto'
import { openHostDatabase } from '../../sdk/src/testing/host/host-database.ts'
import { TestCompany } from '../../sdk/src/testing/host/test-company.ts'
import plugin from '../../plugins/flows/src/server.ts'
import { repository } from './cluster.ts'
import { atLeast, type Bench, type Figure, type Group } from './figure.ts'
import { alternating, closedLoop } from './measure.ts'
import { parentOf, processorOf, processorOfFamily } from './processor.ts'
import { messagesWithoutResponder } from './responders.ts'
import { waitingFlows } from './waiting-flows.ts'

/** Two questions in a circle: whatever is answered, the conversation goes a step on and waits. */
const graph = {
  nodes: [
    { id: 'start', kind: 'start' },
    { id: 'a', kind: 'question', data: { text: 'Qual é o número?', variable: 'number' } },
    { id: 'b', kind: 'question', data: { text: 'E o seu nome?', variable: 'who' } },
  ],
  edges: [
    { id: 'e1', from: 'start', outlet: 'next', to: 'a' },
    { id: 'e2', from: 'a', outlet: 'next', to: 'b' },
    { id: 'e3', from: 'b', outlet: 'next', to: 'a' },
  ],
}
/** Two for each connection of the plugin's database. */
const inFlight = 4
const stepsEach = 40

export const flows: Group = {
  name: 'flows',
  title: 'Conversations in flows',
  notes: [
    [
      'A message of a contact takes a conversation from one question to the next: the run is locked, the engine',
      'asked, state, effects, timer and figures stored in one transaction, the effects done. Core is played in',
      'memory, so what is measured is the plugin with its database; the limit is the plain insert of a row of',
      'the same size in a transaction of its own, by the same two connections. Processor time is of all threads',
      'of the process and of all of PostgreSQL.',
    ].join(' '),
    [
      'What waits costs nothing: a product whose conversations wait in flows for hours has nothing to do, once',
      'with ten of them and once with a hundred thousand. Pages are those of tables and indexes that one look',
      'for due timers and one for due responders read.',
    ].join(' '),
    [
      'A message that nobody answers by itself costs what it would in a product without responders. The limit is the',
      'shipped statement of the hot path without what it does for them (it looks up no order, gives no ticket away,',
      'names no responder in the event), called in turn on the same rows; and the product with that statement, which',
      'listens for no responder, beside the shipped one, on two databases with the same rows.',
    ].join(' '),
  ],
  async run(bench) {
    return [...(await steps(bench)), ...(await waitingFlows(bench)), ...(await messagesWithoutResponder(bench))]
  },
}

async function steps({ cluster, seconds, rounds }: Bench): Promise<readonly Figure[]> {
  const place = await cluster.database('flows')
  const database = await openHostDatabase('flows', join(repository, 'plugins', 'flows'), place.ownerUrl)
  try {
    const company = new TestCompany({
      plugin: plugin as never,
      database,
      hosts: {},
      installation: () => ({ platformSettings: {}, platformSecrets: { get: async () => undefined } }),
    })
    const made = await company.ask('POST', '/p/flows/flows', { body: { name: 'Medida', graph } })
    const { id } = made.body as { id: string }
    await company.ask('POST', `/p/flows/flows/${id}/versions`, { body: { revision: 1 } })
    await company.ask('PUT', `/p/flows/flows/${id}/active`, { body: { isActive: true } })
    const write = async ({ ticket, contact }: Conversation, begins: boolean): Promise<void> => {
      const body = 'Ana'
      const message = { id: mint<MessageId>(randomUUID()), body, parts: [{ kind: 'text', text: body }] }
      const turn = { ticket, contact, message: message as Message, begins }
      await company.respond('main', { flow: id }, turn)
    }
    const insert = (): Promise<unknown> =>
      database.forTenant(company.tenant).transaction((tx) =>
        tx.query(
          `insert into file (tenant_id, media_id, kind, mime, bytes, name)
             values ($1, gen_random_uuid(), 'document', 'text/plain', 1, $2)`,
          [company.tenant, 'x'.repeat(400)],
          'object',
        ),
      )
    // A block is entered thirty times in a conversation at most, so that each one begins anew after some steps.
    const talks = Array.from({ length: inFlight }, () => ({ at: conversation(), steps: 0 }))
    const next = (worker: number): Promise<void> => {
      const talk = talks[worker]!
      if (talk.steps === stepsEach) Object.assign(talk, { at: conversation(), steps: 0 })
      talk.steps += 1
      return write(talk.at, talk.steps === 1)
    }
    const [session] = await place.owner<{ pid: number }[]>`select pg_backend_pid() as pid`
    const server = parentOf(session!.pid)
    const measured = async (work: (worker: number) => Promise<unknown>) => {
      const before = { node: processorOf(process.pid), postgres: processorOfFamily(server) }
      const { perSecond, done } = await closedLoop(inFlight, seconds, work)
      // Core in memory keeps all that it is told.
      for (const kept of [company.core.sent as unknown[], company.told, company.said, company.jobs]) kept.length = 0
      return {
        perSecond,
        node: (processorOf(process.pid) - before.node) / done,
        postgres: (processorOfFamily(server) - before.postgres) / done,
      }
    }
    const sides = { steps: () => measured(next), inserts: () => measured(insert) }
    for (const side of Object.values(sides)) await side()
    const seen = await alternating(rounds, sides)
    return [
      {
        what: 'messages that take a conversation a step on',
        value: seen.steps.perSecond,
        unit: '/s',
        limit: { what: 'plain inserts of a row', value: seen.inserts.perSecond },
        aims: [atLeast(0.4), atLeast(1_000, 'value')],
      },
      {
        what: 'processor time of the node for one of them',
        value: seen.steps.node,
        unit: 'ms',
        limit: { what: 'for a plain insert', value: seen.inserts.node },
      },
      {
        what: 'processor time of PostgreSQL for one of them',
        value: seen.steps.postgres,
        unit: 'ms',
        limit: { what: 'for a plain insert', value: seen.inserts.postgres },
      },
    ]
  } finally {
    await database.close()
    await place.drop()
  }
}

interface Conversation {
  readonly ticket: Ticket
  readonly contact: Contact
}

function conversation(): Conversation {
  const contactId = mint<ContactId>(randomUUID())
  return {
    ticket: { id: mint<TicketId>(randomUUID()), contactId, name: 'Ana', protocol: '1', queue: null } as Ticket,
    contact: { id: contactId, name: 'Ana', number: '5511987654321', email: null } as Contact,
  }
}
