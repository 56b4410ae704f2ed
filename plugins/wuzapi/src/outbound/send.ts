import {
  ChannelError,
  mint,
  type ConnectionContext,
  type ExternalMessageId,
  type SendRequest,
  type SendResult,
} from '@recado/sdk'
import * as z from 'zod'
import { maxFileBytes } from '../channel/limits.ts'
import type { Gateway } from '../gateway/client.ts'
import { authorKey, ownAuthor } from '../inbound/author.ts'
import { isGroup } from '../inbound/addresses.ts'
import { isOwnId, messageIdFor, planOf, type Step } from './plan.ts'

/** What a message needs on its way out. */
export interface WayOut {
  readonly ctx: Pick<ConnectionContext<unknown>, 'connection' | 'media' | 'state'>
  readonly gateway: Gateway
  /** Address of the linked number, as far as it is known. */
  readonly self: string | undefined
}

const Sent = z.unknown()

/** Sends one intent. Its messages have the same ids on every attempt. */
export async function send(way: WayOut, request: SendRequest, signal: AbortSignal): Promise<SendResult> {
  const ids: ExternalMessageId[] = []
  const context = request.replyTo === undefined ? undefined : await contextOf(way, request.replyTo, request.chat)
  for (const [index, step] of planOf(request.parts).entries()) {
    const id = messageIdFor(way.ctx.connection, request.key, index)
    const json = {
      Phone: request.chat,
      Id: id,
      ...step.fields,
      ...(await fileOf(way, step)),
      ...(index === 0 && context && { ContextInfo: context }),
    }
    await way.gateway.call({ path: `/chat/send/${step.call}`, json, result: Sent, signal }).catch((error: unknown) => {
      throw ids.length === 0 ? error : inPart(error)
    })
    ids.push(mint<ExternalMessageId>(id))
  }
  const [first, ...others] = ids
  if (first) return { status: 'sent', ids: [first, ...others], at: new Date() }
  throw new ChannelError({ kind: 'unsupported', code: 'EMPTY', message: 'there is nothing to send', certain: true })
}

/** What was refused after a part had gone is not certain as a whole. */
function inPart(error: unknown): unknown {
  if (!ChannelError.is(error) || !error.certain) return error
  const { kind, code, message } = error
  return new ChannelError({ kind, code, message: `only a part was sent: ${message}`, certain: false }, { cause: error })
}

/** Who wrote a message; undefined of one of a group that is older than what is remembered. */
export async function authorOf(
  { ctx, self }: Pick<WayOut, 'ctx' | 'self'>,
  id: string,
  chat: string,
): Promise<string | undefined> {
  if (isOwnId(ctx.connection, id)) return self
  const remembered = await ctx.state.get<string>(authorKey(id))
  if (remembered === ownAuthor) return self
  return remembered ?? (isGroup(chat) ? undefined : chat)
}

/** What is answered, by its id and its author: phones have the message itself. Without an author there is no quote. */
async function contextOf(way: WayOut, id: string, chat: string): Promise<object | undefined> {
  const author = await authorOf(way, id, chat)
  return author === undefined ? undefined : { StanzaId: id, Participant: author }
}

/** The file of a message as the gateway takes it: an address that holds the bytes. */
async function fileOf({ ctx }: WayOut, { file }: Step): Promise<Readonly<Record<string, string>>> {
  if (!file) return {}
  const { bytes, stream } = await ctx.media.open(file.part.media)
  if (bytes > maxFileBytes)
    throw new ChannelError({ kind: 'tooLarge', code: 'FILE', message: 'the file is too large', certain: true })
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return { [file.field]: `data:${file.mime};base64,${Buffer.concat(chunks).toString('base64')}` }
}
