import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ArrivalOrder } from './arrival-order.ts'

interface Said {
  readonly id: string
}
let clock = 0
const newOrder = (): ArrivalOrder<Said> =>
  new ArrivalOrder(
    ({ id }) => id,
    () => clock,
  )
const stanza = (id: string, attrs: Record<string, string> = {}) => ({
  tag: 'message',
  attrs: { id, from: '5511@s.whatsapp.net', ...attrs },
})
const ids = (messages: readonly Said[]): string[] => messages.map(({ id }) => id)

describe('messages come in the order of their stanzas', () => {
  test('one that came out before its predecessor waits for it', () => {
    const order = newOrder()
    order.stanza(stanza('a'))
    order.stanza(stanza('b'))
    expect(ids(order.came([{ id: 'b' }]))).toEqual([])
    expect(ids(order.came([{ id: 'a' }]))).toEqual(['a', 'b'])
  })

  test('another conversation waits for nobody', () => {
    const order = newOrder()
    order.stanza(stanza('a'))
    order.stanza(stanza('b', { from: '5521@s.whatsapp.net' }))
    expect(ids(order.came([{ id: 'b' }]))).toEqual(['b'])
  })

  test('a conversation is the same by number and by the id that does not tell it', () => {
    const order = newOrder()
    order.stanza(stanza('a', { from: '77@lid', sender_pn: '5511@s.whatsapp.net' }))
    order.stanza(stanza('b'))
    expect(ids(order.came([{ id: 'b' }]))).toEqual([])
  })

  test('what a phone sends to its device is not waited for', () => {
    const order = newOrder()
    order.stanza(stanza('a', { category: 'peer' }))
    order.stanza(stanza('b'))
    expect(ids(order.came([{ id: 'b' }]))).toEqual(['b'])
  })

  test('a predecessor that does not come out is given up after five seconds', () => {
    const order = newOrder()
    order.stanza(stanza('a'))
    order.stanza(stanza('b'))
    order.came([{ id: 'b' }])
    expect(order.pauseMs).toBe(5_000)
    clock += 4_999
    expect(ids(order.due())).toEqual([])
    clock += 1
    expect(ids(order.due())).toEqual(['b'])
    expect(order.pauseMs).toBeUndefined()
  })

  test('nothing is lost or doubled, and every conversation keeps its order, however Baileys is done with them', () => {
    const chat = fc.constantFrom('1@s.whatsapp.net', '2@s.whatsapp.net', '3@lid')
    const arrived = fc.array(chat, { minLength: 1, maxLength: 12 }).chain((chats) =>
      fc.record({
        chats: fc.constant(chats),
        out: fc.shuffledSubarray([...chats.keys()], { minLength: chats.length }),
        batch: fc.integer({ min: 1, max: 4 }),
      }),
    )
    fc.assert(
      fc.property(arrived, ({ chats, out, batch }) => {
        const order = newOrder()
        chats.forEach((from, index) => order.stanza(stanza(String(index), { from })))
        const told: string[] = []
        for (let start = 0; start < out.length; start += batch)
          told.push(...ids(order.came(out.slice(start, start + batch).map((index) => ({ id: String(index) })))))
        for (const [from, numbers] of Map.groupBy(chats.keys(), (index) => chats[index]!))
          expect(told.filter((id) => chats[Number(id)] === from)).toEqual(numbers.map(String))
        expect(told.length).toBe(chats.length)
      }),
    )
  })
})
