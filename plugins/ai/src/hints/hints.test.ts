import type { Tag } from '@recado/sdk'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { offeredTags, readHints } from './hints.ts'

const tag = (name: string, isActive = true): Tag =>
  ({ id: name, tag: name, color: '#000000', isActive }) as unknown as Tag
const tags = [tag('troca'), tag('frete')]

test('tags are chosen by number, each once, and a priority where it is another one', () => {
  const answer = {
    tags: [
      { number: 2, why: ' Pergunta do frete. ' },
      { number: 2, why: 'outra vez' },
      { number: 9, why: 'não há' },
      { number: 0, why: 'nem' },
      { number: 1.5, why: 'nem' },
    ],
    priority: 'urgent',
    why: 'Espera há dias.',
  }
  const fenced = `\`\`\`json\n${JSON.stringify(answer)}\n\`\`\``
  expect(readHints(fenced, tags, 'normal')).toEqual({
    tags: [{ id: 'frete', name: 'frete', color: '#000000', why: 'Pergunta do frete.' }],
    priority: { value: 'urgent', why: 'Espera há dias.' },
  })
  expect(readHints(fenced, tags, 'urgent').priority).toBeNull()
  expect(readHints('{"tags":[],"priority":"at once"}', tags, 'low').priority).toBeNull()
})

test('an answer of any other form is a failure, and never names what is not the company’s', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      try {
        const { tags: chosen } = readHints(text, tags, 'normal')
        expect(chosen.every(({ id }) => tags.some((one) => one.id === id))).toBe(true)
      } catch (error) {
        expect(error).toMatchObject({ code: 'ERR_AI_ANSWER' })
      }
    }),
  )
})

test('tags that the ticket has, or that are put aside, are not offered', () => {
  expect(offeredTags([...tags, tag('velha', false)], { tags: [tag('troca')] } as never)).toEqual([tag('frete')])
})
