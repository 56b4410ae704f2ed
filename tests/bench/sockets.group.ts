import { socketEvents } from '@recado/contracts'
import { io } from 'socket.io-client'
import { Agents, places } from './agents.ts'
import { benchId } from './cluster.ts'
import { makeCompanies } from './companies.ts'
import { atLeast, atMost, type Group } from './figure.ts'
import { alternating, until } from './measure.ts'
import { startNode, startProgram, type Program } from './program.ts'
import type { SocketsArguments, SocketsReady } from './sockets.child.ts'

const audience = 200
/** As sockets.child.ts pushes when it is asked. */
const burst = 50
const idle = 1_000
const ticketList = socketEvents(benchId('tenant', 1)).ticketList

/** Clients of one kind: how they connect, and how they are closed. */
interface Clients {
  readonly kind: SocketsArguments['kind']
  open(port: number, user: number, onPush: () => void): Promise<() => void>
}

const realtimeClients: Clients = {
  kind: 'realtime',
  open: (port, user, onPush) =>
    new Promise((resolve, reject) => {
      const token = benchId('user', 1, user)
      const socket = io(`http://127.0.0.1:${port}`, {
        auth: { token, sessionid: token },
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
      })
      socket.on(ticketList, onPush)
      socket.once('connect_error', reject)
      socket.once('stream:hello', () => resolve(() => void socket.disconnect()))
    }),
}

const bareClients: Clients = {
  kind: 'ws',
  open: (port, _user, onPush) =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}`)
      socket.addEventListener('message', ({ data }) => {
        JSON.parse(data as string)
        onPush()
      })
      socket.addEventListener('error', reject)
      socket.addEventListener('open', () => resolve(() => socket.close()))
    }),
}

type Pace = {
  readonly perSecond: number
  readonly perCpuSecond: number
}

/** A server with clients, and what pushing to all of them costs it: many events at once, and one after the other. */
async function withAudience(
  clients: Clients,
): Promise<{ burst(): Promise<Pace>; apart(): Promise<Pace>; close(): Promise<void> }> {
  const server = await startProgram<SocketsReady>('sockets', { kind: clients.kind } satisfies SocketsArguments)
  let received = 0
  const closers = await Promise.all(
    Array.from({ length: audience }, (_, index) => clients.open(server.ready.port, index + 1, () => void received++)),
  )
  const pushed = async (path: 'push' | 'apart'): Promise<Pace> => {
    const before = await server.usage()
    received = 0
    const started = performance.now()
    for (let round = 1; round <= 4; round++) {
      await fetch(`http://127.0.0.1:${server.ready.port}/${path}`)
      await until('every push received', () => received === round * burst * audience)
    }
    const seconds = (performance.now() - started) / 1_000
    return {
      perSecond: received / seconds,
      perCpuSecond: (received * 1_000) / ((await server.usage()).cpuMs - before.cpuMs),
    }
  }
  return {
    burst: () => pushed('push'),
    apart: () => pushed('apart'),
    async close() {
      for (const close of closers) close()
      await server.stop()
    },
  }
}

/** Kilobytes that a server needs for each of `count` sockets that say nothing. */
async function restOf(
  server: Program<unknown>,
  count: number,
  open: () => Promise<unknown>,
): Promise<{ before: number; after: number; each: number }> {
  await server.usage()
  const before = (await server.usage()).rssKb
  await open()
  await server.usage()
  const after = (await server.usage()).rssKb
  return { before, after, each: (after - before) / count }
}

export const sockets: Group = {
  name: 'sockets',
  title: 'Sockets and memory',
  notes: [
    `Pushes of half a kilobyte to ${audience} agents of one company, each in a sequenced stream of its own that ` +
      'can be resumed, decided by the visibility policy; the limit is a bare ws server that sends the same text to ' +
      'every socket, one event at a time. What the product is told in one turn leaves in one write a socket; one ' +
      'after the other, each event leaves by itself. Deliveries per second of the server’s own processor time, and ' +
      'by the clock with the clients on the same cores. Memory is the resident set after a garbage collection.',
  ],
  async run({ cluster, rounds }) {
    const [product, bare] = [await withAudience(realtimeClients), await withAudience(bareClients)]
    await product.burst()
    await bare.burst()
    const seen = await alternating(rounds, {
      bare: bare.burst,
      product: product.burst,
      bareApart: bare.apart,
      productApart: product.apart,
    })
    await Promise.all([product.close(), bare.close()])

    const plain = await startProgram<SocketsReady>('sockets', { kind: 'ws' } satisfies SocketsArguments)
    const closers: (() => void)[] = []
    const plainRest = await restOf(plain, idle, async () => {
      for (let user = 1; user <= idle; user++)
        closers.push(await bareClients.open(plain.ready.port, user, () => undefined))
    })
    for (const close of closers) close()
    await plain.stop()

    const tenants = 100
    const database = await cluster.database('sockets')
    await makeCompanies(database, { tenants, usersPerTenant: idle / tenants })
    const node = await startNode(cluster, database)
    const agents = new Agents()
    const rest = await restOf(node, idle, () => agents.connect(node.ready.port, places(tenants, idle / tenants)))
    agents.close()
    await node.stop()
    await database.drop()
    return [
      {
        what: `pushes to ${audience} sockets, by processor time`,
        value: seen.product.perCpuSecond,
        unit: '/s',
        limit: { what: 'bare ws', value: seen.bare.perCpuSecond },
        aims: [atLeast(0.7)],
      },
      {
        what: `pushes to ${audience} sockets, one after the other, by processor time`,
        value: seen.productApart.perCpuSecond,
        unit: '/s',
        limit: { what: 'bare ws', value: seen.bareApart.perCpuSecond },
        aims: [atLeast(0.7)],
      },
      {
        what: `pushes to ${audience} sockets, by the clock`,
        value: seen.product.perSecond,
        unit: '/s',
        limit: { what: 'bare ws', value: seen.bare.perSecond },
      },
      { what: 'a node at rest', value: rest.before / 1_024, unit: 'MB' },
      {
        what: `a node with ${idle.toLocaleString('en-US')} idle agents of ${tenants} companies`,
        value: rest.after / 1_024,
        unit: 'MB',
      },
      {
        what: 'an idle agent’s socket',
        value: rest.each,
        unit: 'KB',
        limit: { what: 'bare ws', value: plainRest.each },
        aims: [atMost(60, 'value'), atMost(5)],
      },
    ]
  },
}
