import { mint, type ExternalMessageId, type InboundEvent, type InboundTyping, type ReceiptState } from '@recado/sdk'
import { listOf } from '@recado/sdk/server'
import * as z from 'zod'
import { bareJid, chatWith, isGroup, personOf, senderOf } from './addresses.ts'
import { instant, jid, words } from './fields.ts'
import { placeOf, Source } from './message.ts'

const states: Readonly<Record<string, ReceiptState>> = {
  '': 'delivered',
  delivered: 'delivered',
  read: 'read',
  played: 'played',
}
const Receipt = Source.extend({
  messageids: listOf(z.string().min(1).max(200)),
  timestamp: instant,
  type: words,
})

/**
 * How far messages of ours have got. In a group each member tells for themselves: the first one shows that a message
 * has arrived, and that one has read it does not mean that everybody has. What the account's own devices have read is
 * no receipt of ours. `state` is the gateway's word beside the event, which older builds alone have.
 */
export function readReceipt(event: unknown, state: string | undefined): InboundEvent[] {
  const receipt = Receipt.safeParse(event).data
  if (!receipt || receipt.isfromme) return []
  const word = (state || receipt.type || '').toLowerCase()
  const told = Object.hasOwn(states, word) ? states[word] : undefined
  if (told === undefined) return []
  const isInGroup = receipt.isgroup || isGroup(bareJid(receipt.chat) ?? '')
  const reached = isInGroup ? 'delivered' : told
  return receipt.messageids
    .slice(0, 500)
    .map((id) => ({ type: 'receipt', target: mint<ExternalMessageId>(id), state: reached, at: receipt.timestamp }))
}

const Presence = Source.extend({ state: words, media: words })

/** Who is writing or recording in a conversation. */
export function readTyping(event: unknown, config: { readonly groups: boolean }): InboundTyping[] {
  const presence = Presence.safeParse(event).data
  const place = presence && placeOf(presence)
  if (!presence || !place || presence.isfromme || (place.isGroup && !config.groups)) return []
  const mode = presence.state !== 'composing' ? 'stop' : presence.media === 'audio' ? 'voice' : 'text'
  return [{ type: 'typing', chat: place.chat, sender: senderOf(place.author, false), mode, at: null }]
}

const Call = z.object({
  from: jid,
  callcreator: jid,
  callcreatoralt: jid,
  callid: z.string().min(1).max(200),
  timestamp: instant,
})

/** A call, as something that happened in the conversation: this channel carries none. */
export function readCall(event: unknown): InboundEvent[] {
  const call = Call.safeParse(event).data
  const caller = call && personOf(call.callcreator ?? call.from, call.callcreatoralt)
  if (!call || !caller) return []
  return [
    {
      type: 'message',
      chat: chatWith(caller),
      id: mint<ExternalMessageId>(`call;${call.callid}`),
      at: call.timestamp,
      sender: senderOf(caller, false),
      isGroup: false,
      parts: [{ kind: 'unsupported', note: 'call' }],
      origin: 'live',
      automatic: true,
    },
  ]
}
