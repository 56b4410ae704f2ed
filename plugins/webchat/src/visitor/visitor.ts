import { mint, type ExternalChatId, type ExternalUserId, type Sender } from '@recado/sdk'

/** Name and address of a visitor, typed or signed. */
export interface Profile {
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
}

/**
 * One person on one connection. The id is their identity and the key of their one conversation; `subject` is the
 * site's own id of a user whose identity was proven.
 */
export interface Visitor extends Profile {
  readonly id: string
  readonly subject: string | null
  readonly verified: boolean
}

export const chatOf = (visitor: Pick<Visitor, 'id'>): ExternalChatId => mint<ExternalChatId>(visitor.id)

/**
 * A visitor without a name still has to be distinguishable in a list. Stored as a name, hence in the product's first
 * language.
 */
const unnamed = ({ id }: Visitor): string => `Visitante ${id.slice(-4).toUpperCase()}`

/** The visitor as a sender for core. Typed data stays unverified and merges no contacts. */
export const senderOf = (visitor: Visitor): Sender => ({
  id: mint<ExternalUserId>(visitor.id),
  isSelf: false,
  verified: visitor.verified,
  name: visitor.name ?? unnamed(visitor),
  ...(visitor.email === null ? {} : { email: visitor.email }),
  ...(visitor.phone === null ? {} : { phone: visitor.phone }),
})
