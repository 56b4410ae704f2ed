import { withNinthDigit } from '@recado/contracts'

const phoneJid = /^(\d{8,15})@s\.whatsapp\.net$/

/**
 * Form under which somebody is known on WhatsApp Web, from an address (JID) or a number that was typed; `normalise` of
 * channels that speak its protocol. WhatsApp writes a Brazilian number with its ninth digit in one place and without it
 * in another: both are one person. Addresses to send to stay as they are.
 */
export function whatsappIdentity(value: string): string {
  const typed = value.trim()
  const address = /^\+?\d{8,15}$/.test(typed) ? `${typed.replace(/\D/g, '')}@s.whatsapp.net` : typed.toLowerCase()
  return address.replace(phoneJid, (_, digits: string) => `${withNinthDigit(`+${digits}`).slice(1)}@s.whatsapp.net`)
}
