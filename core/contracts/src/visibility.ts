import type { Viewer } from './entities.ts'
import type { QueueId, UserId } from './ids.ts'

/** Tenant settings that narrow what agents see (S6-020…023). */
export interface VisibilitySettings {
  /**
   * Tickets assigned to somebody else are seen only by that user and by admins (reading 57: supervisors too lose
   * them).
   */
  hideAssignedToOthers: boolean
  /** Tickets without a queue are hidden from non-admins. */
  hideWithoutQueue: boolean
  /** Tickets that a bot holds are hidden from non-admins. */
  hideWithBot: boolean
  /** Phone numbers and e-mail addresses are masked for non-admins. */
  hideContactData: boolean
}

/**
 * The fields of a ticket that the policy reads. `withBot`: a bot holds the conversation and nobody has taken it
 * (decision 49).
 */
export interface TicketFacts {
  readonly userId: UserId | null
  readonly queueId: QueueId | null
  readonly withBot: boolean
}

/**
 * The one visibility policy: may this viewer see this ticket? Core keeps an SQL predicate beside it for lists and
 * search; a property test holds the two equal. Sockets, single reads, push, exports and plugin events call this
 * function.
 */
export function canSeeTicket(
  viewer: Pick<Viewer, 'userId' | 'role' | 'queueIds'>,
  ticket: TicketFacts,
  settings: VisibilitySettings,
): boolean {
  if (viewer.role === 'admin' || ticket.userId === viewer.userId) return true
  if (settings.hideAssignedToOthers && ticket.userId !== null) return false
  if (settings.hideWithoutQueue && ticket.queueId === null) return false
  if (settings.hideWithBot && ticket.withBot) return false
  if (viewer.role === 'super') return true
  return ticket.queueId === null || viewer.queueIds.includes(ticket.queueId)
}

/** Whether this viewer is shown numbers and addresses of contacts masked (S6-023, S6-024). */
export const seesMasked = (
  viewer: Pick<Viewer, 'can'>,
  settings: Pick<VisibilitySettings, 'hideContactData'>,
): boolean => settings.hideContactData && !viewer.can('contacts.unmasked')

/**
 * Patterns of a text that is nothing but a number or an address, once it is composed (NFKC) and without `hidden`
 * characters: numbers are copied from other programs with marks of direction around them, and with blanks and dashes of
 * many kinds. JavaScript and PostgreSQL read the patterns alike, because a search uses them too: a property test holds
 * them equal. The next line (U+0085) is hidden because only PostgreSQL takes it for a blank.
 */
export const datumPatterns = {
  hidden: '[\\u0085\\u00ad\\u034f\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff]',
  number: '^\\s*\\+?[0-9\\u0660-\\u0669\\u06f0-\\u06f9\\s().\\u2010-\\u2015\\u2212-]{8,}$',
  address: '^\\s*\\S+@\\S+\\s*$',
} as const
const hidden = new RegExp(datumPatterns.hidden, 'g')
const number = new RegExp(datumPatterns.number)
const address = new RegExp(datumPatterns.address)

/**
 * `+55 11 9****-**23`-like masking: the first two and last two digits stay, so that agents can still distinguish
 * contacts.
 */
export const maskNumber = (number: string): string => {
  const digits = number.replace(/\P{Nd}/gu, '')
  return digits.length < 6
    ? '*'.repeat(digits.length)
    : digits.slice(0, 2) + '*'.repeat(digits.length - 4) + digits.slice(-2)
}

/** `m***@***.br`: the first letter and the last label stay. */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  const dot = email.lastIndexOf('.')
  return at < 1 ? '***' : `${email[0]}***@***${dot > at ? email.slice(dot) : ''}`
}

const plainly = (text: string): string => text.normalize('NFKC').replace(hidden, '')

/** A person without a name is shown by number or address; such a name is masked like the datum it is. */
export function maskName(name: string): string {
  const plain = plainly(name)
  return address.test(plain) ? maskEmail(plain.trim()) : number.test(plain) ? maskNumber(plain) : name
}

const masked = /^[\p{Nd}*]*\*[\p{Nd}*]*$/u

/**
 * Name of a person in a text that is written to them: empty for one without a name, who is shown by number or address,
 * masked or not.
 */
export function calledName(name: string): string {
  const plain = plainly(name)
  return address.test(plain) || number.test(plain) || masked.test(plain.trim()) ? '' : name.trim()
}
