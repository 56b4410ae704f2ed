import { ContactSegment, ContactSegmentCount, ContactSegmentInput, defineRoute, Empty } from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import type { ContactSegmentsService } from './contact-segments.service.ts'

const read = { access: { kind: 'session', permission: 'contacts.read' }, rate: 'read' } as const
const write = { access: { kind: 'session', permission: 'contacts.read' }, rate: 'write', maxBody: 65_536 } as const
const params = z.object({ segmentId: z.uuid() })
const body = ContactSegmentInput
const notFound = 'ERR_NO_SEGMENT_FOUND'

const List = defineRoute({
  ...read,
  method: 'GET',
  path: '/contact-segments',
  summary: 'Segments of contacts: shared ones and one’s own',
  response: z.array(ContactSegment),
})
const Count = defineRoute({
  ...read,
  method: 'GET',
  path: '/contact-segments/:segmentId/count',
  summary: 'How many contacts a segment holds now',
  params,
  response: ContactSegmentCount,
  errors: [notFound],
})
const Create = defineRoute({
  ...write,
  method: 'POST',
  path: '/contact-segments',
  summary: 'Save a filter of contacts as a segment',
  body,
  response: ContactSegment,
  status: 201,
  errors: ['ERR_SEGMENT_LIMIT'],
})
const Update = defineRoute({
  ...write,
  method: 'PUT',
  path: '/contact-segments/:segmentId',
  summary: 'Rename, share or change a segment',
  params,
  body,
  response: ContactSegment,
  errors: [notFound, 'ERR_SEGMENT_LIMIT'],
})
const Remove = defineRoute({
  ...write,
  method: 'DELETE',
  path: '/contact-segments/:segmentId',
  summary: 'Delete a segment; its contacts stay',
  params,
  response: Empty,
  errors: [notFound],
})

export function contactSegmentRoutes(segments: ContactSegmentsService): readonly BoundRoute[] {
  return [
    bindRoute(List, (_request, caller) => segments.list(viewerOf(caller))),
    bindRoute(Count, (request, caller) => segments.count(viewerOf(caller), request.params.segmentId)),
    bindRoute(Create, (request, caller) => segments.create(viewerOf(caller), request.body)),
    bindRoute(Update, (request, caller) => segments.update(viewerOf(caller), request.params.segmentId, request.body)),
    bindRoute(Remove, async (request, caller) => {
      await segments.remove(viewerOf(caller), request.params.segmentId)
      return {}
    }),
  ]
}
