import { mint, TakenQuickMessage, type MediaId } from '@recado/sdk'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MessageRow, QuickMessageRow, TicketRow } from '../source/reader.ts'
import { contactOf, messageOf, quickMessageOf, ticketOf } from './rows.ts'
import { Mapping } from './run.ts'

const now = Date.parse('2026-03-01T12:00:00Z')
const [here, ana] = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002']
const mapping = Mapping.parse({ connections: { 1: here }, users: { 7: ana } })
const at = (day: string) => Date.parse(`${day}T10:00:00Z`)

const person = { ref: '1', name: 'Ana', number: '5511987654321', email: null, isGroup: false, tags: [] }
const ticket: TicketRow = {
  ref: '1',
  status: 'closed',
  contact: '1',
  connection: '1',
  user: '7',
  queue: null,
  isGroup: false,
  tags: [],
  opened: at('2025-01-01'),
  started: null,
  closed: null,
  updated: at('2025-01-02'),
}
const message: MessageRow = {
  ref: 'M1',
  ticket: '1',
  user: null,
  fromMe: false,
  body: 'Oi',
  mediaType: 'chat',
  mediaName: null,
  file: null,
  isDeleted: false,
  quoted: null,
  sent: null,
  created: at('2025-01-01'),
  updated: null,
}

test('a contact without name or number is taken, and both are told', () => {
  expect(contactOf(person)).toMatchObject({ row: { name: 'Ana' }, problems: [] })
  expect(contactOf({ ...person, name: '  ', number: 'abc' })).toMatchObject({
    row: { name: '' },
    problems: ['nameMissing', 'numberInvalid'],
  })
  expect(contactOf({ ...person, isGroup: true })).toEqual({ problems: ['groupLeftOut'] })
})

test('a ticket keeps its days and its person, and is closed unless open ones are kept', () => {
  expect(ticketOf({ ...ticket, status: 'open' }, mapping, now).row).toMatchObject({
    status: 'closed',
    userId: ana,
    connection: here,
    openedAt: '2025-01-01T10:00:00.000Z',
    endedAt: '2025-01-02T10:00:00.000Z',
  })
  expect(ticketOf({ ...ticket, status: 'open' }, { ...mapping, keepOpen: true }, now).row?.status).toBe('open')
  expect(ticketOf({ ...ticket, status: 'strange' }, { ...mapping, keepOpen: true }, now).row?.status).toBe('closed')
  expect(ticketOf({ ...ticket, user: '8' }, mapping, now).row?.userId).toBeNull()
})

test.each([
  ['a connection that is not mapped', { connection: '2' }, 'connectionLeftOut'],
  ['no connection', { connection: null }, 'connectionLeftOut'],
  ['no contact', { contact: null }, 'contactUnknown'],
  ['no day that can be', { opened: -Infinity, updated: Infinity }, 'dateInvalid'],
] as const)('a ticket with %s is left out', (_what, wrong, problem) => {
  expect(ticketOf({ ...ticket, ...wrong }, mapping, now)).toEqual({ problems: [problem] })
})

test('what ended before it began ends when it began', () => {
  const { row } = ticketOf({ ...ticket, updated: at('2024-12-31'), started: at('2024-12-30') }, mapping, now)
  expect(row).toMatchObject({ endedAt: row!.openedAt, startedAt: null })
})

test('a message that is too long is cut, and a file is told by its name', () => {
  const long = messageOf({ ...message, body: 'x'.repeat(70_000) }, mapping, now)
  expect(long.problems).toEqual(['textCut'])
  expect(long.row?.parts[0]).toMatchObject({ text: 'x'.repeat(60_000) })
  const said = (more: Partial<MessageRow>) => messageOf({ ...message, ...more }, mapping, now).row?.parts[0]
  expect(said({ mediaType: 'image', mediaName: 'a.jpg', body: 'a.jpg' })).toMatchObject({ text: '[a.jpg]' })
  expect(said({ mediaType: 'image', mediaName: 'a.jpg', body: 'Veja' })).toMatchObject({ text: '[a.jpg]\nVeja' })
  expect(said({ body: null })).toEqual({ kind: 'unsupported', note: 'chat' })
})

test('a message of tomorrow is of now, and one of no day is left out', () => {
  expect(messageOf({ ...message, sent: now + 60_000 }, mapping, now).row?.at).toBe('2026-03-01T12:00:00.000Z')
  expect(messageOf({ ...message, created: at('2999-01-01'), updated: null }, mapping, now).problems).toEqual([
    'dateInvalid',
  ])
})

test('a file that was fetched stands in place of its name, with what was written beside it', () => {
  const stored = { id: here as never, mime: 'image/jpeg', bytes: 7, name: 'a.jpg' }
  const part = (more: Partial<MessageRow>, file: Partial<typeof stored> = {}) =>
    messageOf({ ...message, mediaName: 'a.jpg', ...more }, mapping, now, { ...stored, ...file }).row?.parts[0]
  expect(part({ mediaType: 'image', body: 'Veja' })).toEqual({
    kind: 'media',
    as: 'image',
    media: here,
    mime: 'image/jpeg',
    bytes: 7,
    name: 'a.jpg',
    caption: 'Veja',
  })
  expect(part({ mediaType: 'image', body: 'a.jpg' })).not.toHaveProperty('caption')
  const kinds = [
    ['audio', 'audio/ogg', 'voice'],
    ['audio', 'audio/mpeg', 'audio'],
    ['video', 'video/mp4', 'video'],
    ['sticker', 'image/webp', 'sticker'],
    ['image', 'image/webp', 'image'],
    ['application', 'application/pdf', 'document'],
  ] as const
  for (const [mediaType, mime, as] of kinds) expect(part({ mediaType }, { mime })).toMatchObject({ as })
})

test('a ready text is everybody’s or of who is known here, and is cut where it is too long', () => {
  const text = { ref: '1', key: ' /pix ', text: 'A chave', user: null, file: null, mediaName: null }
  const judged = (more: Partial<QuickMessageRow>, owners: Record<string, string> = {}) =>
    quickMessageOf({ ...text, ...more }, mapping, owners)
  expect(judged({})).toEqual({ row: { ref: '1', key: '/pix', text: 'A chave', userId: null }, problems: [] })
  expect(judged({ user: '7' }).row?.userId).toBe(ana)
  expect(judged({ user: '8' }, { 8: here }).row?.userId).toBe(here)
  expect(judged({ user: '8' })).toEqual({ problems: ['ownerUnknown'] })
  expect(judged({ key: ' ' })).toEqual({ problems: ['nameMissing'] })
  expect(judged({ text: '\0 ' })).toEqual({ problems: ['textMissing'] })
  expect(judged({ text: '', file: 'a.png' })).toEqual({ problems: ['fileLeftOut'] })
  expect(judged({ file: 'a.png' }).problems).toEqual(['fileLeftOut'])
  const long = judged({ key: 'k'.repeat(300), text: `${'x'.repeat(9_999)}😀` })
  expect([long.row?.key.length, long.row?.text.length, long.problems]).toEqual([200, 9_999, ['textCut']])
})

test('a ready text has its file, or comes without it where it has words and the file did not come', () => {
  const row = { ref: '1', key: 'pix', text: 'A chave', user: null, file: 'a.png', mediaName: null }
  const judged = (file: Parameters<typeof quickMessageOf>[3], more: Partial<QuickMessageRow> = {}) =>
    quickMessageOf({ ...row, ...more }, mapping, {}, file)
  const stored = { id: mint<MediaId>(here), name: 'a.png', mime: 'image/png', bytes: 70 }
  expect(judged(stored)).toMatchObject({ row: { file: here, text: 'A chave' }, problems: [] })
  expect(judged(stored, { text: null })).toMatchObject({ row: { file: here, text: '' }, problems: [] })
  expect(judged(stored, { file: null }).row).not.toHaveProperty('file')
  expect(judged('fileMissing').row).not.toHaveProperty('file')
  expect(judged('fileMissing').problems).toEqual(['fileMissing'])
  expect(judged('fileMissing', { text: '' })).toEqual({ problems: ['fileMissing'] })
  expect(judged('comes').problems).toEqual([])
})

test('a ready text of any row is one that the plugin of ready texts takes', () => {
  const some = fc.option(fc.string({ unit: 'grapheme', maxLength: 400 }))
  fc.assert(
    fc.property(some, some, fc.option(fc.string()), (key, text, file) => {
      const { row, problems } = quickMessageOf({ ref: '1', key, text, user: null, file, mediaName: null }, mapping, {})
      if (row) expect(TakenQuickMessage.safeParse(row).success).toBe(true)
      else expect(problems).not.toEqual([])
    }),
  )
})
