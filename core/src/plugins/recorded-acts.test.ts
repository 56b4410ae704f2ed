import { mint, Refusal, type Acting, type MessageId, type TicketId } from '@recado/contracts'
import { expect, test } from 'vitest'
import { recorded } from './recorded-acts.ts'

const ticket = mint<TicketId>('t')
const message = mint<MessageId>('m')

/** Acts of which every one succeeds, or is refused. */
function stage(refusal?: Refusal) {
  const written: string[] = []
  const done = async (): Promise<never> => {
    if (refusal) throw refusal
    return 'done' as never
  }
  const acting: Acting = {
    tickets: { change: done, transfer: done },
    messages: { send: done, remove: done },
    drafts: { get: done, keep: done },
    notes: { write: done },
    actions: { run: done },
  }
  const acts = recorded(acting, async (act, subject) => void written.push(`${act} ${subject}`))
  const all = [
    () => acts.tickets.change(ticket, {}),
    () => acts.tickets.transfer(ticket, {}),
    () => acts.messages.send(ticket, 'Oi', { key: 'k' }),
    () => acts.messages.remove(message),
    () => acts.drafts.keep(ticket, 'Oi'),
    () => acts.notes.write(ticket, 'Oi', { key: 'k' }),
    () => acts.actions.run(ticket, { plugin: 'p', name: 'a', input: {} }, { key: 'k' }),
  ]
  return { acts, all, written }
}

test('every act is written down with what it was done to, and reading is not', async () => {
  const { acts, all, written } = stage()
  for (const act of all) expect(await act()).toBe('done')
  expect(await acts.drafts.get(ticket)).toBe('done')
  expect(written).toEqual([
    'tickets.change t',
    'tickets.transfer t',
    'messages.send t',
    'messages.remove m',
    'drafts.keep t',
    'notes.write t',
    'actions.run t',
  ])
})

test('what was refused is not', async () => {
  const { all, written } = stage(new Refusal('ERR_NO_PERMISSION'))
  for (const act of all) await expect(act()).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
  expect(written).toEqual([])
})
