import { createHash } from 'node:crypto'
import type { SendKey } from '@recado/sdk'
import { domainOf, isAddress, normaliseAddress } from '../letter/address.ts'
import type { EmailConfig } from '../channel/config.ts'

/** Says in every mail of ours which mailbox it came from: one that comes back has gone in a circle. */
export const loopHeader = 'x-recado-loop'
export const loopMark = (address: string): string => createHash('sha256').update(address).digest('hex').slice(0, 32)

/** The same id for every attempt of the same intent, so that a duplicate can be recognised. Without brackets. */
export const messageIdOf = (key: SendKey, address: string): string =>
  `recado.${createHash('sha256').update(key).digest('hex').slice(0, 32)}@${domainOf(address)}`
/** Message-IDs that this mailbox made. */
export const ownIds = (address: string): RegExp =>
  new RegExp(`\\brecado\\.[0-9a-f]{32}@${domainOf(address).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)

/** All addresses of a mailbox, in their normalised form; the first is the one it writes from. */
export function ownAddresses({
  address,
  user,
  aliases,
}: Pick<EmailConfig, 'address' | 'user' | 'aliases'>): ReadonlySet<string> {
  return new Set(
    [address ?? user, ...(user.includes('@') ? [user] : []), ...aliases].map(normaliseAddress).filter(isAddress),
  )
}
