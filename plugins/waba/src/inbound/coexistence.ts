import { mint, type ExternalUserId, type InboundEvent } from '@recado/sdk'
import { listOf } from '@recado/sdk/server'
import * as z from 'zod'
import type { Value } from './value.ts'
import { OptionalId } from './fields.ts'
import { saidIn } from './message.ts'
import { RawMessage } from './raw-message.ts'
import { chatOf, met, normaliseId, type Known } from './person.ts'

/* A number that is used in the Business app as well: messages from there, and those before it was connected. */

const Echo = RawMessage
const Thread = z.object({
  id: OptionalId,
  context: z.object({ wa_id: OptionalId, user_id: OptionalId }).optional().catch(undefined),
  messages: listOf(RawMessage),
})
const History = z.object({ threads: listOf(Thread) })

const ourselves = (number: string | undefined, origin: 'otherDevice' | 'history', other: Known) => {
  const chat = chatOf(other)
  return chat === undefined
    ? undefined
    : ({
        chat,
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
export function historyEvents(value: Value): InboundEvent[] {
  const own = value.metadata?.display_phone_number
  return listOf(History)
    .parse(value['history'])
    .flatMap(({ threads }) =>
      threads.flatMap(({ id, context, messages }) =>
        messages.flatMap((message) => {
          const other: Known = { phone: context?.wa_id ?? id, bsuid: context?.user_id }
          const isOwn =
            message.from !== undefined && own !== undefined && normaliseId(message.from) === normaliseId(own)
          const who = isOwn ? undefined : met(other, value.contacts)
          const setting = isOwn
            ? ourselves(own, 'history', other)
            : who && { ...who, isGroup: false, origin: 'history' as const }
          return setting ? saidIn(setting, message) : []
        }),
      ),
    )
}
