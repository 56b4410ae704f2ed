import {
  Refusal,
  type KeyContext,
  type MessageId,
  type SessionContext,
  type TicketId,
  type UploadedFile,
} from '@recado/sdk'
import type * as z from 'zod'
import { requireConfiguration } from '../configurations/handlers.ts'
import { refusal } from '../errors.ts'
import { admitted } from './admission.ts'
import type {
  ExternalMessage,
  ExternalMessageStatus,
  ExternalSent,
  ExternalStatus,
  ExternalTicket,
} from './external.ts'
import { send, ticketOf } from './send.ts'

interface ByApi {
  readonly params: { readonly apiId: string }
}

/** `POST /v1/api/external/{apiId}`. */
export async function sendExternal(
  {
    params,
    body,
    files,
    headers,
  }: ByApi & { readonly body: ExternalMessage; readonly files: readonly UploadedFile[]; readonly headers: Headers },
  ctx: KeyContext,
): Promise<ExternalSent> {
  const configuration = await admitted(ctx, params.apiId, 'send')
  const repeat = headers.get('idempotency-key') ?? body.externalKey
  return send(ctx, configuration, { message: body, files, repeat: repeat ?? undefined })
}

/** `POST /v1/api/external/{apiId}/tickets/{ticketId}/close`. A closed one stays closed. */
export async function closeExternal(
  { params }: { readonly params: { readonly apiId: string; readonly ticketId: TicketId } },
  ctx: KeyContext,
): Promise<z.infer<typeof ExternalTicket>> {
  const { sessionId, name } = await admitted(ctx, params.apiId, 'close')
  const ticket = await ticketOf(ctx.core, sessionId, params.ticketId)
  const { id, status } =
    ticket.status === 'closed' ? ticket : await ctx.core.tickets.change(ticket.id, { status: 'closed' }, { note: name })
  return { ticketId: id, status }
}

/** `GET /v1/api/external/{apiId}/messages/{messageId}`: of a message that a program sent through this connection. */
export async function messageStatus(
  { params }: { readonly params: { readonly apiId: string; readonly messageId: MessageId } },
  ctx: KeyContext,
): Promise<z.input<typeof ExternalMessageStatus>> {
  const { sessionId } = await admitted(ctx, params.apiId, 'status')
  const message = await ctx.core.messages.get(params.messageId)
  const ticket = message?.sendType === 'API' ? await ctx.core.tickets.get(message.ticketId) : undefined
  if (!message || ticket?.channelId !== sessionId) throw new Refusal('ERR_NO_MESSAGE_FOUND')
  return { messageId: message.id, ticketId: message.ticketId, status: message.status, sentAt: message.timestamp }
}

/** `GET /v1/api/external/{apiId}`: what the token may do, and how its connection stands. */
export async function apiStatus({ params }: ByApi, ctx: KeyContext): Promise<z.input<typeof ExternalStatus>> {
  const { name, isActive, sendBy, scopes, sessionId } = await admitted(ctx, params.apiId, 'status')
  const [connection] = await ctx.core.conversations.places({ connection: sessionId })
  if (!connection) throw new Refusal('ERR_NO_WAPP_FOUND')
  const key = (await ctx.core.keys.list([ctx.key.holder])).find(({ id }) => id === ctx.key.id)
  return { name, isActive, sendBy, scopes, connection, tokenEndsAt: key?.endsAt ?? null }
}

/** A message that an administrator tries a configuration with. Its conversation stays open, so that it can be seen. */
export async function trySending(
  { params, body }: { readonly params: { readonly id: string }; readonly body: { number: string; body: string } },
  ctx: SessionContext,
): Promise<ExternalSent> {
  const configuration = await requireConfiguration(ctx, params.id)
  if (!configuration.isActive) throw refusal('ERR_API_CONFIG_INACTIVE')
  return send(ctx, { ...configuration, closeTicket: false }, { message: body, files: [], repeat: undefined })
}
