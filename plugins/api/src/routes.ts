import { defineRoute, id, maxTextLength, type MessageId, type TicketId } from '@recado/sdk'
import * as z from 'zod'
import { Configuration, ConfigurationDraft, ConfigurationWithToken } from './configurations/configuration.ts'
import { longestOverlapHours } from './configurations/limits.ts'
import {
  ExternalMessage,
  ExternalMessageStatus,
  ExternalSent,
  ExternalStatus,
  ExternalTicket,
} from './external/external.ts'

const manage = { access: { kind: 'session', permission: 'api.manage' }, tier: 'plus' } as const
const program = { access: { kind: 'key' }, tier: 'plus' } as const
const params = z.object({ id: z.uuid() })
const byApi = z.object({ apiId: z.uuid() })
const refused = ['ERR_API_CONFIG_NOT_FOUND', 'ERR_API_CONFIG_INACTIVE', 'ERR_API_SCOPE'] as const
const notSent = [
  'ERR_NO_WAPP_FOUND',
  'ERR_CONNECTION_INACTIVE',
  'ERR_CREATING_TICKET',
  'ERR_CREATING_MESSAGE',
  'ERR_CONTACT_LIMIT_REACHED',
  'ERR_CHANNEL_UNSUPPORTED',
  'ERR_MESSAGE_TOO_LONG',
  'ERR_SERVICE_WINDOW_CLOSED',
] as const

export const routes = {
  list: defineRoute({
    ...manage,
    method: 'GET',
    path: '/configurations',
    summary: 'API configurations of the company, by name',
    rate: 'read',
    response: z.array(Configuration),
  }),
  connections: defineRoute({
    ...manage,
    method: 'GET',
    path: '/connections',
    summary: 'Connections that an API configuration can send through',
    rate: 'read',
    response: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        type: z.string(),
        status: z.string(),
        isActive: z.boolean(),
        reaches: z.enum(['phone', 'email']).nullable(),
      }),
    ),
  }),
  create: defineRoute({
    ...manage,
    method: 'POST',
    path: '/configurations',
    summary: 'Creates an API configuration; its token is in this answer alone',
    rate: 'write',
    confidential: true,
    body: ConfigurationDraft,
    response: ConfigurationWithToken,
    errors: ['ERR_API_CONFIG_EXISTS', 'ERR_API_CONFIG_LIMIT', 'ERR_NO_WAPP_FOUND', 'ERR_WEBHOOK_ADDRESS'],
  }),
  update: defineRoute({
    ...manage,
    method: 'PUT',
    path: '/configurations/:id',
    summary: 'Replaces an API configuration; its token stays',
    rate: 'write',
    params,
    body: ConfigurationDraft,
    response: Configuration,
    errors: ['ERR_API_CONFIG_NOT_FOUND', 'ERR_API_CONFIG_EXISTS', 'ERR_NO_WAPP_FOUND', 'ERR_WEBHOOK_ADDRESS'],
  }),
  renew: defineRoute({
    ...manage,
    method: 'POST',
    path: '/configurations/:id/token',
    summary: 'A new token, which is in this answer alone; the one before is accepted for the hours that are asked for',
    rate: 'write',
    confidential: true,
    params,
    body: z.object({ overlapHours: z.int().min(0).max(longestOverlapHours).default(24) }).strict(),
    response: ConfigurationWithToken,
    errors: ['ERR_API_CONFIG_NOT_FOUND'],
  }),
  remove: defineRoute({
    ...manage,
    method: 'DELETE',
    path: '/configurations/:id',
    summary: 'Deletes an API configuration; its tokens are refused from then on',
    rate: 'write',
    params,
    response: z.object({ message: z.string() }),
    errors: ['ERR_API_CONFIG_NOT_FOUND'],
  }),
  trial: defineRoute({
    ...manage,
    method: 'POST',
    path: '/configurations/:id/test',
    summary: 'Sends a message to a number, as a program would',
    rate: 'write',
    params,
    body: z
      .object({ number: z.string().trim().min(1).max(254), body: z.string().trim().min(1).max(maxTextLength) })
      .strict(),
    response: ExternalSent,
    errors: ['ERR_API_CONFIG_NOT_FOUND', 'ERR_API_CONFIG_INACTIVE', 'ERR_API_SCOPE', ...notSent],
  }),
  send: defineRoute({
    ...program,
    method: 'POST',
    path: '/external/:apiId',
    summary: 'Sends a text or a file, to a number or into a ticket',
    rate: 'write',
    params: byApi,
    encoding: 'multipart',
    body: ExternalMessage,
    response: ExternalSent,
    limitMs: 60_000,
    errors: [
      ...refused,
      ...notSent,
      'ERR_NO_TICKET_FOUND',
      'ERR_API_MEDIA_URL',
      'ERR_FILE_TOO_LARGE',
      'ERR_FILE_TYPE',
      'ERR_STORAGE_FULL',
      'ERR_IDEMPOTENCY_MISMATCH',
    ],
  }),
  status: defineRoute({
    ...program,
    method: 'GET',
    path: '/external/:apiId',
    summary: 'What the token may do, and how its connection stands',
    rate: 'read',
    params: byApi,
    response: ExternalStatus,
    errors: [...refused, 'ERR_NO_WAPP_FOUND'],
  }),
  message: defineRoute({
    ...program,
    method: 'GET',
    path: '/external/:apiId/messages/:messageId',
    summary: 'How far a message that was sent here has come',
    rate: 'read',
    params: byApi.extend({ messageId: id<MessageId>() }),
    response: ExternalMessageStatus,
    errors: [...refused, 'ERR_NO_MESSAGE_FOUND'],
  }),
  close: defineRoute({
    ...program,
    method: 'POST',
    path: '/external/:apiId/tickets/:ticketId/close',
    summary: 'Resolves a conversation of the connection',
    rate: 'write',
    params: byApi.extend({ ticketId: id<TicketId>() }),
    response: ExternalTicket,
    errors: [...refused, 'ERR_NO_TICKET_FOUND', 'ERR_TICKET_TRANSITION', 'ERR_TICKET_ATTRIBUTES_REQUIRED'],
  }),
}
