import { expect, it } from 'vitest'
import { citedIn, sourcesAsData } from './knowledge.ts'

const sources = [
  { article: 'a', title: 'Trocas', text: 'Até 30 dias.' },
  { article: 'b', title: 'Entregas', text: 'Às sextas.' },
]

it('sources are named by number, and the numbers taken out of what is sent', () => {
  expect(sourcesAsData(sources)).toBe('<articles>\n[1] Trocas\nAté 30 dias.\n\n[2] Entregas\nÀs sextas.\n</articles>')
  expect(citedIn('Você tem 30 dias [1]. Até mais!', sources)).toEqual({
    text: 'Você tem 30 dias. Até mais!',
    cited: [sources[0]],
  })
  expect(citedIn('Nada disso [7].', sources)).toEqual({ text: 'Nada disso [7].', cited: [] })
  expect(citedIn('Item [1]', [])).toEqual({ text: 'Item [1]', cited: [] })
})
