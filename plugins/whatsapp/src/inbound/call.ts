import { mint, type ExternalMessageId, type InboundMessage } from '@recado/sdk'
import type { WACallEvent } from 'baileys'
import type { Facts } from './facts.ts'
import { addressesOf, bareJid, chatOf, isPerson, senderOf } from './jid.ts'

/** A call that was offered, as something that happened in the conversation. This connection carries no calls. */
export function messageOfCall(
  { id, from, callerPn, isVideo, isGroup, status, date }: WACallEvent,
  facts: Facts,
): InboundMessage[] {
  const caller = bareJid(from)
  if (status !== 'offer' || isGroup || caller === undefined || !isPerson(caller)) return []
  const addresses = addressesOf(caller, callerPn, facts)
  return [
    {
      type: 'message',
      chat: chatOf(addresses),
      id: mint<ExternalMessageId>(`call;${id.slice(0, 200)}`),
      at: Number.isNaN(date.getTime()) ? null : date,
      sender: senderOf(addresses, facts),
      isGroup: false,
      parts: [{ kind: 'unsupported', note: isVideo ? 'video call' : 'call' }],
      origin: 'live',
      automatic: true,
    },
  ]
}
