import { describe, expect, it } from 'vitest'
import { groupReactions, offeredReactions } from './reactions.ts'

describe('reactions to offer', () => {
  it('are six, and then every emoji, where the channel has no list', () => {
    const { quick, more } = offeredReactions({ level: 'full' })
    expect(quick).toHaveLength(6)
    expect(more).toBe('any')
  })
  it("are the channel's own where it has a list, written as it writes them", () => {
    expect(offeredReactions({ level: 'full', allowed: ['🎉', '❤', '👍', '🤡', '👎', '🙏', '💩', '🕊'] })).toEqual({
      quick: ['👍', '❤', '🙏', '🎉', '🤡', '👎'],
      more: ['💩', '🕊'],
    })
    expect(offeredReactions({ level: 'full', allowed: ['👎'] })).toEqual({ quick: ['👎'], more: [] })
  })
})

it('reactions of several people to one message stand together, most first, and ours is known', () => {
  expect(groupReactions({ a: '🙏', b: '👍', c: '👍', '@us': '👍' })).toEqual([
    { emoji: '👍', count: 3, isOwn: true },
    { emoji: '🙏', count: 1, isOwn: false },
  ])
})
