import { mint, withNinthDigit, type ExternalChatId, type ExternalUserId, type Sender } from '@recado/sdk'
import * as z from 'zod'
import { OptionalId, words } from './fields.ts'

export const Profile = z.object({
  profile: z.object({ name: words, username: words }).optional().catch(undefined),
  wa_id: OptionalId,
  user_id: OptionalId,
  parent_user_id: OptionalId,
})
export type Profile = z.output<typeof Profile>

/**
 * The names under which somebody is known: a phone, a business-scoped user id (BSUID), one of the portfolio's parent.
 */
export interface Known {
  readonly phone?: string | undefined
  readonly bsuid?: string | undefined
  readonly parent?: string | undefined
}
/** The sender, and the address of answers. */
export interface Met {
  readonly sender: Sender
  readonly chat: ExternalChatId
}

const digits = (text: string): string => text.replace(/\D/g, '')
/** Phones as digits, everything else as it is. */
export const normaliseId = (value: string): string => {
  const bare = value.trim()
  return /^\+?[\d\s()-]+$/.test(bare) && digits(bare) !== '' ? digits(bare) : bare
}

/**
 * Form under which somebody is known: an echo writes a Brazilian number with its ninth digit, a message of the same
 * person without it.
 */
export const identityOf = (value: string): string => {
  const id = normaliseId(value)
  return /^\d+$/.test(id) ? withNinthDigit(`+${id}`).slice(1) : id
}

/**
 * Address of answers: the number if it is known, since it reaches the person from every number of the business; else
 * the BSUID (decision 025). Undefined without both.
 */
export function chatOf({ phone, bsuid }: Known): ExternalChatId | undefined {
  const address = phone === undefined ? bsuid : normaliseId(phone)
  return address === undefined ? undefined : mint<ExternalChatId>(address)
}

/** WhatsApp writes a Brazilian number now with its ninth digit and now without it, even within one message. */
export function isSameNumber(one: string, other: string): boolean {
  const [a, b] = [normaliseId(one), normaliseId(other)]
  return (
    a === b ||
    (/^55\d{10,11}$/.test(a) &&
      /^55\d{10,11}$/.test(b) &&
      a.slice(0, 4) === b.slice(0, 4) &&
      a.slice(-8) === b.slice(-8))
  )
}

const E164 = z.e164()

/**
 * Sender: by the BSUID if there is one, because every message has it, also when a username hides the number. WhatsApp
 * verifies number and ids, so they join with known identities.
 */
export function met(known: Known, profiles: readonly Profile[]): Met | undefined {
  const profile = profiles.find(
    (each) =>
      (known.bsuid !== undefined && each.user_id === known.bsuid) ||
      (known.phone !== undefined && each.wa_id !== undefined && isSameNumber(each.wa_id, known.phone)),
  )
  const phone = known.phone ?? profile?.wa_id
  const bsuid = known.bsuid ?? profile?.user_id
  const chat = chatOf({ phone, bsuid })
  if (chat === undefined) return undefined
  const id = bsuid ?? chat
  const number = phone === undefined ? undefined : E164.safeParse(`+${digits(phone)}`).data
  const aliases = [
    phone === undefined ? undefined : normaliseId(phone),
    known.parent ?? profile?.parent_user_id,
  ].filter((alias) => alias !== undefined && alias !== id)
  const { name, username } = profile?.profile ?? {}
  const sender: Sender = {
    id: mint<ExternalUserId>(id),
    isSelf: false,
    verified: true,
    ...(name !== undefined && name.trim() !== '' && { name: name.trim() }),
    ...(username !== undefined && { username }),
    ...(number !== undefined && { phone: number }),
    ...(aliases.length > 0 && { aliases: aliases.map((alias) => mint<ExternalUserId>(alias!)) }),
  }
  return { sender, chat }
}
