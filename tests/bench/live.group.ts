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
  name: 'live', title: 'From the webhook to the agent’s socket',
  notes: [
    '200 agents of 20 companies are connected; messages come in at a steady rate, whether earlier ones are done or not, and each is pushed to the ten agents of its company. Measured from the moment the provider begins to send, so that both numbers hold the way in; "answered" is the provider’s 200. Sockets, provider and clocks share one process.',
  ],
  async run({ cluster, rounds, seconds }) {
    const database = await cluster.database('live')
    await makeCompanies(database, { tenants, usersPerTenant: agentsPerTenant })
    await makeConversations(database, tenants)
    const node = await startNode(cluster, database)
    const provider = new Provider(node.ready.port, 64)
    const agents = new Agents()
    const sentAt = new Map<string, number>()
    let arrived: number[] = []
    await agents.connect(node.ready.port, places(tenants, agentsPerTenant), ({ type, payload }) => {
      const started = type === 'chat:create' && sentAt.get(payload.body ?? '')
      if (started) arrived.push(performance.now() - started)
    })
    let number = 0
    const at = (rate: number) => async () => {
      const answered: number[] = []
      arrived = []
      sentAt.clear()
      await openLoop(rate, seconds * 2, async () => {
        const text = `Mensagem ${++number}`
        const started = performance.now()
        sentAt.set(text, started)
        await provider.message(someTenant(tenants), text)
        answered.push(performance.now() - started)
      })
      await until('every message at every agent', () => arrived.length === answered.length * agentsPerTenant)
      return { socketP50: percentile(arrived, 0.5), socketP99: percentile(arrived, 0.99), answeredP50: percentile(answered, 0.5), answeredP99: percentile(answered, 0.99) }
    }
    try {
      await at(200)()
      const seen = await alternating(rounds, Object.fromEntries(rates.map((rate) => [String(rate), at(rate)])))
      return rates.flatMap((rate): Figure[] => {
        const { socketP50, socketP99, answeredP50, answeredP99 } = seen[String(rate)]!
        return [
          { what: `at the socket, ${rate} messages/s, p50`, value: socketP50, unit: 'ms', limit: { what: 'answered, p50', value: answeredP50 }, aims: [rate <= 200 ? atMost(5, 'value') : atMost(1.3)] },
          { what: `at the socket, ${rate} messages/s, p99`, value: socketP99, unit: 'ms', limit: { what: 'answered, p99', value: answeredP99 }, ...(rate <= 200 && { aims: [atMost(50, 'value')] }) },
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
