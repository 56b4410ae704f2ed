import { distributions } from '@recado/contracts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planDistribution, type Agent, type Waiting } from './plan.ts'

const ids = ['ana', 'bia', 'caio', 'dora']
const queues = ['sales', 'support']
const anyAgents: fc.Arbitrary<Agent[]> = fc.uniqueArray(
  fc.record({ id: fc.constantFrom(...ids), queueIds: fc.subarray(queues), open: fc.nat(5) }),
  { selector: (agent) => agent.id },
)
const anyWaiting: fc.Arbitrary<Waiting[]> = fc
  .array(
    fc.record({
      queueId: fc.constantFrom(...queues, null),
      mode: fc.constantFrom(...distributions),
      ownerIds: fc.oneof(fc.constant([]), fc.subarray(ids)),
      returnedBy: fc.option(fc.constantFrom(...ids)),
    }),
    { maxLength: 12 },
  )
  .map((list) => list.map((ticket, index) => ({ ...ticket, id: `t${index}` })))
const anyCapacity = fc.nat(6)
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

const waiting = (over: Partial<Waiting> = {}): Waiting => ({
  id: 't',
  queueId: 'sales',
  mode: 'balance',
  ownerIds: [],
  returnedBy: null,
  ...over,
})
const agent = (id: string, open = 0, queueIds = ['sales']): Agent => ({ id, open, queueIds })

describe('who is given what', () => {
  test('nobody gets what they may not have, more than they can, or what they gave back; nothing is given twice', () => {
    fc.assert(
      fc.property(anyWaiting, anyAgents, anyCapacity, chance, (tickets, agents, capacity, luck) => {
        const given = planDistribution(tickets, agents, capacity, () => luck)
        expect(new Set(given.map(({ ticketId }) => ticketId)).size).toBe(given.length)
        for (const { ticketId, userId } of given) {
          const ticket = tickets.find(({ id }) => id === ticketId)!
          expect(ticket.returnedBy).not.toBe(userId)
          if (ticket.ownerIds.length > 0) expect(ticket.ownerIds).toContain(userId)
          else
            expect([
              ticket.mode === 'none',
              agents.find(({ id }) => id === userId)!.queueIds.includes(ticket.queueId!),
            ]).toEqual([false, true])
        }
        if (capacity > 0)
          for (const { id, open } of agents)
            expect(given.filter(({ userId }) => userId === id).length).toBeLessThanOrEqual(Math.max(0, capacity - open))
      }),
    )
  })

  test('what fits somebody with room is never left waiting', () => {
    fc.assert(
      fc.property(anyWaiting, anyAgents, chance, (tickets, agents, luck) => {
        const given = new Set(planDistribution(tickets, agents, 0, () => luck).map(({ ticketId }) => ticketId))
        for (const ticket of tickets) {
          const somebody = agents.some(
            ({ id, queueIds }) =>
              id !== ticket.returnedBy &&
              (ticket.ownerIds.length > 0
                ? ticket.ownerIds.includes(id)
                : ticket.mode !== 'none' && ticket.queueId !== null && queueIds.includes(ticket.queueId)),
          )
          expect(given.has(ticket.id)).toBe(somebody)
        }
      }),
    )
  })

  test('S9-134 balance ends with everybody as equally busy as can be', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5), { minLength: 1, maxLength: 4 }), fc.nat(20), chance, (busy, count, luck) => {
        const agents = busy.map((open, index) => agent(ids[index]!, open))
        const given = planDistribution(
          Array.from({ length: count }, (_, index) => waiting({ id: `t${index}` })),
          agents,
          0,
          () => luck,
        )
        const after = agents.map(({ id, open }) => ({
          given: given.some(({ userId }) => userId === id),
          open: open + given.filter(({ userId }) => userId === id).length,
        }))
        const fewest = Math.min(...after.map(({ open }) => open))
        for (const one of after) if (one.given) expect(one.open - fewest).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('S9-135 random leaves it to chance, whoever is busy', () => {
    const agents = [agent('ana', 9), agent('bia', 0)]
    const to = (luck: number) => planDistribution([waiting({ mode: 'random' })], agents, 0, () => luck)[0]!.userId
    expect([to(0), to(0.49), to(0.5), to(0.99)]).toEqual(['ana', 'ana', 'bia', 'bia'])
  })

  test('S9-133 none gives nothing to anybody, but a wallet still counts', () => {
    expect(planDistribution([waiting({ mode: 'none' })], [agent('ana')], 0, () => 0)).toEqual([])
    expect(
      planDistribution(
        [waiting({ mode: 'none', queueId: null, ownerIds: ['ana'] })],
        [agent('ana', 0, []), agent('bia')],
        0,
        () => 0.9,
      ),
    ).toEqual([{ ticketId: 't', userId: 'ana' }])
  })
})
