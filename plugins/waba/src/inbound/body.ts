import type { InboundEvent } from '@recado/sdk'
import { listOf, readJson } from '@recado/sdk/server'
import * as z from 'zod'
import { echoEvents, historyEvents } from './coexistence.ts'
import { Id } from './fields.ts'
import { messageEvents } from './message.ts'
import { noticeEvents, troubleEvents } from './notice.ts'
import { renamedEvents } from './renamed.ts'
import { statusEvents } from './status.ts'
import { Value } from './value.ts'

const Raw = z.record(z.string(), z.unknown())
const Body = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: listOf(z.object({ id: Id.catch(''), changes: listOf(z.object({ field: z.string(), value: Raw })) })),
})
export type Body = z.output<typeof Body>

/** Body of a webhook; undefined for an invalid one. */
export const readBody = (bytes: Uint8Array): Body | undefined => Body.safeParse(readJson(bytes)).data

/**
 * Everything of a batch: all entries, all changes, all messages and statuses. Events of another number of the account
 * are skipped if `phoneNumberId` is known. Pure; unknown kinds are skipped too.
 */
export function eventsOf(body: Body, phoneNumberId: string | undefined): InboundEvent[] {
  return body.entry.flatMap(({ id: account, changes }) =>
    changes.flatMap(({ field, value: raw }) => {
      const value = Value.parse(raw)
      const number = value.metadata?.phone_number_id
      if (phoneNumberId !== undefined && number !== undefined && number !== phoneNumberId) return []
      const at = { businessAccountId: account === '' ? null : account }
      switch (field) {
        case 'messages':
          return [
            ...value.messages.flatMap((message) => messageEvents(message, value.contacts)),
            ...value.statuses.flatMap(statusEvents),
            ...value.errors.map((error) => troubleEvents(error, at)),
          ]
        case 'user_id_update':
          return value.user_id_update.flatMap(renamedEvents)
        case 'smb_message_echoes':
          return echoEvents(value)
        case 'history':
          return historyEvents(value, at)
        default:
          return noticeEvents(field, raw, at)
      }
    }),
  )
}
