import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { templateProblems } from './rules.ts'

const good = {
  name: 'pedido_pronto',
  language: 'pt_BR',
  body: 'Olá {{1}}, seu pedido {{2}} está pronto.',
  examples: { 1: 'Maria', 2: '77' },
}
const rules = (change: object): string[] =>
  templateProblems({ ...good, ...change }).map(({ path, rule }) => `${path} ${rule}`)

test.each<[object, string[]]>([
  [{}, []],
  [{ body: 'Seu pedido está pronto.', examples: {} }, []],
  [{ language: 'en' }, []],
  [{ name: 'Pedido pronto' }, ['name name']],
  [{ name: '' }, ['name name']],
  [{ language: 'português' }, ['language language']],
  [{ body: ' ', examples: {} }, ['body bodyRequired']],
  [{ body: 'a'.repeat(1_025), examples: {} }, ['body bodyLength']],
  [{ body: 'Pedido {{1} pronto.', examples: {} }, ['body variableForm']],
  [{ body: 'Pedido {{2}} pronto.', examples: { 2: '7' } }, ['body variableOrder']],
  [{ body: 'Pedido {{numero}} pronto.', examples: { numero: '7' } }, ['body variableOrder']],
  [{ body: '{{1}} chegou.', examples: { 1: 'Ana' } }, ['body variableAtEdge']],
  [{ body: 'Chegou {{1}}', examples: { 1: 'Ana' } }, ['body variableAtEdge']],
  [{ examples: { 1: 'Maria' } }, ['examples.2 exampleRequired']],
  [{ examples: { 1: 'Maria', 2: '#77' } }, ['examples.2 exampleForm']],
])('%j breaks %j', (change, broken) => {
  expect(rules(change)).toEqual(broken)
})

test('for any text there is an answer, and its places are fields of the draft', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.dictionary(fc.string(), fc.string()), (name, body, examples) => {
      for (const { path } of templateProblems({ name, language: 'en', body, examples }))
        expect(path).toMatch(/^(name|body|examples\.[^]*)$/)
    }),
  )
})
