import { tierAllows } from './tier-order.ts'
import type { Tier } from './tier.ts'

/**
 * The screens that need a licence above FREE, by the name in their path (S9-085…098). Screens not named here need none
 * (reading 6). Several of them do not exist yet: a plugin that brings one gets its tier from here.
 */
export const routeTiers = {
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
} as const satisfies Record<string, Tier>

/**
 * The lowest tier of a path of the product: that of the highest of its segments, so that child paths follow their
 * parent (reading 7).
 */
export function tierOfPath(path: string): Tier {
  const asked = path
    .split(/[/?#]/)
    .map((name): Tier => (Object.hasOwn(routeTiers, name) ? routeTiers[name as keyof typeof routeTiers] : 'free'))
  return asked.reduce((highest, tier) => (tierAllows(highest, tier) ? highest : tier), 'free')
}
