import { maskName, type Locale, type NotificationKind, type PushPayload } from '@recado/contracts'
import { pushWords } from './push-words.ts'

const longestBody = 180
const longestTitle = 80
/** Of the shell, where browsers want a bitmap. */
export const pushIcon = '/icon-192.png'

/** What a notification shows of a conversation. */
export interface PushSubject {
  readonly ticketId: string
  readonly contactId: string
  readonly contactName: string
  readonly lastMessage: string
  readonly lastMessageFromMe: boolean
  readonly unread: number
}
/** What it tells: what a user can choose to hear of, and that a ticket of theirs is back that was put off. */
export type PushKind = NotificationKind | 'woken'
/** For whom it is written; `masked`: names that are numbers or addresses are not shown (S6-023). */
export interface PushReader { readonly userId: string; readonly locale: Locale; readonly masked: boolean }

/** One notification per conversation: a later one of the same tag takes its place (S3-076). */
export function pushPayload(subject: PushSubject, kind: PushKind, { userId, locale, masked }: PushReader): PushPayload {
  const words = pushWords[locale]
  const said = subject.lastMessageFromMe || subject.lastMessage.trim() === '' ? words.newMessage : subject.lastMessage
  const counted = subject.unread > 1 ? `(${subject.unread}) ${said}` : said
  return {
    title: cut(masked ? maskName(subject.contactName) : subject.contactName, longestTitle), body: cut(kind === 'transfer' ? words.transferred : kind === 'woken' ? words.woken : counted, longestBody),
    icon: pushIcon, tag: pushTag(subject.ticketId), data: { ticketId: subject.ticketId, contactId: subject.contactId, userId },
  }
}

/** What a browser shows to prove that it can be reached; it leads to no conversation. */
export const testPayload = ({ userId, locale }: Pick<PushReader, 'userId' | 'locale'>): PushPayload =>
  ({ ...pushWords[locale].test, icon: pushIcon, tag: 'test', data: { ticketId: '', contactId: '', userId } })

export const pushTag = (ticketId: string): string => `ticket-${ticketId}`

/** Up to `length` characters as people count them. */
function cut(text: string, length: number): string {
  const characters = Array.from(text.trim())
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : characters.join('')
}
