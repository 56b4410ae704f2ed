import {
  defineRoute,
  Empty,
  ExchangedFilePage,
  ExchangedFileQuery,
  ExchangedLinkPage,
  ExchangedLinkQuery,
  fileLimits,
  Forwarded,
  ForwardMessages,
  id,
  Message,
  MessageDelete,
  MessageEdit,
  MessagePage,
  MessageQuery,
  MessageReaction,
  MessageSearchPage,
  MessageSearchQuery,
  MessageSend,
  OlderAsked,
  Refusal,
  ScheduledChange,
  ScheduledMessages,
  StoredUpload,
  UploadFields,
  type MediaId,
  type MessageId,
  type TicketId,
} from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import type { ExchangedFiles } from './exchanged-files.ts'
import type { ExchangedLinks } from './exchanged-links.ts'
import type { MessageForwards } from './forward.service.ts'
import type { MessageActs } from './message-acts.service.ts'
import type { MessagesService } from './messages.service.ts'
import type { OlderMessages } from './older-messages.ts'
import type { ScheduledMessagesService } from './scheduled-messages.service.ts'
import type { Uploads } from './uploads.service.ts'

const byTicket = z.object({ ticketId: id<TicketId>() })
const byMessage = z.object({ messageId: id<MessageId>() })
const byId = z.object({ id: id<MessageId>() })
const write = { access: { kind: 'session', permission: 'messages.write' }, rate: 'write' } as const
const ofAct = ['ERR_NO_MESSAGE_FOUND', 'ERR_CONNECTION_INACTIVE', 'ERR_CHANNEL_TYPE_UNKNOWN'] as const

export interface MessageRoutesDeps {
  readonly messages: MessagesService
  readonly acts: MessageActs
  readonly forwards: MessageForwards
  readonly scheduled: ScheduledMessagesService
  readonly uploads: Uploads
  readonly files: ExchangedFiles
  readonly links: ExchangedLinks
  readonly older: OlderMessages
}

export const messageRoutes = ({
  messages,
  acts,
  forwards,
  scheduled,
  uploads,
  files,
  links,
  older,
}: MessageRoutesDeps): BoundRoute[] => [
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/messages/search',
      summary: 'Words of messages, newest first, by ticket: everywhere the user may look, or in one conversation',
      access: { kind: 'session', permission: 'tickets.read' },
      rate: 'search',
      query: MessageSearchQuery,
      response: MessageSearchPage,
    }),
    (request, caller) => messages.search(viewerOf(caller), request.query),
  ),
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/messages/:ticketId',
      summary:
        'A page of a conversation, oldest first: its end, what is older or newer than a position, or what stands ' +
        'around a message',
      access: { kind: 'session', permission: 'tickets.read' },
      rate: 'read',
      params: byTicket,
      query: MessageQuery,
      response: MessagePage,
      errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_MESSAGE_FOUND'],
    }),
    (request, caller) => messages.page(viewerOf(caller), request.params.ticketId, request.query),
  ),
  bindRoute(
    defineRoute({
      method: 'POST',
      path: '/messages/:ticketId',
      summary:
        'Send text, files (multipart `medias`, or `attachments` that were uploaded before) and other parts ' +
        '(`parts`), at once or at `scheduleDate`; the stored message arrives by socket',
      access: { kind: 'session', permission: 'messages.write' },
      rate: 'write',
      encoding: 'multipart',
      params: byTicket,
      body: MessageSend,
      response: Empty,
      errors: [
        'ERR_NO_TICKET_FOUND',
        'ERR_CREATING_MESSAGE',
        'ERR_MESSAGE_TOO_LONG',
        'ERR_CHANNEL_UNSUPPORTED',
        'ERR_FILE_TOO_LARGE',
        'ERR_INVALID_IMAGE',
        'ERR_IMAGE_TOO_LARGE',
        'ERR_NO_MEDIA_FOUND',
        'ERR_AUDIO',
        'ERR_CONNECTION_INACTIVE',
        'ERR_SERVICE_WINDOW_CLOSED',
        'ERR_SCHEDULE_IN_PAST',
        'ERR_SCHEDULE_TOO_FAR',
        'ERR_SCHEDULE_LIMIT_REACHED',
      ],
    }),
    async (request, caller) => {
      const { body, quotedMsg, idFront, parts, attachments, voice, signed, scheduleDate, hold } = request.body
      const later =
        scheduleDate !== undefined
          ? { scheduled: new Date(scheduleDate) }
          : hold !== undefined
            ? { holdSeconds: hold }
            : undefined
      await messages.send(viewerOf(caller), request.params.ticketId, {
        text: body.trim() === '' ? '' : body,
        files: request.files,
        attachments: attachments ?? [],
        parts: parts ?? [],
        replyToId: quotedMsg,
        idFront,
        voice,
        signed,
        later,
      })
      return {}
    },
  ),
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/messages/:ticketId/files',
      summary: 'Files of a conversation, newest first, of one kind',
      access: { kind: 'session', permission: 'tickets.read' },
      rate: 'read',
      params: byTicket,
      query: ExchangedFileQuery,
      response: ExchangedFilePage,
      errors: ['ERR_NO_TICKET_FOUND'],
    }),
    (request, caller) => files.ofTicket(viewerOf(caller), request.params.ticketId, request.query),
  ),
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/messages/:ticketId/links',
      summary: 'Web links in the messages of a conversation, newest first',
      access: { kind: 'session', permission: 'tickets.read' },
      rate: 'read',
      params: byTicket,
      query: ExchangedLinkQuery,
      response: ExchangedLinkPage,
      errors: ['ERR_NO_TICKET_FOUND'],
    }),
    (request, caller) => links.ofTicket(viewerOf(caller), request.params.ticketId, request.query),
  ),
  bindRoute(
    defineRoute({
      method: 'POST',
      path: '/messages/:ticketId/files',
      summary:
        'Keep one file (multipart `media`) for a message of this ticket; `path` of the answer goes into ' +
        '`attachments` of that message',
      access: { kind: 'session', permission: 'messages.write' },
      rate: 'upload',
      encoding: 'multipart',
      maxBody: fileLimits.each + 65_536,
      params: byTicket,
      body: UploadFields,
      response: StoredUpload,
      status: 201,
      errors: [
        'ERR_NO_TICKET_FOUND',
        'ERR_CREATING_MESSAGE',
        'ERR_NO_FILE_UPLOADED',
        'ERR_CHANNEL_UNSUPPORTED',
        'ERR_FILE_TOO_LARGE',
        'ERR_INVALID_IMAGE',
        'ERR_IMAGE_TOO_LARGE',
        'ERR_CONNECTION_INACTIVE',
      ],
    }),
    (request, caller) => uploads.add(viewerOf(caller), request.params.ticketId, request.files, request.body.voice),
  ),
  bindRoute(
    defineRoute({
      method: 'DELETE',
      path: '/messages/files/:mediaId',
      summary: 'Throw away a file that was uploaded for a message and not sent',
      ...write,
      params: z.object({ mediaId: id<MediaId>() }),
      response: Empty,
      errors: ['ERR_NO_MEDIA_FOUND'],
    }),
    async (request, caller) => {
      await uploads.remove(viewerOf(caller), request.params.mediaId)
      return {}
    },
  ),
  bindRoute(
    defineRoute({
      method: 'POST',
      path: '/messages/:ticketId/older',
      summary: 'Ask the provider, or the phone of a number, for messages from before the oldest one',
      access: { kind: 'session', permission: 'messages.write' },
      rate: 'write',
      params: byTicket,
      response: OlderAsked,
      errors: [
        'ERR_NO_TICKET_FOUND',
        'ERR_CREATING_MESSAGE',
        'ERR_CHANNEL_UNSUPPORTED',
        'ERR_CONNECTION_INACTIVE',
        'ERR_FETCH_WAPP_MSG',
      ],
    }),
    (request, caller) => older.ask(viewerOf(caller), request.params.ticketId),
  ),
  bindRoute(
    defineRoute({
      method: 'POST',
      path: '/messages/:messageId/media/retry',
      summary: 'Ask the provider again for files that could not be fetched',
      access: { kind: 'session', permission: 'messages.write' },
      rate: 'write',
      params: byMessage,
      response: Empty,
      errors: ['ERR_NO_MESSAGE_FOUND', 'ERR_CONNECTION_INACTIVE'],
    }),
    async (request, caller) => {
      await messages.retryMedia(viewerOf(caller), request.params.messageId)
      return {}
    },
  ),
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/messages/:ticketId/scheduled',
      summary: 'What waits for its time in a conversation, and what could not be sent',
      access: { kind: 'session', permission: 'tickets.read' },
      rate: 'read',
      params: byTicket,
      response: ScheduledMessages,
      errors: ['ERR_NO_TICKET_FOUND'],
    }),
    (request, caller) => scheduled.list(viewerOf(caller), request.params.ticketId),
  ),
  bindRoute(
    defineRoute({
      method: 'PUT',
      path: '/scheduled-messages/:messageId',
      summary: 'Another text or another time for a scheduled message; one that failed waits again',
      ...write,
      params: byMessage,
      body: ScheduledChange,
      response: Empty,
      errors: [
        'ERR_NO_SCHEDULED_MESSAGE_FOUND',
        'ERR_SCHEDULE_IN_PAST',
        'ERR_SCHEDULE_TOO_FAR',
        'ERR_CREATING_MESSAGE',
        'ERR_MESSAGE_TOO_LONG',
        'ERR_CONNECTION_INACTIVE',
        'ERR_CHANNEL_TYPE_UNKNOWN',
      ],
    }),
    async (request, caller) => {
      await scheduled.change(viewerOf(caller), request.params.messageId, request.body)
      return {}
    },
  ),
  bindRoute(
    defineRoute({
      method: 'DELETE',
      path: '/scheduled-messages/:messageId',
      summary: 'Cancel a scheduled message',
      ...write,
      params: byMessage,
      response: Empty,
      errors: ['ERR_NO_SCHEDULED_MESSAGE_FOUND'],
    }),
    async (request, caller) => {
      await scheduled.cancel(viewerOf(caller), request.params.messageId)
      return {}
    },
  ),
  bindRoute(
    defineRoute({
      method: 'DELETE',
      path: '/messages/:ticketId/held/:idFront',
      summary: 'Take back what was sent with `hold` and has not left yet',
      ...write,
      params: byTicket.extend({ idFront: z.string().max(64) }),
      response: Empty,
      errors: ['ERR_NO_SCHEDULED_MESSAGE_FOUND'],
    }),
    async (request, caller) => {
      await scheduled.takeBack(viewerOf(caller), request.params.ticketId, request.params.idFront)
      return {}
    },
  ),
  bindRoute(
    defineRoute({
      method: 'POST',
      path: '/messagesEdit/:id',
      summary: 'Change the text of one of the user’s own messages; `act` of the answer says how it stands',
      ...write,
      params: byId,
      body: MessageEdit,
      response: Message,
      errors: [...ofAct, 'ERR_EDITING_MESSAGE', 'ERR_EDIT_TOO_OLD', 'ERR_MESSAGE_TOO_LONG'],
    }),
    (request, caller) => acts.act(viewerOf(caller), request.params.id, { kind: 'edit', text: request.body.body }),
  ),
  bindRoute(
    defineRoute({
      method: 'POST',
      path: '/messagesReaction/:id',
      summary: 'React to a message with one emoji, or take the reaction back',
      ...write,
      params: byId,
      body: MessageReaction,
      response: Message,
      errors: [...ofAct, 'ERR_REACTING_MESSAGE'],
    }),
    (request, caller) =>
      acts.act(viewerOf(caller), request.params.id, { kind: 'react', emoji: request.body.reaction || null }),
  ),
  bindRoute(
    defineRoute({
      method: 'POST',
      path: '/messages/:messageId/poll/stop',
      summary: 'Stop the poll of a message for everybody; `act` of the answer says how it stands',
      ...write,
      params: byMessage,
      response: Message,
      errors: [...ofAct, 'ERR_STOPPING_POLL'],
    }),
    (request, caller) => acts.act(viewerOf(caller), request.params.messageId, { kind: 'stopPoll' }),
  ),
  bindRoute(
    defineRoute({
      method: 'DELETE',
      path: '/messages/:messageId',
      summary: 'Delete a message for everybody; a row without text stays',
      ...write,
      params: byMessage,
      body: MessageDelete,
      response: Message,
      errors: [...ofAct, 'ERR_DELETE_WAPP_MSG', 'ERR_DELETE_TOO_OLD'],
    }),
    (request, caller) => {
      const { messageId } = request.params
      if (request.body.id !== undefined && request.body.id !== messageId)
        throw new Refusal('ERR_VALIDATION', {
          issues: [{ path: 'body.id', message: 'is another message than the path says' }],
        })
      return acts.act(viewerOf(caller), messageId, { kind: 'delete' })
    },
  ),
  bindRoute(
    defineRoute({
      method: 'POST',
      path: '/forward-messages',
      summary: 'Send up to 10 messages on to one contact; the answer tells what could not go along',
      ...write,
      body: ForwardMessages,
      response: Forwarded,
      errors: [
        'ERR_NO_MESSAGE_FOUND',
        'ERR_NO_CONTACT_FOUND',
        'ERR_OTHER_OPEN_TICKET',
        'ERR_FORWARD_LIMIT',
        'ERR_FORWARDING_MESSAGES',
        'ERR_CHANNEL_UNSUPPORTED',
        'ERR_AUDIO',
        'ERR_CONNECTION_INACTIVE',
        'ERR_SERVICE_WINDOW_CLOSED',
      ],
    }),
    (request, caller) => forwards.forward(viewerOf(caller), request.body),
  ),
]
