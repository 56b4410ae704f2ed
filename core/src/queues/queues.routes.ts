import { defineRoute, HexColor, id, Queue, type QueueId } from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import type { QueuesService } from './queues.service.ts'

const manage = { access: { kind: 'session', permission: 'queues.manage' }, rate: 'write', maxBody: 8_192 } as const
const params = z.object({ queueId: id<QueueId>() })
const body = z.object({
  queue: z.string().trim().min(1).max(100), isActive: z.boolean().optional(), color: HexColor.optional(),
  autoCloseMinutes: Queue.shape.autoCloseMinutes.optional(),
  returnToQueueMinutes: Queue.shape.returnToQueueMinutes.optional(),
  distribution: Queue.shape.distribution.optional(),
})

const List = defineRoute({ method: 'GET', path: '/queue', summary: 'All queues of the company', access: { kind: 'session', permission: 'queues.read' }, rate: 'read', response: z.array(Queue) })
const Create = defineRoute({ ...manage, method: 'POST', path: '/queue', summary: 'Create a queue', body, response: Queue, errors: ['ERR_QUEUE_NAME_EXISTS', 'ERR_FREE_PLAN_QUEUES', 'ERR_FREE_PLAN_VIOLATION'] })
const Update = defineRoute({ ...manage, method: 'PUT', path: '/queue/:queueId', summary: 'Change a queue', params, body, response: Queue, errors: ['ERR_NO_QUEUE_FOUND', 'ERR_QUEUE_NAME_EXISTS', 'ERR_FREE_PLAN_QUEUES', 'ERR_FREE_PLAN_VIOLATION'] })
const Remove = defineRoute({ ...manage, method: 'DELETE', path: '/queue/:queueId', summary: 'Delete a queue without tickets', params, response: z.object({ message: z.string() }), errors: ['ERR_NO_QUEUE_FOUND', 'ERR_QUEUE_TICKET_EXISTS'] })

export function queueRoutes({ queues }: { readonly queues: QueuesService }): readonly BoundRoute[] {
  return [
    bindRoute(List, (_request, caller) => queues.list(viewerOf(caller).tenantId)),
    bindRoute(Create, (request, caller) => queues.create(viewerOf(caller), request.body)),
    bindRoute(Update, (request, caller) => queues.update(viewerOf(caller), request.params.queueId, request.body)),
    bindRoute(Remove, async (request, caller) => {
      await queues.remove(viewerOf(caller), request.params.queueId)
      return { message: 'Queue deleted' }
    }),
  ]
}
