import { describe, expect, it } from 'vitest'
import { anyMessage, anyTicket, sampleId, sampleTime } from '../../../testing/samples.ts'
import type { TicketLogEntry } from '../../../base/contracts.ts'
import type { PanelPlugin } from '../../../base/federation/index.ts'
import type { OutgoingMessage } from '../../../data/messages/outbox.ts'
import { threadItems } from './thread-items.ts'

const outgoing = (idFront: string): OutgoingMessage => ({
  idFront,
  ticketId: anyTicket(1).id,
  asSent: 'x',
  body: 'Indo',
  files: [],
  parts: [],
  replyToId: null,
  hold: 0,
  sequence: null,
  createdAt: '2026-11-20T11:00:00.000Z',
  state: 'sending',
  error: null,
})
const log = (n: number, type: TicketLogEntry['type']): TicketLogEntry => ({
  id: sampleId(500 + n),
  type,
  ticketId: anyTicket(1).id,
  createdAt: sampleTime(n),
  user: null,
  queue: null,
  note: null,
  detail: null,
  plugin: null,
})
const shape = (items: ReturnType<typeof threadItems>) =>
  items.map((item) =>
    item.kind === 'message' ? `${item.message.body}${item.starts ? ' [' : ''}${item.ends ? ' ]' : ''}` : item.kind,
  )
const atEnd = { hasMore: false, hasNewer: false }

describe('a thread', () => {
  it('separates days and groups what one author wrote in a row', () => {
    const messages = [
      anyMessage(1, 1, { timestamp: '2026-11-19T12:00:00.000Z' }),
      anyMessage(2, 1, { timestamp: '2026-11-20T12:00:00.000Z' }),
      anyMessage(3, 1, { timestamp: '2026-11-20T12:01:00.000Z' }),
      anyMessage(4, 1, { timestamp: '2026-11-20T12:02:00.000Z', fromMe: true, userId: sampleId(1) }),
      anyMessage(5, 1, { timestamp: '2026-11-20T12:30:00.000Z', fromMe: true, userId: sampleId(1) }),
    ]
    expect(shape(threadItems(messages, [], [], atEnd))).toEqual([
      'day',
      'Texto 1 [ ]',
      'day',
      'Texto 2 [',
      'Texto 3 ]',
      'Texto 4 [ ]',
      'Texto 5 [ ]',
    ])
  })

  it('shows the steps of the ticket in their place, but not who looked', () => {
    const items = threadItems([anyMessage(1, 1), anyMessage(3, 1)], [], [log(2, 'open'), log(4, 'access')], atEnd)
    expect(shape(items)).toEqual(['day', 'Texto 1 [ ]', 'log', 'Texto 3 [ ]'])
  })

  it('shows what plugins have in its place, as far back as messages are loaded', () => {
    const note = (n: number) => ({ key: `notes/${n}`, at: sampleTime(n), plugin: {} as PanelPlugin, element: null })
    const items = (hasMore: boolean) =>
      shape(
        threadItems([anyMessage(3, 1), anyMessage(5, 1)], [], [log(4, 'open')], { hasMore, hasNewer: false }, [
          note(4),
          note(2),
        ]),
      )
    expect(items(false)).toEqual(['day', 'plugin', 'Texto 3 [ ]', 'log', 'plugin', 'Texto 5 [ ]'])
    expect(items(true)).toEqual(['day', 'Texto 3 [ ]', 'log', 'plugin', 'Texto 5 [ ]'])
  })

  it('keeps steps back that are older than what is loaded', () => {
    expect(shape(threadItems([anyMessage(3, 1)], [], [log(2, 'open')], { hasMore: true, hasNewer: false }))).toEqual([
      'day',
      'Texto 3 [ ]',
    ])
  })

  it('keeps back what is newer than a stretch in the past', () => {
    const items = threadItems(
      [anyMessage(1, 1), anyMessage(3, 1)],
      [outgoing('leaving')],
      [log(2, 'open'), log(4, 'closed')],
      { hasMore: false, hasNewer: true },
    )
    expect(shape(items)).toEqual(['day', 'Texto 1 [ ]', 'log', 'Texto 3 [ ]'])
  })

  it('puts what is on its way last, once', () => {
    const items = threadItems(
      [anyMessage(1, 1, { idFront: 'arrived' })],
      [outgoing('arrived'), outgoing('leaving')],
      [],
      atEnd,
    )
    expect(items.filter((item) => item.kind === 'outgoing').map((item) => item.key)).toEqual(['leaving'])
    expect(items.at(-1)?.kind).toBe('outgoing')
  })
})
