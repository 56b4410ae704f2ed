import { mint, type ExternalChatId, type ExternalMessageId, type ExternalUserId, type InboundEvent } from '@recado/sdk'
import { listOf } from '@recado/sdk/server'
import * as z from 'zod'
import { GraphError, sentenceOf } from '../api/failure.ts'
import { HistoryProgressed } from '../events.ts'
import type { Value } from './value.ts'
import { contentOf } from './content.ts'
import { OptionalId } from './fields.ts'
import { saidIn } from './message.ts'
import type { About } from './notice.ts'
import { RawMessage } from './raw-message.ts'
import { chatOf, isSameNumber, met, normaliseId, type Known } from './person.ts'

/* A number that is used in the Business app as well: messages from there, and those before it was connected. */

const Echo = RawMessage
const Thread = z.object({
  id: OptionalId,
  context: z.object({ wa_id: OptionalId, user_id: OptionalId }).optional().catch(undefined),
  messages: listOf(RawMessage),
})
const percent = z.coerce.number().int().min(0).max(100)
const History = z.object({
  metadata: z.object({ progress: percent }).optional().catch(undefined),
  threads: listOf(Thread),
  errors: listOf(GraphError),
})

/** @param name what the other side is called, where that is known: nobody but them says it otherwise */
const ourselves = (number: string | undefined, origin: 'otherDevice' | 'history', other: Known, name?: string) => {
  const chat = chatOf(other)
  const title = name ?? (other.phone === undefined ? undefined : `+${normaliseId(other.phone)}`)
  return chat === undefined
    ? undefined
    : ({
        chat,
        ...(title !== undefined && { chatTitle: title }),
        sender: { id: mint<ExternalUserId>(normaliseId(number ?? 'self')), isSelf: true },
        isGroup: false,
        origin,
      } as const)
}

/** Messages sent from the app, edits and deletions included. */
export function echoEvents(value: Value): InboundEvent[] {
  return listOf(Echo)
    .parse(value['message_echoes'])
    .flatMap((message) => {
      const setting = ourselves(message.from ?? value.metadata?.display_phone_number, 'otherDevice', {
        phone: message.to,
        bsuid: message.to_user_id,
      })
      return setting ? saidIn(setting, message) : []
    })
}

/** Messages from before, of both sides. A thread is named after its customer. */
export function historyEvents(value: Value, at: About): InboundEvent[] {
  const own = value.metadata?.display_phone_number
  const chunks = listOf(History).parse(value['history'])
  const messages = chunks.flatMap(({ threads }) =>
    threads.flatMap(({ id, context, messages }) =>
      messages.flatMap((message) => {
        const other: Known = { phone: context?.wa_id ?? id, bsuid: context?.user_id }
        const isOwn = message.from !== undefined && own !== undefined && isSameNumber(message.from, own)
        const who = met(other, value.contacts)
        const setting = isOwn
          ? ourselves(own, 'history', other, who?.sender.name)
          : who && { ...who, isGroup: false, origin: 'history' as const }
        return setting ? saidIn(setting, message) : []
      }),
    ),
  )
  return [
    ...messages,
    ...value.messages.flatMap((message) => fileOfPast(message, own)),
    ...chunks.flatMap((chunk) => progressOf(chunk, at)),
  ]
}

/**
 * The files of an import come after their messages, in deliveries of their own, and for the last 14 days only
 * (https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/history). They take the
 * place of what announced them.
 */
function fileOfPast(message: RawMessage, own: string | undefined): InboundEvent[] {
  const { from, from_user_id: author, to, to_user_id: reader } = message
  const isOwn = own === undefined ? to !== undefined : from !== undefined && isSameNumber(from, own)
  const other = isOwn ? (to ?? reader) : (from ?? author)
  const parts = contentOf(message.type, message)
  if (other === undefined || !parts.some(({ kind }) => kind === 'remoteMedia')) return []
  return [
    {
      type: 'edit',
      completes: true,
      chat: mint<ExternalChatId>(normaliseId(other)),
      target: mint<ExternalMessageId>(message.id),
      parts,
      at: message.timestamp,
    },
  ]
}

/** The company has answered no when the app asked whether to share its past. */
const declined = 2_593_109

/** How far an import is; whoever declined it is told to the administrators. */
function progressOf({ errors: [error], metadata }: z.output<typeof History>, at: About): InboundEvent[] {
  const facts = error
    ? { state: error.code === declined ? 'declined' : 'failed', progress: null, reason: sentenceOf(error) }
    : metadata && { state: metadata.progress === 100 ? 'done' : 'running', progress: metadata.progress, reason: null }
  return facts === undefined
    ? []
    : [
        {
          type: 'notice',
          event: HistoryProgressed.name,
          key: at.businessAccountId ?? 'history',
          data: { ...at, ...facts },
          at: null,
        },
      ]
}
