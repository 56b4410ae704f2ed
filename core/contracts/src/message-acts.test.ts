import { describe, expect, test } from 'vitest'
import type { ChannelCapabilities } from './capabilities.ts'
import { deletePolicy, editableText, isReaction, mayAct, withText, type ActTarget } from './message-acts.ts'

const capabilities = {
  media: {
    image: { mime: { 'image/png': 'full' }, caption: 'full' },
    sticker: { mime: { 'image/webp': 'full' }, caption: 'dropped' },
  },
  edit: { level: 'full', withinMs: 900_000 },
  deleteForAll: { level: 'full' },
  reaction: { level: 'full', maxCount: 1 },
  stopPoll: 'full',
} as unknown as ChannelCapabilities
const author = { userId: 'u1', role: 'user' } as const
const sent = Date.UTC(2026, 10, 20)
const message: ActTarget = {
  fromMe: true,
  userId: 'u1',
  status: 'sent',
  isDeleted: false,
  timestamp: new Date(sent).toISOString(),
  parts: [{ kind: 'text', text: 'Oi', format: 'plain' }],
  reaction: {},
}
const verdict = (
  act: Parameters<typeof mayAct>[0],
  change: Partial<ActTarget> = {},
  user: Parameters<typeof mayAct>[3] = author,
  ms = 0,
  can = capabilities,
) => {
  const answer = mayAct(act, can, { ...message, ...change }, user, new Date(sent + ms))
  return answer.ok || answer.reason
}

describe('who', () => {
  test('edits: the author alone', () => {
    expect(verdict('edit')).toBe(true)
    expect(verdict('edit', {}, { userId: 'u2', role: 'admin' })).toBe('notAuthor')
    expect(verdict('edit', { userId: null })).toBe('notAuthor')
  })
  test('deletes: the author, supervisors and administrators, never what the contact wrote', () => {
    expect(verdict('delete')).toBe(true)
    expect(verdict('delete', {}, { userId: 'u2', role: 'user' })).toBe('notAuthor')
    for (const role of ['super', 'admin'] as const)
      expect(verdict('delete', { userId: null }, { userId: 'u2', role })).toBe(true)
    expect(verdict('delete', { fromMe: false }, { userId: 'u2', role: 'admin' })).toBe('notOwn')
  })
  test('reacts: anybody to anything that arrived, in place of our own reaction too', () => {
    expect(verdict('react', { fromMe: false, userId: null, status: 'received' }, { userId: 'u2', role: 'user' })).toBe(
      true,
    )
    expect(verdict('react', { reaction: { '@us': '👍' } })).toBe(true)
  })
})

test('stops a poll of the company: anybody, once, where the channel can and the poll has left', () => {
  const parts: ActTarget['parts'] = [{ kind: 'poll', question: 'Qual?', options: ['A', 'B'], several: false }]
  expect(verdict('stopPoll', { parts }, { userId: 'u2', role: 'user' })).toBe(true)
  expect(verdict('stopPoll', { parts, fromMe: false })).toBe('notOwn')
  expect(verdict('stopPoll')).toBe('noPoll')
  expect(verdict('stopPoll', { parts, votes: { stopped: true } })).toBe('stopped')
  expect(verdict('stopPoll', { parts, status: 'failed' })).toBe('notSent')
  expect(verdict('stopPoll', { parts, isDeleted: true })).toBe('deleted')
  expect(verdict('stopPoll', { parts }, author, 0, { ...capabilities, stopPoll: 'rejected' })).toBe('unsupported')
})

describe('when', () => {
  test('S5-047 deleting ends after 5 minutes, or sooner where the channel says so', () => {
    expect(verdict('delete', {}, author, deletePolicy.withinMs)).toBe(true)
    expect(verdict('delete', {}, author, deletePolicy.withinMs + 1)).toBe('tooOld')
    expect(
      verdict('delete', {}, author, 61_000, { ...capabilities, deleteForAll: { level: 'full', withinMs: 60_000 } }),
    ).toBe('tooOld')
  })
  test('editing ends when the channel says so', () => {
    expect(verdict('edit', {}, author, 900_000)).toBe(true)
    expect(verdict('edit', {}, author, 900_001)).toBe('tooOld')
  })
})

describe('what', () => {
  test('nothing is done to what is deleted, and little to what never arrived', () => {
    for (const act of ['edit', 'delete', 'react'] as const) expect(verdict(act, { isDeleted: true })).toBe('deleted')
    expect(['edit', 'delete', 'react'].map((act) => verdict(act as 'edit', { status: 'failed' }))).toEqual([
      'notSent',
      true,
      'notSent',
    ])
    expect(['edit', 'delete', 'react'].map((act) => verdict(act as 'edit', { status: 'unknown' }))).toEqual([
      'notSent',
      'notSent',
      'notSent',
    ])
  })
  test('texts and captions can be edited, nothing else', () => {
    const image = { kind: 'media', as: 'image', media: 'm', mime: 'image/png' } as never
    const sticker = { kind: 'media', as: 'sticker', media: 'm', mime: 'image/webp' } as never
    expect(editableText(message.parts, capabilities)).toBe('Oi')
    expect(editableText([image], capabilities)).toBe('')
    expect(verdict('edit', { parts: [sticker] })).toBe('notText')
    expect(verdict('edit', { parts: [...message.parts, image] })).toBe('notText')
    expect(withText([image], 'veja')).toEqual([
      { kind: 'media', as: 'image', media: 'm', mime: 'image/png', caption: 'veja' },
    ])
    expect(withText(withText([image], 'veja'), '')).toEqual([image])
  })
  test('a channel that names its emoji has no others', () => {
    expect(isReaction('🎉', capabilities)).toBe(true)
    expect(isReaction('🎉', { reaction: { level: 'full', allowed: ['👍'] } })).toBe(false)
  })
})
