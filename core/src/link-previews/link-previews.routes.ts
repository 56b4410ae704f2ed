import { defineRoute, id, LinkPreview, type MessageId } from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import type { LinkPreviews } from './link-previews.service.ts'

export const linkPreviewRoutes = (previews: LinkPreviews): BoundRoute[] => [
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/messages/:messageId/link-preview',
      summary: 'What the page behind the first link of a message says about itself; null where nothing is shown',
      access: { kind: 'session', permission: 'tickets.read' },
      rate: 'read',
      params: z.object({ messageId: id<MessageId>() }),
      response: z.object({ preview: LinkPreview.nullable() }),
      errors: ['ERR_NO_MESSAGE_FOUND'],
    }),
    async (request, caller) => ({ preview: await previews.of(viewerOf(caller), request.params.messageId) }),
  ),
]
