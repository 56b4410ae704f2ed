import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliver, KillableNode } from './killable-node.ts'

const kills = 3
const perRound = 120

let node: KillableNode
beforeAll(async () => {
  node = await KillableNode.prepare()
})
afterAll(() => node.close())

describe('a node that is killed', () => {
  it('promises 1, 2, 3 and 6: loses nothing it accepted, stores nothing twice, keeps the order and is back within 10 s', async () => {
    await node.start()
    const { database } = node
    const { id, hook } = await node.connect(await node.signIn())

    const accepted = new Set<string>()
    const sent: string[] = []
    for (let round = 0; round <= kills; round++) {
      // Ten chats side by side, each one message after the other; the kill comes in the middle of them.
      const chats = Array.from({ length: 10 }, async (_, chat) => {
        for (let index = 0; index < perRound / 10; index++) {
          const external = `r${round}-c${chat}-${String(index).padStart(2, '0')}`
          sent.push(external)
          await deliver(hook, external, `chat-${chat}`)
          accepted.add(external)
        }
      })
      if (round < kills) {
        while (accepted.size < round * perRound + perRound / 3) await new Promise((resolve) => setImmediate(resolve))
        const before = new Set(accepted)
        await node.kill()
        const stored = new Set(
          (
            await database.owner<
              { external_id: string }[]
            >`select external_id from core.message where connection_id = ${id}`
          ).map((message) => message.external_id),
        )
        expect([...before].filter((external) => !stored.has(external))).toEqual([])
        expect(await node.start()).toBeLessThan(10_000)
      }
      await Promise.all(chats)
    }

    const stored = await database.owner<{ external_id: string; chat: string; position: string }[]>`
      select m.external_id, t.chat, m.position
        from core.message m
        join core.ticket t on t.id = m.ticket_id
       where m.connection_id = ${id}
       order by m.position`
    expect(stored.map((message) => message.external_id).toSorted()).toEqual(sent.toSorted())
    for (let chat = 0; chat < 10; chat++) {
      const order = stored.filter((message) => message.chat === `chat-${chat}`).map((message) => message.external_id)
      expect(order).toEqual(order.toSorted())
    }
    const tickets = await database.owner<{ unread: number; messages: number }[]>`
      select t.unread, (select count(*)::integer from core.message m where m.ticket_id = t.id) as messages
        from core.ticket t
       where t.connection_id = ${id}`
    expect(tickets).toHaveLength(10)
    for (const ticket of tickets) expect(ticket.unread).toBe(ticket.messages)
  }, 90_000)
})
