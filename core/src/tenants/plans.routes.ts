import { defineRoute, id, Plan, PlanInput, type PlanId } from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import type { PlansService } from './plans.service.ts'

const access = { kind: 'session', permission: 'plans.manage' } as const
const params = z.object({ planId: id<PlanId>() })

const List = defineRoute({
  method: 'GET',
  path: '/plans',
  summary: 'Plans that companies can be given: all of them for masters, their own for resellers',
  access,
  rate: 'read',
  response: z.array(Plan),
})
const Create = defineRoute({
  method: 'POST',
  path: '/plans',
  summary: 'Create a plan',
  access,
  rate: 'write',
  body: PlanInput,
  response: Plan,
  errors: ['ERR_PLAN_NAME_EXISTS'],
})
const Update = defineRoute({
  method: 'PUT',
  path: '/plans/:planId',
  summary: 'Change a plan; with `apply` its companies get what it says now',
  access,
  rate: 'write',
  params,
  body: PlanInput.extend({ apply: z.boolean().default(false) }),
  response: Plan,
  errors: ['ERR_NO_PLAN_FOUND', 'ERR_PLAN_NAME_EXISTS'],
})
const Remove = defineRoute({
  method: 'DELETE',
  path: '/plans/:planId',
  summary: 'Delete a plan that no company has',
  access,
  rate: 'write',
  params,
  response: z.object({ message: z.string() }),
  errors: ['ERR_NO_PLAN_FOUND', 'ERR_PLAN_IN_USE'],
})

export const planRoutes = (plans: PlansService): BoundRoute[] => [
  bindRoute(List, (_request, caller) => plans.list(viewerOf(caller))),
  bindRoute(Create, (request, caller) => plans.create(viewerOf(caller), request.body)),
  bindRoute(Update, ({ params: { planId }, body: { apply, ...input } }, caller) =>
    plans.update(viewerOf(caller), planId, input, apply),
  ),
  bindRoute(Remove, async (request, caller) => {
    await plans.remove(viewerOf(caller), request.params.planId)
    return { message: 'Plan deleted' }
  }),
]
