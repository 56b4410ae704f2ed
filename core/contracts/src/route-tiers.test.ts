import { expect, test } from 'vitest'
import { routeTiers, tierOfPath } from './route-tiers.ts'
import { tiers } from './tier-order.ts'

test('S9-081 S9-082 S9-083 S9-084 tiers are FREE 0, BASIC 1, PLUS 2, PREMIUM 3', () => {
  expect(Object.fromEntries(tiers.map((tier, at) => [tier, at]))).toEqual({ free: 0, basic: 1, plus: 2, premium: 3 })
})

test('S9-085 S9-086 S9-087 S9-088 S9-089 S9-090 S9-091 S9-092 S9-093 S9-094 S9-095 S9-096 S9-097 S9-098 the table of the specification', () => {
  expect(routeTiers).toEqual({
    kanban: 'plus', agendamentos: 'plus', notas: 'plus', 'chat-interno': 'plus', grupos: 'plus', templates: 'plus', api: 'plus', typebotapi: 'plus',
    campanhas: 'basic', campanhaswaba: 'premium', campanhasms: 'premium', prompt: 'premium', servicos: 'premium', 'importacao-zpro': 'premium',
  })
})

test.each([
  ['/home', 'free'], ['/atendimento/018f', 'free'], ['/kanban', 'plus'], ['/configuracoes/templates', 'plus'], ['/campanhas/018f/contatos', 'basic'], ['/configuracoes/importacao-zpro?x=1', 'premium'],
  ['/campanhas-antigas', 'free'], ['/configuracoes/grupos/templates', 'plus'], ['/constructor', 'free'],
] as const)('%s asks for %s: a child path follows its parent', (path, tier) => { expect(tierOfPath(path)).toBe(tier) })
