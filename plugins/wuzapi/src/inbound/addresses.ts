import { mint, type ExternalChatId, type ExternalUserId, type Sender } from '@recado/sdk'

/** User, agent and device of older spellings, server. */
const form = /^([^:@.]{1,64})(?:\.\d{1,3})?(?::\d{1,5})?@([a-z.]{1,32})$/

/** An address of WhatsApp without its device; undefined for what is none. */
export function bareJid(jid: string | null | undefined): string | undefined {
  const [, user, server] = form.exec(jid ?? '') ?? []
  return user === undefined ? undefined : `${user}@${server === 'c.us' ? 's.whatsapp.net' : server}`
}

export const isGroup = (jid: string): boolean => jid.endsWith('@g.us')
export const isPhone = (jid: string): boolean => jid.endsWith('@s.whatsapp.net')
export const isPerson = (jid: string): boolean => isPhone(jid) || jid.endsWith('@lid')

/** A person under both addresses, as a delivery names them: by number, and by the id that does not tell it. */
export interface Person {
  readonly id: string
  readonly lid?: string | undefined
}

/** Undefined where neither address is a person's. The number is the id where it is told. */
export function personOf(jid: string | undefined, alt: string | undefined): Person | undefined {
  const told = [bareJid(jid), bareJid(alt)].filter((each) => each !== undefined && isPerson(each))
  const phone = told.find((each) => isPhone(each!))
  const lid = told.find((each) => !isPhone(each!))
  const id = phone ?? lid
  return id === undefined ? undefined : { id, ...(phone !== undefined && lid !== undefined && { lid }) }
}

export const chatWith = (person: Person): ExternalChatId => mint<ExternalChatId>(person.id)

/** WhatsApp vouches for both addresses, and for the number. */
export function senderOf({ id, lid }: Person, isSelf: boolean, shownName?: string): Sender {
  const name = shownName?.trim()
  return {
    id: mint<ExternalUserId>(id),
    isSelf,
    verified: true,
    ...(name && { name: name.slice(0, 200) }),
    ...(isPhone(id) && { phone: `+${id.slice(0, id.indexOf('@'))}` }),
    ...(lid !== undefined && { aliases: [mint<ExternalUserId>(lid)] }),
  }
}
