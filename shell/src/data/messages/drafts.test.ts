import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { Draft, DraftChange, DraftKept } from '../../base/contracts.ts'
import { MemoryStorage } from '../../testing/memory-storage.ts'
import { DraftStore } from './drafts.ts'

const ticket = 't1'
const start = Date.now()
/** Time of a number of seconds after the start of this file: drafts written here have about that time. */
const at = (second: number) => new Date(start + second * 1_000).toISOString()
const draft = (text: string, second: number): Draft => ({
  ticketId: ticket as Draft['ticketId'],
  text,
  files: [],
  uploads: [],
  writtenAt: at(second),
})

/** The server's rule, for one ticket. */
class Shelf {
  held: Draft | undefined
  readonly changes: DraftChange[] = []
  keep = async (_ticket: string, change: DraftChange): Promise<DraftKept> => {
    this.changes.push(change)
    const written = { ...draft(change.text, 0), files: change.files, writtenAt: change.writtenAt }
    const held = this.held
    const isKnown = held === undefined || held.writtenAt === change.basedOn
    const stands = isKnown || written.writtenAt >= held.writtenAt ? written : held
    const gone = stands === written ? held : written
    this.held = stands
    return {
      draft: stands,
      other: isKnown || !gone || gone.text.trim() === '' || gone.text === stands.text ? null : gone,
    }
  }
}
const store = (shelf: Shelf, storage = new MemoryStorage()) =>
  new DraftStore({ storage, userId: 'u1', keep: shelf.keep, quietTime: 0 })
const settled = () => vi.waitFor(() => new Promise((resolve) => setTimeout(resolve, 5)))

test('a draft is left to the server after the last letter, once', async () => {
  vi.useFakeTimers()
  const shelf = new Shelf()
  const drafts = new DraftStore({ storage: new MemoryStorage(), userId: 'u1', keep: shelf.keep })
  for (const text of ['B', 'Bo', 'Bom']) {
    drafts.set(ticket, { text })
    vi.advanceTimersByTime(500)
  }
  expect(shelf.changes).toEqual([])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(shelf.changes.map(({ text }) => text)).toEqual(['Bom'])
  vi.useRealTimers()
})

test('what another device wrote later takes the place of what the server knew from here', async () => {
  const shelf = new Shelf()
  const drafts = store(shelf)
  drafts.set(ticket, { text: 'daqui' })
  await settled()
  drafts.take([draft('de lá', 59_999)])
  expect([drafts.of(ticket), drafts.otherOf(ticket)]).toEqual(['de lá', undefined])
})

test('an older reading changes nothing', async () => {
  const drafts = store(new Shelf())
  drafts.set(ticket, { text: 'daqui' })
  await settled()
  drafts.take([draft('antigo', -99_999)])
  expect(drafts.of(ticket)).toBe('daqui')
})

test('what was written without the network and elsewhere comes out both ways: the newer stands, the other is offered and can be taken', async () => {
  const shelf = new Shelf()
  const drafts = store(shelf)
  shelf.held = draft('do celular', -99_999)
  drafts.set(ticket, { text: 'sem rede' })
  await settled()
  expect([drafts.of(ticket), drafts.otherOf(ticket)?.text]).toEqual(['sem rede', 'do celular'])
  drafts.swap(ticket)
  expect([drafts.of(ticket), drafts.otherOf(ticket)?.text]).toEqual(['do celular', 'sem rede'])
  drafts.offer(ticket, undefined)
  expect(drafts.otherOf(ticket)).toBeUndefined()
})

test('without the network it stays here, over a reload, and is left when it is back', async () => {
  const storage = new MemoryStorage()
  const away = new DraftStore({ storage, userId: 'u1', keep: () => Promise.reject(new Error('away')), quietTime: 0 })
  away.set(ticket, { text: 'sem rede', files: ['nota.pdf'] })
  await settled()
  const shelf = new Shelf()
  const back = store(shelf, storage)
  expect([back.of(ticket), back.filesOf(ticket)]).toEqual(['sem rede', ['nota.pdf']])
  back.take([])
  await settled()
  expect(shelf.held).toMatchObject({ text: 'sem rede', files: ['nota.pdf'] })
})

test('without a server to leave it to, it stays in this browser until it is empty', () => {
  const storage = new MemoryStorage()
  const drafts = () => new DraftStore({ storage, userId: 'u1' })
  drafts().set(ticket, { text: 'só aqui' })
  expect(drafts().of(ticket)).toBe('só aqui')
  drafts().set(ticket, { text: '' })
  expect(storage.getItem('recado.drafts.u1')).toBe('{}')
})

test('what was sent is empty for other devices too', async () => {
  const shelf = new Shelf()
  const drafts = store(shelf)
  drafts.set(ticket, { text: 'pronto' })
  await settled()
  drafts.set(ticket, { text: '' })
  await settled()
  expect(shelf.held).toMatchObject({ text: '' })
  const elsewhere = store(shelf)
  elsewhere.take([draft('pronto', -50)])
  elsewhere.take([{ ...shelf.held!, writtenAt: at(99_999) }])
  expect(elsewhere.of(ticket)).toBe('')
})

test('two devices in any order of writing and syncing lose no text that neither saw replaced', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ device: fc.constantFrom(0, 1), act: fc.constantFrom('write', 'sync') }), { maxLength: 12 }),
      async (steps) => {
        const shelf = new Shelf()
        const devices = [0, 1].map(
          () => new DraftStore({ storage: new MemoryStorage(), userId: 'u1', keep: shelf.keep, quietTime: 1_000_000 }),
        )
        let last = ''
        for (const [index, { device, act }] of steps.entries()) {
          const one = devices[device]!
          if (act === 'write') {
            last = `${one.of(ticket)}${index}.`
            one.set(ticket, { text: last })
          } else {
            one.take(shelf.held ? [shelf.held] : [])
            await new Promise((resolve) => {
              setTimeout(resolve, 0)
            })
          }
        }
        const known = [shelf.held?.text, ...devices.flatMap((one) => [one.of(ticket), one.otherOf(ticket)?.text])]
        expect(last === '' || known.includes(last)).toBe(true)
      },
    ),
    { numRuns: 50 },
  )
})

test('what is left for a ticket that is part of another one by now stands in that one', async () => {
  const drafts = new DraftStore({
    storage: new MemoryStorage(),
    userId: 'u1',
    quietTime: 0,
    keep: async (_ticket, change) => ({
      draft: { ...draft(`Aqui\n\n${change.text}`, 9), ticketId: 't2' as Draft['ticketId'] },
      other: null,
    }),
  })
  drafts.set(ticket, { text: 'tarde' })
  await settled()
  expect([drafts.of(ticket), drafts.of('t2')]).toEqual(['', 'Aqui\n\ntarde'])
})
