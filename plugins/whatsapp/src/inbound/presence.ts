import type { InboundTyping } from '@recado/sdk'
import type { PresenceData } from 'baileys'
import type { Facts } from './facts.ts'
import { addressesOf, bareJid, chatOf, isGroup, isPerson, senderOf } from './jid.ts'

const modes: Readonly<Record<string, InboundTyping['mode']>> = {
  composing: 'text',
  recording: 'voice',
  available: 'stop',
  paused: 'stop',
  unavailable: 'stop',
}

/** Who is writing in a conversation. */
export function typingOf(id: string, presences: Readonly<Record<string, PresenceData>>, facts: Facts): InboundTyping[] {
  const remote = bareJid(id)
  if (remote === undefined || !(isGroup(remote) || isPerson(remote))) return []
  return Object.entries(presences).flatMap(([who, { lastKnownPresence }]) => {
    const author = bareJid(who)
    const mode = modes[lastKnownPresence]
    if (author === undefined || mode === undefined || !isPerson(author)) return []
    const addresses = addressesOf(author, undefined, facts)
    const chat = isGroup(remote) ? chatOf({ phone: remote }) : chatOf(addressesOf(remote, undefined, facts))
    return [{ type: 'typing' as const, chat, sender: senderOf(addresses, facts), mode, at: null }]
  })
}
