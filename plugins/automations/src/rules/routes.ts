import { AutomationOffer, defineRoute } from '@recado/sdk'
import * as z from 'zod'
import { FiringPage } from '../runs/firing.ts'
import { SimulationOrder, SimulationPart } from '../simulation/simulation.ts'
import { Rule, RuleDraft, RuleOrder } from './rule.ts'

const access = { kind: 'session', permission: 'automations.manage' } as const
const params = z.object({ id: z.uuid() })
const write = { access, rate: 'write', maxBody: 262_144 } as const
const ofBlocks = ['ERR_AUTOMATION_BLOCK', 'ERR_WEBHOOK_ADDRESS'] as const

export const routes = {
  list: defineRoute({
    method: 'GET',
    path: '/rules',
    summary: 'All rules, in the order in which they are asked',
    access,
    rate: 'read',
    response: z.array(Rule),
  }),
  offer: defineRoute({
    method: 'GET',
    path: '/blocks',
    summary: 'Conditions and actions that rules can be put together of',
    access,
    rate: 'read',
    response: AutomationOffer,
  }),
  webhookSecret: defineRoute({
    method: 'GET',
    path: '/webhook-secret',
    summary: 'The secret that webhooks of rules are signed with; null before a rule has needed one',
    access,
    rate: 'read',
    response: z.object({ secret: z.string().nullable() }),
  }),
  makeWebhookSecret: defineRoute({
    method: 'POST',
    path: '/webhook-secret',
    summary: 'Makes the secret that webhooks of rules are signed with, where there is none; answers it',
    access,
    rate: 'write',
    response: z.object({ secret: z.string() }),
  }),
  create: defineRoute({
    ...write,
    method: 'POST',
    path: '/rules',
    summary: 'Creates a rule, behind the others',
    body: RuleDraft,
    response: Rule,
    errors: ['ERR_RULE_EXISTS', 'ERR_RULE_LIMIT', ...ofBlocks],
  }),
  update: defineRoute({
    ...write,
    method: 'PUT',
    path: '/rules/:id',
    summary: 'Replaces a rule',
    params,
    body: RuleDraft,
    response: Rule,
    errors: ['ERR_NO_RULE_FOUND', 'ERR_RULE_EXISTS', ...ofBlocks],
  }),
  switch: defineRoute({
    ...write,
    method: 'PATCH',
    path: '/rules/:id',
    summary: 'Switches a rule on or off',
    params,
    body: z.object({ isActive: z.boolean() }).strict(),
    response: Rule,
    errors: ['ERR_NO_RULE_FOUND'],
  }),
  remove: defineRoute({
    ...write,
    method: 'DELETE',
    path: '/rules/:id',
    summary: 'Deletes a rule',
    params,
    response: z.object({ message: z.string() }),
    errors: ['ERR_NO_RULE_FOUND'],
  }),
  arrange: defineRoute({
    ...write,
    method: 'PUT',
    path: '/rule-order',
    summary: 'Puts the rules into the order in which they are asked',
    body: RuleOrder,
    response: z.array(Rule),
  }),
  simulate: defineRoute({
    ...write,
    method: 'POST',
    path: '/simulations',
    summary: 'Says when a rule would have fired in the last seven days, a part at a time; does nothing',
    body: SimulationOrder,
    response: SimulationPart,
    errors: ofBlocks,
  }),
  firings: defineRoute({
    method: 'GET',
    path: '/firings',
    summary: 'When rules fired and what became of it, latest first',
    access,
    rate: 'read',
    response: FiringPage,
    query: z.object({
      ruleId: z.uuid().optional(),
      refused: z.stringbool().optional(),
      cursor: z.string().max(200).optional(),
    }),
  }),
}
