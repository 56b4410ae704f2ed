import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mentionedIn, piecesOf, withIds, withNames, type Named } from './mentions.ts'

const ana: Named = { id: '018f0000-0000-7000-8000-00000000000a', name: 'Ana' }
const anabel: Named = { id: '018f0000-0000-7000-8000-00000000000b', name: 'Ana Bel' }
const otherAna: Named = { id: '018f0000-0000-7000-8000-00000000000c', name: 'Ana' }

describe('mentions', () => {
  test('are stored as ids and read as names', () => {
    const stored = withIds('@Ana Bel e @Ana, vejam @Rui e a@b.c', [ana, anabel])
    expect(stored).toBe(`<@${anabel.id}> e <@${ana.id}>, vejam @Rui e a@b.c`)
    expect(mentionedIn(stored)).toEqual([anabel.id, ana.id])
    expect(withNames(stored, [{ ...ana, name: 'Ana Maria' }, anabel])).toBe('@Ana Bel e @Ana Maria, vejam @Rui e a@b.c')
  })

  test('of namesakes are told apart by the order in which they were picked', () => {
    expect(withIds('@Ana, fale com @Ana', [ana, otherAna])).toBe(`<@${ana.id}>, fale com <@${otherAna.id}>`)
  })

  test('of somebody who is unknown show no id', () =>
    expect(piecesOf(`Oi <@${ana.id}>`, [])).toEqual(['Oi ', { id: ana.id, name: '?' }]))

  test('come back as they were typed', () => {
    const words = fc
      .array(fc.constantFrom('@Ana', '@Ana Bel', ' ', 'a', '@', '<@', '\n'), { maxLength: 12 })
      .map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(words, (text) => {
        expect(withNames(withIds(text, [ana, anabel]), [ana, anabel])).toBe(text)
      }),
    )
  })
})
