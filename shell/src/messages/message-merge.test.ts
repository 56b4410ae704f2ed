import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyMessage, anyTicket, sampleId } from '../testing/samples.ts'
import type { Message, MessageStatus } from '../contracts.ts'
import { joinMessages, markDeleted, messagesOf, placeMessage, type MessagePages } from './message-merge.ts'

const statuses: MessageStatus[] = ['pending', 'unknown', 'accepted', 'sent', 'failed', 'delivered', 'read', 'played']
/** States of six messages, each as several pushes may tell it: the fields that never change are equal per message. */
const push = fc.record({ n: fc.integer({ min: 1, max: 6 }), status: fc.constantFrom(...statuses), edited: fc.boolean(), isDeleted: fc.boolean(), read: fc.boolean() })
  .map(({ n, edited, ...state }): Message => anyMessage(n, 1, { ...state, edited, fromMe: true, body: edited ? `Novo ${n}` : `Texto ${n}`, parts: [{ kind: 'text', text: edited ? `Novo ${n}` : `Texto ${n}`, format: 'plain' }] }))

const empty: MessagePages = { pageParams: [null], pages: [{ ticket: anyTicket(1), contact: {} as never, messages: [], count: 0, hasMore: false, nextCursor: null }] }
const apply = (pushes: readonly Message[]) => messagesOf(pushes.reduce(placeMessage, empty))

describe('messages of a thread', () => {
  it('S4-118 S4-119 come out unique, ordered and equal for any order and repetition of pushes', () => {
    fc.assert(fc.property(
      fc.array(push, { maxLength: 30 }).chain((pushes) => fc.tuple(fc.constant(pushes), fc.shuffledSubarray([...pushes, ...pushes], { minLength: pushes.length * 2 }))),
      ([pushes, shuffled]) => {
        const state = apply(pushes)
        expect(apply(shuffled)).toEqual(state)
        expect(new Set(state.map((message) => message.id)).size).toBe(state.length)
        expect(state.map((message) => message.timestamp)).toEqual(state.map((message) => message.timestamp).toSorted())
      },
    ))
  })

  it('joins states of one message like a lattice', () => {
    fc.assert(fc.property(push, push, push, (a, b, c) => {
      fc.pre(a.id === b.id && b.id === c.id)
      expect(joinMessages(a, a)).toEqual(a)
      expect(joinMessages(a, b)).toEqual(joinMessages(b, a))
      expect(joinMessages(joinMessages(a, b), c)).toEqual(joinMessages(a, joinMessages(b, c)))
    }), { numRuns: 300 })
  })

  it('never takes a delivery state back', () => {
    const read = anyMessage(1, 1, { status: 'read', fromMe: true })
    expect(joinMessages(read, { ...read, status: 'sent' }).status).toBe('read')
    expect(joinMessages({ ...read, status: 'delivered' }, { ...read, status: 'failed' }).status).toBe('delivered')
  })

  it('leaves a message older than everything loaded to its own page', () => {
    const pages: MessagePages = { ...empty, pages: [{ ...empty.pages[0]!, messages: [anyMessage(5, 1)], hasMore: true, nextCursor: 'c' }] }
    expect(messagesOf(placeMessage(pages, anyMessage(2, 1)))).toHaveLength(1)
    expect(messagesOf(placeMessage(pages, anyMessage(6, 1)))).toHaveLength(2)
  })

  it('keeps a deleted message in its place', () => {
    const pages = placeMessage(placeMessage(empty, anyMessage(1, 1)), anyMessage(2, 1))
    expect(messagesOf(markDeleted(pages, sampleId(1001))).map((message) => message.isDeleted)).toEqual([true, false])
  })
})
