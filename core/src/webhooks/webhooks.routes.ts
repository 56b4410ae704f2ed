import {
  defineRoute,
  Empty,
  WebhookAttempt,
  WebhookDeliveryDetail,
  WebhookDeliveryPage,
  WebhookEndpoint,
  WebhookEndpointInput,
  WebhookEndpointSecret,
  WebhookReplay,
} from '@recado/contracts'
import * as z from 'zod'
import { AnswerWithHeaders, bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import type { WebhookDeliveries } from './webhook-deliveries.service.ts'
import type { WebhooksService } from './webhooks.service.ts'

const manage = { access: { kind: 'session', permission: 'webhooks.manage' }, rate: 'write', maxBody: 65_536 } as const
const params = z.object({ endpointId: z.uuid() })
const deliveryParams = params.extend({ deliveryId: z.uuid() })
const notFound = 'ERR_NO_WEBHOOK_FOUND'
const noDelivery = 'ERR_NO_DELIVERY_FOUND'
const badAddress = 'ERR_WEBHOOK_ADDRESS'

const List = defineRoute({
  ...manage,
  rate: 'read',
  method: 'GET',
  path: '/webhooks',
  summary: 'The endpoints that are told of events, with their state',
  response: z.array(WebhookEndpoint),
})
const Create = defineRoute({
  ...manage,
  method: 'POST',
  path: '/webhooks',
  summary: 'Add an endpoint; its secret is in this answer alone',
  confidential: true,
  body: WebhookEndpointInput,
  response: WebhookEndpointSecret,
  status: 201,
  errors: [badAddress, 'ERR_WEBHOOK_LIMIT'],
})
const Update = defineRoute({
  ...manage,
  method: 'PUT',
  path: '/webhooks/:endpointId',
  summary: 'Change, pause or activate an endpoint',
  params,
  body: WebhookEndpointInput,
  response: WebhookEndpoint,
  errors: [notFound, badAddress],
})
const Remove = defineRoute({
  ...manage,
  method: 'DELETE',
  path: '/webhooks/:endpointId',
  summary: 'Delete an endpoint, with what waits for it and what is kept of its deliveries',
  params,
  response: Empty,
  errors: [notFound],
})
const Rotate = defineRoute({
  ...manage,
  method: 'POST',
  path: '/webhooks/:endpointId/secret',
  summary: 'Make a new secret; the former one signs beside it for a day',
  confidential: true,
  params,
  response: WebhookEndpointSecret,
  errors: [notFound],
})
const Test = defineRoute({
  ...manage,
  method: 'POST',
  path: '/webhooks/:endpointId/test',
  summary: 'Send a test now; answers what came of it',
  params,
  response: WebhookAttempt,
  errors: [notFound],
})
const Deliveries = defineRoute({
  ...manage,
  rate: 'read',
  method: 'GET',
  path: '/webhooks/:endpointId/deliveries',
  summary: 'What an endpoint was told, newest first',
  params,
  query: z.object({ only: z.enum(['all', 'failed']).default('all'), before: z.uuid().optional() }),
  response: WebhookDeliveryPage,
  errors: [notFound],
})
const One = defineRoute({
  ...manage,
  rate: 'read',
  method: 'GET',
  path: '/webhooks/:endpointId/deliveries/:deliveryId',
  summary: 'A delivery with its body and its attempts',
  params: deliveryParams,
  response: WebhookDeliveryDetail,
  errors: [noDelivery],
})
const Replay = defineRoute({
  ...manage,
  method: 'POST',
  path: '/webhooks/:endpointId/deliveries/:deliveryId/replay',
  summary: 'Send a delivery that is done again, under the same id',
  params: deliveryParams,
  response: Empty,
  errors: [notFound, noDelivery],
})
const ReplaySpan = defineRoute({
  ...manage,
  method: 'POST',
  path: '/webhooks/:endpointId/replay',
  summary: 'Send what was told in a span of time again: what failed, or all; at most 10,000 at once',
  params,
  body: WebhookReplay,
  response: z.object({ count: z.int() }),
  errors: [notFound],
})

export function webhookRoutes({
  webhooks,
  deliveries,
}: {
  readonly webhooks: WebhooksService
  readonly deliveries: WebhookDeliveries
}): readonly BoundRoute[] {
  const once = <T extends object>(answer: T) => new AnswerWithHeaders(answer, { 'cache-control': 'no-store' })
  return [
    bindRoute(List, (_request, caller) => webhooks.list(viewerOf(caller).tenantId)),
    bindRoute(Create, async (request, caller) => once(await webhooks.create(viewerOf(caller), request.body))),
    bindRoute(Update, (request, caller) => webhooks.update(viewerOf(caller), request.params.endpointId, request.body)),
    bindRoute(Remove, async (request, caller) => {
      await webhooks.remove(viewerOf(caller), request.params.endpointId)
      return {}
    }),
    bindRoute(Rotate, async (request, caller) =>
      once(await webhooks.rotate(viewerOf(caller), request.params.endpointId)),
    ),
    bindRoute(Test, (request, caller) => webhooks.test(viewerOf(caller), request.params.endpointId)),
    bindRoute(Deliveries, (request, caller) =>
      deliveries.page(viewerOf(caller), request.params.endpointId, request.query),
    ),
    bindRoute(One, (request, caller) =>
      deliveries.one(viewerOf(caller), request.params.endpointId, request.params.deliveryId),
    ),
    bindRoute(Replay, async (request, caller) => {
      await deliveries.replay(viewerOf(caller), request.params.endpointId, request.params.deliveryId)
      return {}
    }),
    bindRoute(ReplaySpan, async (request, caller) => ({
      count: await deliveries.replaySpan(viewerOf(caller), request.params.endpointId, request.body),
    })),
  ]
}
