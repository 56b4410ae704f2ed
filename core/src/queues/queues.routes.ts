import {
  defineRoute,
  HexColor,
  id,
  Queue,
  QueueMembersChange,
  QueueName,
  QueueOverviewPage,
  QueueRules,
  type QueueId,
} from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import type { QueueMembers } from './queue-members.ts'
import { OverviewQuery, type QueueOverviews } from './queue-overviews.ts'
import type { QueuesService } from './queues.service.ts'

const manage = { access: { kind: 'session', permission: 'queues.manage' }, rate: 'write', maxBody: 8_192 } as const
const params = z.object({ queueId: id<QueueId>() })
const body = z.object({
  queue: QueueName,
  isActive: z.boolean().optional(),
  color: HexColor.optional(),
  ...QueueRules.partial().shape,
})
const changed = z.object({ ...Queue.shape, ...QueueRules.shape })

const List = defineRoute({
  method: 'GET',
  path: '/queue',
  summary: 'All queues of the company',
  access: { kind: 'session', permission: 'queues.read' },
  rate: 'read',
  response: z.array(Queue),
})
const Create = defineRoute({
  ...manage,
  method: 'POST',
  path: '/queue',
  summary: 'Create a queue',
  body,
  response: changed,
  errors: ['ERR_QUEUE_NAME_EXISTS', 'ERR_FREE_PLAN_QUEUES', 'ERR_FREE_PLAN_VIOLATION'],
})
const Update = defineRoute({
  ...manage,
  method: 'PUT',
  path: '/queue/:queueId',
  summary: 'Change a queue',
  params,
  body,
  response: changed,
  errors: ['ERR_NO_QUEUE_FOUND', 'ERR_QUEUE_NAME_EXISTS', 'ERR_FREE_PLAN_QUEUES', 'ERR_FREE_PLAN_VIOLATION'],
})
const Remove = defineRoute({
  ...manage,
  method: 'DELETE',
  path: '/queue/:queueId',
  summary: 'Delete a queue without tickets',
  params,
  response: z.object({ message: z.string() }),
  errors: ['ERR_NO_QUEUE_FOUND', 'ERR_QUEUE_TICKET_EXISTS'],
})
const Overview = defineRoute({
  ...manage,
  rate: 'read',
  method: 'GET',
  path: '/queue/overview',
  summary: 'Queues by name, with who works in them and what stands in them',
  query: OverviewQuery,
  response: QueueOverviewPage,
})
const Members = defineRoute({
  ...manage,
  access: { kind: 'session', permission: 'users.manage' },
  maxBody: 32_768,
  method: 'PUT',
  path: '/queue/:queueId/users',
  summary: 'Let people into a queue and out of it',
  params,
  body: QueueMembersChange,
  response: z.object({ message: z.string() }),
  errors: ['ERR_NO_QUEUE_FOUND', 'ERR_NO_USER_FOUND'],
})

export function queueRoutes({
  queues,
  overviews,
  members,
}: {
  readonly queues: QueuesService
  readonly overviews: QueueOverviews
  readonly members: QueueMembers
}): readonly BoundRoute[] {
  return [
    bindRoute(Overview, (request, caller) => overviews.page(viewerOf(caller).tenantId, request.query)),
    bindRoute(Members, async (request, caller) => {
      await members.change(viewerOf(caller), request.params.queueId, request.body)
      return { message: 'Queue updated' }
    }),
    bindRoute(List, (_request, caller) => queues.list(viewerOf(caller).tenantId)),
    bindRoute(Create, (request, caller) => queues.create(viewerOf(caller), request.body)),
    bindRoute(Update, (request, caller) => queues.update(viewerOf(caller), request.params.queueId, request.body)),
    bindRoute(Remove, async (request, caller) => {
      await queues.remove(viewerOf(caller), request.params.queueId)
      return { message: 'Queue deleted' }
    }),
  ]
}
