import { emailLength, type ExternalUserId } from '@recado/contracts'
import { canonicalPhone } from './phone.ts'

/** An identity as the graph keys it. */
export interface IdentityKey {
  readonly kind: string
  readonly value: string
}

/** Identity data of a person from a channel, beside their id. */
export interface Claimant {
  readonly phone?: string | undefined
  readonly email?: string | undefined
  readonly aliases?: readonly ExternalUserId[] | undefined
}

/** More other ids than this is no rotation of ids. */
const maxAliases = 20

/** An e-mail address as it is an identity; undefined for what has no `@` between two parts. */
export function canonicalEmail(value: string): string | undefined {
  const email = value.toWellFormed().trim().toLowerCase()
  return email.length <= emailLength && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email) ? email : undefined
}

/**
 * The further identities that a verified sender claims beside `own`, the strongest first: other ids of the channel, the
 * phone number, the e-mail address. `toIdentity` brings an id of the channel into its stored form.
 */
export function claimsOf(sender: Claimant, own: IdentityKey, toIdentity: (id: string) => string): IdentityKey[] {
  const aliases = (sender.aliases ?? [])
    .slice(0, maxAliases)
    .map(toIdentity)
    .filter((value) => value !== '' && value !== own.value)
  const phone = sender.phone === undefined ? undefined : canonicalPhone(sender.phone)
  const email = sender.email === undefined ? undefined : canonicalEmail(sender.email)
  return [
    ...[...new Set(aliases)].map((value) => ({ kind: own.kind, value })),
    ...(phone === undefined ? [] : [{ kind: 'phone', value: phone }]),
    ...(email === undefined ? [] : [{ kind: 'email', value: email }]),
  ]
}
