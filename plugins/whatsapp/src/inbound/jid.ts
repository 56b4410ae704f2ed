import { mint, type ExternalChatId, type ExternalUserId, type Sender } from '@recado/sdk'
import type { Facts } from './facts.ts'

const form = /^([^:@]{1,64})(?::\d{1,5})?@([a-z.]{1,32})$/

/** An address without its device; undefined for what is none. */
export function bareJid(jid: string | null | undefined): string | undefined {
  const match = form.exec(jid ?? '')
  return match ? `${match[1]}@${match[2] === 'c.us' ? 's.whatsapp.net' : match[2]}` : undefined
}

export const userOf = (jid: string): string => jid.slice(0, jid.indexOf('@'))
export const isGroup = (jid: string): boolean => jid.endsWith('@g.us')
export const isPerson = (jid: string): boolean => jid.endsWith('@s.whatsapp.net') || jid.endsWith('@lid')
const isPhone = (jid: string | undefined): jid is string => jid?.endsWith('@s.whatsapp.net') === true

/** The two addresses of a person: by number, and by the id that does not tell it. */
export interface Addresses {
  readonly phone?: string | undefined
  readonly lid?: string | undefined
}

export function addressesOf(jid: string, other: string | null | undefined, facts: Facts): Addresses {
  const also = bareJid(other)
  if (isPhone(jid)) return { phone: jid, lid: also?.endsWith('@lid') ? also : undefined }
  return { phone: isPhone(also) ? also : facts.phoneOf(jid), lid: jid }
}

/** Where a conversation is kept: under the number where it is known. */
export const chatOf = ({ phone, lid }: Addresses): ExternalChatId => mint<ExternalChatId>(phone ?? lid!)

/** A person as core takes them: WhatsApp vouches for both addresses and for the number. */
export function senderOf(addresses: Addresses, facts: Facts, shownName?: string | null): Sender {
  const { phone, lid } = addresses
  const id = phone ?? lid!
  const name = shownName?.trim() || facts.nameOf(id) || (lid === undefined ? undefined : facts.nameOf(lid))
  return {
    id: mint<ExternalUserId>(id),
    isSelf: isSelf(addresses, facts),
    verified: true,
    ...(name && { name: name.slice(0, 200) }),
    ...(phone !== undefined && { phone: `+${userOf(phone)}` }),
    ...(phone !== undefined && lid !== undefined && { aliases: [mint<ExternalUserId>(lid)] }),
  }
}

export const isSelf = ({ phone, lid }: Addresses, { self }: Facts): boolean =>
  (phone !== undefined && phone === self.pn) || (lid !== undefined && lid === self.lid)
