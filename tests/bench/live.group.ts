import { Agents, places } from './agents.ts'
import { makeCompanies, makeConversations } from './companies.ts'
import { atMost, type Figure, type Group } from './figure.ts'
import { alternating, openLoop, percentile, until } from './measure.ts'
import { startNode } from './program.ts'
import { Provider, someTenant } from './webhooks.ts'

const tenants = 20
const agentsPerTenant = 10
const rates = [100, 200, 500]

export const live: Group = {
  name: 'live',
  title: 'From the webhook to the agent’s socket',
  notes: [
    '200 agents of 20 companies are connected; messages come in at a steady rate, whether earlier ones are done ' +
      'or not, and each is pushed to the ten agents of its company. "Accepted" is the moment at which the provider ' +
      'reads its 200; "sent" is the one at which it begins to send. Sockets, provider and clocks share one process.',
  ],
  async run({ cluster, rounds, seconds }) {
    const database = await cluster.database('live')
    await makeCompanies(database, { tenants, usersPerTenant: agentsPerTenant })
    await makeConversations(database, tenants)
    const node = await startNode(cluster, database)
    const provider = new Provider(node.ready.port, 64)
    const agents = new Agents()
    const sentAt = new Map<string, number>()
    const acceptedAt = new Map<string, number>()
    let arrived: { readonly text: string; readonly at: number }[] = []
    await agents.connect(node.ready.port, places(tenants, agentsPerTenant), ({ type, payload }) => {
      const text = payload.body ?? ''
      if (type === 'chat:create' && sentAt.has(text)) arrived.push({ text, at: performance.now() })
    })
    let number = 0
    const at = (rate: number) => async () => {
      arrived = []
      sentAt.clear()
      acceptedAt.clear()
      await openLoop(rate, seconds * 2, async () => {
        const text = `Mensagem ${++number}`
        sentAt.set(text, performance.now())
        await provider.message(someTenant(tenants), text)
        acceptedAt.set(text, performance.now())
      })
      await until('every message at every agent', () => arrived.length === acceptedAt.size * agentsPerTenant)
      const answered = [...acceptedAt].map(([text, moment]) => moment - sentAt.get(text)!)
      const since = (moments: Map<string, number>): number[] =>
        arrived.map(({ text, at: moment }) => moment - moments.get(text)!)
      const [fromSent, fromAccepted] = [since(sentAt), since(acceptedAt)]
      return {
        sentP50: percentile(fromSent, 0.5),
        acceptedP50: percentile(fromAccepted, 0.5),
        acceptedP99: percentile(fromAccepted, 0.99),
        answeredP50: percentile(answered, 0.5),
      }
    }
    try {
      await at(200)()
      const seen = await alternating(rounds, Object.fromEntries(rates.map((rate) => [String(rate), at(rate)])))
      return rates.flatMap((rate): Figure[] => {
        const { sentP50, acceptedP50, acceptedP99, answeredP50 } = seen[String(rate)]!
        const aimed = rate <= 200
        return [
          {
            what: `accepted to socket, ${rate} messages/s, p50`,
            value: acceptedP50,
            unit: 'ms',
            ...(aimed && { aims: [atMost(5, 'value')] }),
          },
          {
            what: `accepted to socket, ${rate} messages/s, p99`,
            value: acceptedP99,
            unit: 'ms',
            ...(aimed && { aims: [atMost(50, 'value')] }),
          },
          {
            what: `sent to socket, ${rate} messages/s, p50`,
            value: sentP50,
            unit: 'ms',
            limit: { what: 'sent to accepted, p50', value: answeredP50 },
            ...(!aimed && { aims: [atMost(1.3)] }),
          },
        ]
      })
    } finally {
      agents.close()
      await provider.close()
      await node.stop()
      await database.drop()
    }
  },
}
