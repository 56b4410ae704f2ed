import { expect, test } from 'vitest'
import { routeTiers, tierOfPath } from './route-tiers.ts'
import { tierAllows } from './tier-order.ts'

const numbers = { free: 0, basic: 1, plus: 2, premium: 3 } as const

test('S9-081…084 tiers are FREE 0, BASIC 1, PLUS 2, PREMIUM 3: each allows itself and what is below', () => {
  const names = Object.keys(numbers) as (keyof typeof numbers)[]
  for (const have of names)
    for (const need of names) {
      expect(tierAllows(have, need), `${have} ${need}`).toBe(numbers[have] >= numbers[need])
    }
})

test('the table of screens with a tier, those that are still to come among them', () => {
  expect(routeTiers).toEqual({
    kanban: 'plus',
    agendamentos: 'plus',
    notas: 'plus',
    'chat-interno': 'plus',
    grupos: 'plus',
    templates: 'plus',
    api: 'plus',
    typebotapi: 'plus',
    campanhas: 'basic',
    campanhaswaba: 'premium',
    campanhasms: 'premium',
    prompt: 'premium',
    servicos: 'premium',
    'importacao-zpro': 'premium',
  })
})

test.each([
  ['/home', 'free'],
  ['/atendimento/018f', 'free'],
  ['/kanban', 'plus'],
  ['/configuracoes/templates', 'plus'],
  ['/campanhas/018f/contatos', 'basic'],
  ['/configuracoes/importacao-zpro?x=1', 'premium'],
  ['/campanhas-antigas', 'free'],
  ['/configuracoes/grupos/templates', 'plus'],
  ['/constructor', 'free'],
] as const)('%s asks for %s: a child path follows its parent', (path, tier) => {
  expect(tierOfPath(path)).toBe(tier)
})
