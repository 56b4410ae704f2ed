import { advanceReceipt, receiptStates } from '@recado/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyMessage, anyTicket, sampleId } from '../../testing/samples.ts'
import type { Message, MessageActState, MessageStatus } from '../../base/contracts.ts'
import { joinMessages, markDeleted, messagesOf, placeMessage, type MessagePages } from './message-merge.ts'

const statuses: MessageStatus[] = ['pending', 'unknown', 'accepted', 'sent', 'failed', 'delivered', 'read', 'played']
/** States of six messages, each in several pushes: the constant fields are equal per message. */
const act = fc.option(
  fc.record({
    nth: fc.integer({ min: 1, max: 3 }),
    state: fc.constantFrom<MessageActState['state']>('pending', 'unknown', 'failed', 'done'),
  }),
  { nil: undefined },
)
const push = fc
  .record({
    n: fc.integer({ min: 1, max: 6 }),
    status: fc.constantFrom(...statuses),
    edited: fc.boolean(),
    isDeleted: fc.boolean(),
    read: fc.boolean(),
    act,
  })
  .map(({ n, edited: changed, act: told, ...state }): Message => {
    // The text of a message follows from our completed edits; without any the contact's side may have changed it.
    const version = told ? told.nth - (told.state === 'done' ? 0 : 1) : 0
    const edited = version > 0 || (!told && changed)
    const body = version > 0 ? `Versão ${version}` : edited ? `Novo ${n}` : `Texto ${n}`
    return anyMessage(n, 1, {
      ...state,
      edited,
      fromMe: true,
      body,
      parts: [{ kind: 'text', text: body, format: 'plain' }],
      ...(told && { act: { id: sampleId(told.nth), kind: 'edit', state: told.state, failure: null } }),
    })
  })

const empty: MessagePages = {
  pageParams: [null],
  pages: [
    {
      ticket: anyTicket(1),
      contact: {} as never,
      messages: [],
      count: 0,
      hasMore: false,
      nextCursor: null,
      newerCursor: null,
    },
  ],
}
const apply = (pushes: readonly Message[]) => messagesOf(pushes.reduce(placeMessage, empty))

describe('messages of a thread', () => {
  it('S4-118 S4-119 come out unique, ordered and equal for any order and repetition of pushes', () => {
    fc.assert(
      fc.property(
        fc
          .array(push, { maxLength: 30 })
          .chain((pushes) =>
            fc.tuple(
              fc.constant(pushes),
              fc.shuffledSubarray([...pushes, ...pushes], { minLength: pushes.length * 2 }),
            ),
          ),
        ([pushes, shuffled]) => {
          const state = apply(pushes)
          expect(apply(shuffled)).toEqual(state)
          expect(new Set(state.map((message) => message.id)).size).toBe(state.length)
          expect(state.map((message) => message.timestamp)).toEqual(
            state.map((message) => message.timestamp).toSorted(),
          )
        },
      ),
    )
  })

  it('joins states of one message like a lattice', () => {
    fc.assert(
      fc.property(push, push, push, (a, b, c) => {
        fc.pre(a.id === b.id && b.id === c.id)
        expect(joinMessages(a, a)).toEqual(a)
        expect(joinMessages(a, b)).toEqual(joinMessages(b, a))
        expect(joinMessages(joinMessages(a, b), c)).toEqual(joinMessages(a, joinMessages(b, c)))
      }),
      { numRuns: 300 },
    )
  })

  it('never takes a delivery state back', () => {
    const read = anyMessage(1, 1, { status: 'read', fromMe: true })
    expect(joinMessages(read, { ...read, status: 'sent' }).status).toBe('read')
    expect(joinMessages({ ...read, status: 'delivered' }, { ...read, status: 'failed' }).status).toBe('delivered')
  })

  it.each(receiptStates)('joins %s with any receipt as the server does', (told) => {
    for (const known of [undefined, ...receiptStates]) {
      const [before, after] = ([known ?? 'pending', told] as const).map((status) =>
        anyMessage(1, 1, { status, fromMe: true }),
      )
      expect(joinMessages(before!, after!).status).toBe(advanceReceipt(known, told) ?? known)
    }
  })

  it('leaves a message older than everything loaded to its own page', () => {
    const pages: MessagePages = {
      ...empty,
      pages: [{ ...empty.pages[0]!, messages: [anyMessage(5, 1)], hasMore: true, nextCursor: 'c' }],
    }
    expect(messagesOf(placeMessage(pages, anyMessage(2, 1)))).toHaveLength(1)
    expect(messagesOf(placeMessage(pages, anyMessage(6, 1)))).toHaveLength(2)
  })

  it('leaves a newer message to its own page while the end of the conversation is not loaded', () => {
    const pages: MessagePages = {
      ...empty,
      pages: [{ ...empty.pages[0]!, messages: [anyMessage(2, 1), anyMessage(5, 1)], newerCursor: 'n' }],
    }
    expect(messagesOf(placeMessage(pages, anyMessage(6, 1)))).toHaveLength(2)
    expect(messagesOf(placeMessage(pages, anyMessage(3, 1)))).toHaveLength(3)
    expect(messagesOf(placeMessage(pages, anyMessage(5, 1, { edited: true }))).at(-1)).toMatchObject({ edited: true })
  })

  it('keeps a deleted message in its place', () => {
    const pages = placeMessage(placeMessage(empty, anyMessage(1, 1)), anyMessage(2, 1))
    expect(messagesOf(markDeleted(pages, sampleId(1001))).map((message) => message.isDeleted)).toEqual([true, false])
  })

  it('shows the later words whatever comes last: an answer that is older than the push of the same edit', () => {
    const edit = (nth: number, state: MessageActState['state'], body: string) =>
      anyMessage(1, 1, {
        edited: nth > 1 || state === 'done',
        body,
        act: { id: sampleId(nth), kind: 'edit', state, failure: null },
      })
    expect(joinMessages(edit(2, 'done', 'dois'), edit(2, 'pending', 'um')).body).toBe('dois')
    expect(joinMessages(edit(2, 'pending', 'um'), edit(1, 'done', 'um')).act).toMatchObject({
      id: sampleId(2),
      state: 'pending',
    })
  })
})
