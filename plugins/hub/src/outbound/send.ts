import {
  ChannelError,
  mint,
  splitText,
  type ConnectionContext,
  type ExternalMessageId,
  type Part,
  type SendRequest,
  type SendResult,
} from '@recado/sdk'
import { publicFileAddress } from '@recado/sdk/server'
import * as z from 'zod'
import type { HubApi } from '../api/client.ts'
import { maxText } from '../channel/capabilities.ts'
import { factsOf } from '../channel/hub-channels.ts'
import { personOf } from '../inbound/address.ts'

type Context = Pick<ConnectionContext<unknown>, 'media' | 'callbackUrl'>
type Content = Readonly<Record<string, unknown>>

/** The hub fetches a file within minutes; a second try of the same message gets a new address. */
const addressLivesMs = 3_600_000
const Sent = z.object({ id: z.coerce.string().min(1).max(400) })

/** Sends one intent as one message with its contents. */
export async function send(
  { call, config }: HubApi,
  ctx: Context,
  request: SendRequest,
  signal: AbortSignal,
): Promise<SendResult> {
  const { version, carriesFiles } = factsOf(config.channel)
  const contents = (await Promise.all(request.parts.map((part) => contentsOf(part, ctx, carriesFiles)))).flat()
  if (contents.length === 0) throw unsupported('there is nothing to send')
  const { id } = await call({
    path: `/${version}/channels/${config.channel}/messages`,
    json: { from: config.channelId, to: personOf(request.chat), contents },
    result: Sent,
    signal,
  })
  return { status: 'sent', ids: [mint<ExternalMessageId>(id)], at: new Date() }
}

const unsupported = (message: string): ChannelError =>
  new ChannelError({ kind: 'unsupported', code: 'UNSUPPORTED', message, certain: true })

const textContents = (text: string): Content[] =>
  splitText(text, maxText).map((piece) => ({ type: 'text', text: piece }))

/** Types that the hub expects a word for, by the kind of a file. */
async function contentsOf(part: Part, ctx: Context, carriesFiles: boolean): Promise<Content[]> {
  switch (part.kind) {
    case 'text':
    case 'html':
      return textContents(part.text)
    case 'interactiveReply':
      return textContents(part.label)
    case 'media': {
      if (!carriesFiles) throw unsupported('this channel of the hub carries text alone')
      const info = await ctx.media.info(part.media)
      return [
        {
          type: 'file',
          fileUrl: publicFileAddress(ctx, part.media, addressLivesMs),
          fileMimeType: info?.mime ?? 'application/octet-stream',
          ...(part.caption !== undefined && { fileCaption: part.caption }),
          ...((part.name ?? info?.name) && { fileName: part.name ?? info?.name }),
        },
      ]
    }
    default:
      throw unsupported(`a part of kind ${part.kind} cannot be sent`)
  }
}
