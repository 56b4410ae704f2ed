import {
  mint,
  type ExternalMessageId,
  type ExternalUserId,
  type InboundEvent,
  type ReceiptState,
  type SendKey,
} from '@recado/sdk'
import { listOf } from '@recado/sdk/server'
import * as z from 'zod'
import { failureOf, GraphError } from '../api/failure.ts'
import { Id, OptionalId, When, words } from './fields.ts'
import { chatOf } from './person.ts'

export const Status = z.object({
  id: Id,
  status: z.string(),
  timestamp: When,
  recipient_id: OptionalId,
  recipient_user_id: OptionalId,
  recipient_type: words,
  recipient_participant_id: OptionalId,
  recipient_participant_user_id: OptionalId,
  biz_opaque_callback_data: OptionalId,
  errors: listOf(GraphError),
})
type Status = z.output<typeof Status>

const states: Readonly<Record<string, ReceiptState>> = {
  accepted: 'accepted',
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  played: 'played',
  failed: 'failed',
}

/** In a group each member tells for themselves: that one has read it, or cannot get it, is not everybody's state. */
function ofOneMember(state: ReceiptState, isMembers: boolean): ReceiptState | undefined {
  if (state === 'read' || state === 'played') return 'delivered'
  return state === 'failed' && isMembers ? undefined : state
}

/**
 * A receipt. The first one that says `sent` also carries the key under which it was sent: it settles an attempt whose
 * answer was lost. States that are not known are skipped.
 */
export function statusEvents(status: Status): InboundEvent[] {
  const told = Object.hasOwn(states, status.status) ? states[status.status]! : undefined
  // Whoever names a member speaks of a group, whether they say so or not.
  const isMembers = (status.recipient_participant_id ?? status.recipient_participant_user_id) !== undefined
  const isGroup = isMembers || status.recipient_type?.toLowerCase() === 'group'
  const state = told && isGroup ? ofOneMember(told, isMembers) : told
  if (state === undefined) return []
  const [error] = status.errors
  const target = mint<ExternalMessageId>(status.id)
  const receipt: InboundEvent = {
    type: 'receipt',
    target,
    state,
    at: status.timestamp,
    ...(state === 'failed' && error && { error: failureOf(error) }),
  }
  const key = status.biz_opaque_callback_data
  const chat = chatOf({ phone: status.recipient_id, bsuid: status.recipient_user_id })
  if (state !== 'sent' || key === undefined || chat === undefined || !z.uuid().safeParse(key).success) return [receipt]
  return [
    {
      type: 'message',
      id: target,
      chat,
      echoOf: mint<SendKey>(key),
      sender: { id: mint<ExternalUserId>(chat), isSelf: true },
      isGroup: false,
      origin: 'otherDevice',
      at: status.timestamp,
      parts: [{ kind: 'unsupported', note: 'sent' }],
    },
    receipt,
  ]
}
