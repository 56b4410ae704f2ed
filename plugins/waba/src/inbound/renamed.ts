import { mint, type ExternalChatId, type InboundEvent } from '@recado/sdk'
import * as z from 'zod'
import { OptionalId, When, words } from './fields.ts'
import { normaliseId } from './person.ts'

/* A person's number or business-scoped user id (BSUID) has changed; the conversation goes on under the new one. */

export const Renamed = z.object({
  wa_id: OptionalId,
  user_id: z.object({ previous: OptionalId, current: OptionalId }).optional().catch(undefined),
  timestamp: When,
})
const SystemNotice = z.object({
  type: words,
  body: words,
  customer: OptionalId,
  new_wa_id: OptionalId,
  wa_id: OptionalId,
  user_id: OptionalId,
  previous_user_id: OptionalId,
  previous_wa_id: OptionalId,
})
interface SystemMessage {
  readonly from?: string | undefined
  readonly from_user_id?: string | undefined
  readonly timestamp: Date | null
  readonly system?: unknown
}
/** Current identities of the person. */
interface Current {
  readonly bsuid?: string | undefined
  readonly phone?: string | undefined
}

/**
 * From everything that somebody was called to the BSUID, and from that to the number, where there are both: then either
 * finds them, and the number is what is written to.
 */
function moves(olds: readonly (string | undefined)[], { bsuid, phone }: Current, at: Date | null): InboundEvent[] {
  const now = [bsuid, phone].flatMap((id) => (id === undefined ? [] : [normaliseId(id)]))
  const [first, second] = now
  const before = [...new Set(olds.flatMap((id) => (id === undefined ? [] : [normaliseId(id)])))].filter(
    (id) => !now.includes(id),
  )
  if (first === undefined || before.length === 0) return []
  const pairs: [string, string][] = [
    ...before.map((id): [string, string] => [id, first]),
    ...(second === undefined ? [] : [[first, second] as [string, string]]),
  ]
  return pairs.map(([from, to]) => ({
    type: 'chatMoved',
    from: mint<ExternalChatId>(from),
    to: mint<ExternalChatId>(to),
    at,
  }))
}

/** The webhook `user_id_update` names both ids. */
export const renamedEvents = ({ wa_id: phone, user_id: ids, timestamp }: z.output<typeof Renamed>): InboundEvent[] =>
  ids?.current === undefined ? [] : moves([ids.previous], { bsuid: ids.current, phone }, timestamp)

/** Meta writes the old id into the sentence only. A name may say anything, so only the end of it counts. */
const changedFrom = /changed from (\S+) to (\S+)$/

/**
 * System messages `user_changed_number`, which was `customer_changed_number` before, and `user_changed_user_id`. Other
 * ones concern nobody.
 */
export function systemEvents({ from, from_user_id, timestamp, system }: SystemMessage): InboundEvent[] {
  const { data } = SystemNotice.safeParse(system)
  if (!data || !/^(user_changed_number|customer_changed_number|user_changed_user_id)$/.test(data.type ?? '')) return []
  const [, old, current] = changedFrom.exec(data.body ?? '') ?? []
  const told = current !== undefined && (current === data.user_id || current === data.wa_id) ? old : undefined
  return moves(
    [from_user_id, data.previous_user_id, from, data.customer, data.previous_wa_id, told],
    { bsuid: data.user_id, phone: data.wa_id ?? data.new_wa_id },
    timestamp,
  )
}
