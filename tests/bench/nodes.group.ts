import { Agents, places, type AgentPlace, type AgentPush } from './agents.ts'
import { makeCompanies, makeConversations } from './companies.ts'
import { atMost, type Figure, type Group } from './figure.ts'
import { alternating, openLoop, percentile, until } from './measure.ts'
import { startNats } from './nats-server.ts'
import { startNode } from './program.ts'
import { Provider, someTenant } from './webhooks.ts'

const tenants = 20
const agentsPerTenant = 10
const rates = [20, 100]

/** The agents of companies with an odd number sit at one node, those of the others at the other. */
const seats = (node: 0 | 1): AgentPlace[] =>
  places(tenants, agentsPerTenant).filter(({ tenant }) => tenant % 2 === node)

/** When each message arrived at the agents of one node. */
class Arrivals {
  seen: { readonly text: string; readonly at: number }[] = []
  readonly take = ({ type, payload }: AgentPush): void => {
    if (type === 'chat:create') this.seen.push({ text: payload.body ?? '', at: performance.now() })
  }

  /** Milliseconds from the moment of each message to its arrivals. */
  since(moments: ReadonlyMap<string, number>): number[] {
    return this.seen.map(({ text, at }) => at - moments.get(text)!)
  }
}

export const nodes: Group = {
  name: 'nodes',
  title: 'From one node to the sockets of another',
  notes: [
    'Two nodes over one database and NATS; every message is accepted by the first and pushed to the ' +
      `${agentsPerTenant} agents of its company: half of the companies have theirs at the first node, half at the ` +
      'second. "Accepted" is the moment at which the provider reads its 200. The limit is the figure of the node ' +
      'that accepts. Nodes, sockets, provider and database share these cores.',
  ],
  async run({ cluster, rounds, seconds, skip }) {
    const nats = await startNats()
    if (!nats) {
      skip('pushes between nodes', 'NATS_URL is not set and nats-server is not on the PATH')
      return []
    }
    const database = await cluster.database('nodes')
    await makeCompanies(database, { tenants, usersPerTenant: agentsPerTenant })
    await makeConversations(database, tenants)
    const [first, second] = [
      await startNode(cluster, database, { natsUrl: nats.url }),
      await startNode(cluster, database, { natsUrl: nats.url }),
    ]
    const provider = new Provider(first.ready.port, 64)
    const agents = new Agents()
    const [here, there] = [new Arrivals(), new Arrivals()]
    await agents.connect(first.ready.port, seats(1), here.take)
    await agents.connect(second.ready.port, seats(0), there.take)
    let number = 0
    const at = (rate: number) => async () => {
      const acceptedAt = new Map<string, number>()
      here.seen = []
      there.seen = []
      await openLoop(rate, seconds * 4, async () => {
        const text = `Mensagem ${++number}`
        await provider.message(someTenant(tenants), text)
        acceptedAt.set(text, performance.now())
      })
      await until(
        'every message at every agent',
        () => here.seen.length + there.seen.length === acceptedAt.size * agentsPerTenant,
      )
      const [same, other] = [here.since(acceptedAt), there.since(acceptedAt)]
      return {
        sameP50: percentile(same, 0.5),
        sameP99: percentile(same, 0.99),
        otherP50: percentile(other, 0.5),
        otherP99: percentile(other, 0.99),
      }
    }
    try {
      await at(100)()
      const seen = await alternating(rounds, Object.fromEntries(rates.map((rate) => [String(rate), at(rate)])))
      return rates.flatMap((rate): Figure[] => {
        const { sameP50, sameP99, otherP50, otherP99 } = seen[String(rate)]!
        return [
          {
            what: `accepted to a socket of the other node, ${rate} messages/s, p50`,
            value: otherP50,
            unit: 'ms',
            limit: { what: 'of the same node', value: sameP50 },
            aims: [atMost(1.3)],
          },
          {
            what: `accepted to a socket of the other node, ${rate} messages/s, p99`,
            value: otherP99,
            unit: 'ms',
            limit: { what: 'of the same node', value: sameP99 },
          },
        ]
      })
    } finally {
      agents.close()
      await provider.close()
      await Promise.all([first.stop(), second.stop()])
      await database.drop()
      await nats.stop()
    }
  },
}
