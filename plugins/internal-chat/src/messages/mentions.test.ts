import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mentionedIn, withIds, withNames } from './mentions.ts'

const ana = { id: '01900000-0000-7000-8000-000000000001', name: 'Ana' }
const anaLima = { id: '01900000-0000-7000-8000-000000000002', name: 'Ana Lima' }

test('a typed name becomes the id of who has it, the longer name first', () => {
  expect(withIds('@Ana Lima e @Ana, vejam', [ana, anaLima])).toBe(`<@${anaLima.id}> e <@${ana.id}>, vejam`)
  expect(mentionedIn(`<@${ana.id}> <@${ana.id}> <@x>`)).toEqual([ana.id])
})

test('what was typed is what is read', () => {
  const words = fc.array(fc.oneof(fc.constantFrom('@Ana', '@Ana Lima', '@', ' ', '@Eva'), fc.string()))
  fc.assert(
    fc.property(words, (pieces) => {
      const text = pieces.join('').replaceAll('<@', '')
      expect(withNames(withIds(text, [ana, anaLima]), [ana, anaLima])).toBe(text)
    }),
  )
})
