import {
  maskName,
  type Locale,
  type MessageContent,
  type NotificationKind,
  type PluginNotice,
  type PushPayload,
} from '@recado/contracts'
import { contentSigns, pushWords, type PushWords } from './push-words.ts'

const longestBody = 180
const longestTitle = 80
/** Of the shell, where browsers want a bitmap. */
export const pushIcon = '/icon-192.png'

/** Conversation in a notification. */
export interface PushSubject {
  readonly ticketId: string
  readonly contactId: string
  readonly contactName: string
  readonly lastMessage: string
  readonly lastContent: MessageContent | null
  readonly lastMessageFromMe: boolean
  readonly unread: number
}
/** Kind of a ticket event, named after its last change; `woken`: a snoozed ticket of the user is back. */
export type TicketEventKind = Exclude<NotificationKind, 'mentioned'> | 'woken'
/** For whom it is written; `masked`: names that are numbers or addresses are not shown (S6-023). */
export interface PushReader {
  readonly userId: string
  readonly locale: Locale
  readonly masked: boolean
}

/** Author of a mention, and its place in the thread. */
export interface MentionFacts {
  readonly by: string
  readonly place: string | null
}

/** Payload of a mention. Messages of customers do not replace it: it has a tag of its own. */
export const mentionPayload = (
  { ticketId, contactId, contactName }: PushSubject,
  { by, place }: MentionFacts,
  { userId, locale, masked }: PushReader,
): PushPayload => ({
  title: cut(masked ? maskName(contactName) : contactName, longestTitle),
  body: cut(pushWords[locale].mentioned(by), longestBody),
  icon: pushIcon,
  tag: `mention-${ticketId}`,
  data: { ticketId, contactId, userId, ...(place !== null && { place }) },
})

/** One notification per conversation: a later one of the same tag takes its place (S3-076). */
export function pushPayload(
  subject: PushSubject,
  kind: TicketEventKind,
  { userId, locale, masked }: PushReader,
): PushPayload {
  const words = pushWords[locale]
  const said = subject.lastMessageFromMe ? words.newMessage : saidIn(subject, words)
  const counted = subject.unread > 1 ? `(${subject.unread}) ${said}` : said
  return {
    title: cut(masked ? maskName(subject.contactName) : subject.contactName, longestTitle),
    body: cut(kind === 'transfer' ? words.transferred : kind === 'woken' ? words.woken : counted, longestBody),
    icon: pushIcon,
    tag: pushTag(subject.ticketId),
    data: { ticketId: subject.ticketId, contactId: subject.contactId, userId },
  }
}

/** The words of the last message, after a sign of what it is besides; a picture or a place without words is named. */
function saidIn({ lastMessage, lastContent }: PushSubject, words: PushWords): string {
  if (lastContent === null || lastContent.as === 'deleted') return lastMessage.trim() || words.newMessage
  const said = lastContent.captioned || lastContent.as === 'document' ? lastMessage.trim() : ''
  return `${contentSigns[lastContent.as]} ${said || words.content[lastContent.as]}`
}

/** A plugin's name in each language. */
export type NoticeTitle = Readonly<Record<Locale, string>>

/** Payload of a plugin's notice: it leads to the page that the notice names. */
export const noticePayload = (
  title: NoticeTitle,
  { text, path, tag }: PluginNotice,
  { userId, locale }: Pick<PushReader, 'userId' | 'locale'>,
): PushPayload => ({
  title: cut(title[locale], longestTitle),
  body: cut(text, longestBody),
  icon: pushIcon,
  tag,
  data: { ticketId: '', contactId: '', userId, path },
})

/** Payload of a test that a browser can be reached; it leads to no conversation. */
export const testPayload = ({ userId, locale }: Pick<PushReader, 'userId' | 'locale'>): PushPayload => ({
  ...pushWords[locale].test,
  icon: pushIcon,
  tag: 'test',
  data: { ticketId: '', contactId: '', userId },
})

export const pushTag = (ticketId: string): string => `ticket-${ticketId}`

/** Up to `length` characters as people count them. */
function cut(text: string, length: number): string {
  const characters = Array.from(text.trim())
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : characters.join('')
}
