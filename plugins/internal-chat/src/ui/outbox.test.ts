import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noDraft, Outbox } from './outbox.ts'

const memory = (): Pick<Storage, 'getItem' | 'setItem'> => {
  const kept = new Map<string, string>()
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) }
}
const message = (key: string) => ({ key, chatId: 'c', content: key, replyTo: null, quote: null, files: [], at: '2026' })

test('a message is there until it is dropped, whatever happens to others and over a reload', () => {
  const acts = fc.array(fc.tuple(fc.constantFrom('add', 'fail', 'drop', 'reload'), fc.integer({ min: 0, max: 3 })))
  fc.assert(
    fc.property(acts, (steps) => {
      const storage = memory()
      let outbox = new Outbox(storage, 'ana')
      const expected = new Set<string>()
      let next = 0
      for (const [act, which] of steps) {
        const key = [...expected][which] ?? 'none'
        if (act === 'add') {
          outbox.add(message(`m${next}`))
          expected.add(`m${next++}`)
        } else if (act === 'fail') outbox.move(key, 'failed')
        else if (act === 'drop') {
          outbox.drop(key)
          expected.delete(key)
        } else {
          outbox = new Outbox(storage, 'ana')
          expect(outbox.now().unsent.every(({ state }) => state === 'failed')).toBe(true)
        }
        expect(outbox.now().unsent.map((each) => each.key)).toEqual([...expected])
      }
    }),
  )
})

test('drafts are kept by chat, and an empty one is none', () => {
  const storage = memory()
  const outbox = new Outbox(storage, 'ana')
  outbox.draft('c', { ...noDraft, text: 'oi' })
  expect(new Outbox(storage, 'ana').now().drafts).toEqual({ c: { text: 'oi', replyTo: null } })
  expect(new Outbox(storage, 'bia').now().drafts).toEqual({})
  outbox.draft('c', noDraft)
  expect(outbox.now().drafts).toEqual({})
})

test('a store that is broken or refuses does no harm', () => {
  const broken = new Outbox(
    {
      getItem: () => '{',
      setItem: () => {
        throw new Error('full')
      },
    },
    'ana',
  )
  broken.add(message('m'))
  expect(broken.now().unsent).toHaveLength(1)
})
