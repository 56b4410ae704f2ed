import { defineRoute, Empty, id, MessagePage, MessageQuery, MessageSend, type MessageId, type TicketId } from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import type { MessagesService } from './messages.service.ts'

const byTicket = z.object({ ticketId: id<TicketId>() })
const byMessage = z.object({ messageId: id<MessageId>() })

export const messageRoutes = (messages: MessagesService): BoundRoute[] => [
  bindRoute(defineRoute({ method: 'GET', path: '/messages/:ticketId', summary: 'A page of a conversation, oldest first; the cursor leads to older ones', access: { kind: 'session', permission: 'tickets.read' }, rate: 'read', params: byTicket, query: MessageQuery, response: MessagePage, errors: ['ERR_NO_TICKET_FOUND'] }),
    (request, caller) => messages.page(viewerOf(caller), request.params.ticketId, request.query)),
  bindRoute(defineRoute({
    method: 'POST', path: '/messages/:ticketId', summary: 'Send text and files (multipart `medias`); the stored message arrives by socket',
    access: { kind: 'session', permission: 'messages.write' }, rate: 'write', encoding: 'multipart', params: byTicket, body: MessageSend, response: Empty,
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_CREATING_MESSAGE', 'ERR_MESSAGE_TOO_LONG', 'ERR_CHANNEL_UNSUPPORTED', 'ERR_FILE_TOO_LARGE', 'ERR_CONNECTION_INACTIVE'],
  }), async (request, caller) => {
    const { body, quotedMsg, idFront, voice } = request.body
    await messages.send(viewerOf(caller), request.params.ticketId, { text: body.trim() === '' ? '' : body, files: request.files, quotedId: quotedMsg, idFront, voice })
    return {}
  }),
  bindRoute(defineRoute({
    method: 'POST', path: '/messages/:messageId/media/retry', summary: 'Ask the provider again for files that could not be fetched',
    access: { kind: 'session', permission: 'messages.write' }, rate: 'write', params: byMessage, response: Empty, errors: ['ERR_NO_MESSAGE_FOUND', 'ERR_CONNECTION_INACTIVE'],
  }), async (request, caller) => {
    await messages.retryMedia(viewerOf(caller), request.params.messageId)
    return {}
  }),
]
