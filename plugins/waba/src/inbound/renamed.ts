import { mint, type ExternalChatId, type InboundEvent } from '@recado/sdk'
import * as z from 'zod'
import { OptionalId, When, words } from './fields.ts'
import { normaliseId } from './person.ts'

/* Somebody's number or business-scoped user id (BSUID) has changed; the conversation goes on under the new one. */

export const Renamed = z.object({ wa_id: OptionalId, user_id: z.object({ previous: OptionalId, current: OptionalId }).optional().catch(undefined), timestamp: When })
export const SystemNotice = z.object({ type: words, body: words, wa_id: OptionalId, user_id: OptionalId, previous_user_id: OptionalId, previous_wa_id: OptionalId })
interface SystemMessage { readonly from?: string | undefined; readonly from_user_id?: string | undefined; readonly timestamp: Date | null; readonly system?: unknown }

const moved = (from: string | undefined, to: string | undefined, at: Date | null): InboundEvent[] => {
  if (from === undefined || to === undefined) return []
  const [old, next] = [normaliseId(from), normaliseId(to)]
  return old === next ? [] : [{ type: 'chatMoved', from: mint<ExternalChatId>(old), to: mint<ExternalChatId>(next), at }]
}

/** The webhook `user_id_update` names both ids. */
export const renamedEvents = ({ user_id: ids, timestamp }: z.output<typeof Renamed>): InboundEvent[] => moved(ids?.previous, ids?.current, timestamp)

/** Meta writes the old id into the sentence only. A name may say anything, so only the end of it counts. */
const changedFrom = /changed from (\S+) to (\S+)$/

/**
 * System messages `user_changed_number` and `user_changed_user_id`: everything that somebody was known by leads to what
 * they are known by now. Other ones concern nobody.
 */
export function systemEvents({ from, from_user_id, timestamp, system }: SystemMessage): InboundEvent[] {
  const { data } = SystemNotice.safeParse(system)
  if (!data || !/^user_changed_(number|user_id)$/.test(data.type ?? '')) return []
  const [, old, current] = changedFrom.exec(data.body ?? '') ?? []
  const told = current !== undefined && (current === data.user_id || current === data.wa_id) ? old : undefined
  const to = data.user_id ?? data.wa_id
  const olds = [from_user_id, data.previous_user_id, from, data.previous_wa_id, told].filter((id) => id !== undefined && id !== data.wa_id && id !== data.user_id)
  return [...new Set(olds)].flatMap((id) => moved(id, to, timestamp))
}
