import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { Graph } from '../../graph/graph.ts'
import { foundIn } from './find-blocks.ts'

const { nodes } = Graph.parse({
  nodes: [
    { id: 'start', kind: 'start' },
    { id: 'hi', kind: 'message', title: 'Saudação', data: { parts: [{ kind: 'text', text: 'Olá, José!' }] } },
    { id: 'ask', kind: 'question', data: { text: 'Qual o CEP?', variable: 'cep' } },
  ],
})
const wordsOf = ({ kind, title }: (typeof nodes)[number]) => [title ?? '', kind]
const found = (search: string) => foundIn(nodes, search, wordsOf).map(({ id }) => id)

it('a block is found by its name, its kind and its texts, whatever case and accents are', () => {
  expect([found('saudacao'), found('QUESTION'), found('jose ola'), found('cep qual')]).toEqual([
    ['hi'],
    ['ask'],
    ['hi'],
    ['ask'],
  ])
  // Names of fields are no texts of it.
  expect([found('parts'), found(''), found('  '), found('jose cep')]).toEqual([[], [], [], []])
})

it('more words never find more blocks', () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ minLength: 1 }), (one, more) => {
      const narrow = found(`${one} ${more}`)
      const wide = found(one)
      if (one.trim() !== '') for (const id of narrow) expect(wide).toContain(id)
    }),
  )
})
