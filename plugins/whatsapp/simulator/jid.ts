/** Addresses as WhatsApp writes them. */
export const server = 's.whatsapp.net'
export const S = `@${server}`
/** A person by phone number; `digits` with country code. */
export const phoneJid = (digits: string, device?: number): string =>
  `${digits}${device === undefined ? '' : `:${device}`}@${server}`
/** A person by the id that does not tell the number. */
export const lidJid = (id: string, device?: number): string => `${id}${device === undefined ? '' : `:${device}`}@lid`
/** The part before the device and the server. */
export const userOf = (jid: string): string => /^[^:@]*/.exec(jid)![0]
/** The address without a device. */
export const bare = (jid: string): string => `${userOf(jid)}@${jid.slice(jid.indexOf('@') + 1)}`
export const isGroup = (jid: string): boolean => jid.endsWith('@g.us')
