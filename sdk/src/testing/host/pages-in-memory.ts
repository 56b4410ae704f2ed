import {
  ContactSegmentFilter,
  stateOfNumber,
  type Contact,
  type ContactPageQuery,
  type Message,
  type PagedContact,
  type PagedTicket,
  type Ticket,
  type TicketPageQuery,
} from '@recado/contracts'

const most = 100

function sliced<T>(
  all: readonly T[],
  cursor: string | undefined,
  limit = most,
): { page: T[]; nextCursor: string | null } {
  const from = Number(cursor ?? 0)
  const to = from + Math.min(limit, most)
  return { page: all.slice(from, to), nextCursor: to < all.length ? String(to) : null }
}

/**
 * `contacts.page` of a core in memory: text, tags, wallets, days of birth, states and numbers; the other filters are
 * core's own tests' to show.
 */
export function contactsPaged(
  known: readonly Contact[],
  { filter = {}, birthdays, states = [], numbers, order = 'name', cursor, limit }: ContactPageQuery,
): { contacts: PagedContact[]; nextCursor: string | null } {
  const { searchParam, tagIds, walletUserIds } = ContactSegmentFilter.parse(filter)
  const dayOf = ({ birthdayDate }: Contact): string => birthdayDate?.slice(5) ?? ''
  const isBorn = (contact: Contact): boolean => {
    if (!birthdays) return true
    const { from, until } = birthdays
    const day = dayOf(contact)
    return day !== '' && (from <= until ? from <= day && day <= until : from <= day || day <= until)
  }
  const placeOf = (contact: Contact): string => {
    const day = dayOf(contact)
    return `${birthdays && day < birthdays.from ? 1 : 0}${day}`
  }
  const fitting = known
    .map((contact) => ({ ...contact, state: stateOfNumber(contact.number) }))
    .filter(
      (contact) =>
        contact.name.toLowerCase().includes(searchParam.toLowerCase()) &&
        (tagIds.length === 0 || contact.tags.some(({ id }) => tagIds.includes(id))) &&
        (walletUserIds.length === 0 || contact.wallets.some(({ id }) => walletUserIds.includes(id))) &&
        (states.length === 0 || (contact.state !== null && states.includes(contact.state))) &&
        (numbers === undefined ||
          contact.identities.some(({ kind, value }) => kind === 'phone' && numbers.includes(value))) &&
        isBorn(contact),
    )
    .toSorted((a, b) => {
      const [first, second] = order.startsWith('-') ? [b, a] : [a, b]
      const byOrder =
        order === 'birthday'
          ? placeOf(first).localeCompare(placeOf(second))
          : order.endsWith('name')
            ? first.name.localeCompare(second.name)
            : first.createdAt.localeCompare(second.createdAt)
      return byOrder || first.id.localeCompare(second.id)
    })
  const { page, nextCursor } = sliced(fitting, cursor, limit)
  return { contacts: page, nextCursor }
}

/** `tickets.page` of a core in memory, whose company has its clock at UTC−3. */
export function ticketsPaged(
  known: readonly Ticket[],
  said: readonly Message[],
  {
    opened,
    statuses = [],
    queueIds = [],
    userIds = [],
    connectionIds = [],
    contactIds = [],
    channels = [],
    search = '',
    tagIds = [],
    cursor,
    limit,
  }: TicketPageQuery,
): { tickets: PagedTicket[]; nextCursor: string | null } {
  const dayOf = (at: string): string => new Date(Date.parse(at) - 3 * 3_600_000).toISOString().slice(0, 10)
  const isAmong = <T>(given: readonly T[], value: T | null): boolean =>
    given.length === 0 || (value !== null && given.includes(value))
  const fitting = known
    .filter(
      (ticket) =>
        !ticket.mergedInto &&
        (!opened || (opened.from <= dayOf(ticket.createdAt) && dayOf(ticket.createdAt) <= opened.until)) &&
        isAmong(statuses, ticket.status) &&
        isAmong(queueIds, ticket.queueId) &&
        isAmong(userIds, ticket.userId) &&
        isAmong(connectionIds, ticket.channelId) &&
        isAmong(contactIds, ticket.contactId) &&
        isAmong(channels, ticket.channel) &&
        (ticket.protocol === search || ticket.name.toLowerCase().includes(search.toLowerCase())) &&
        (tagIds.length === 0 || ticket.tags.some(({ id }) => tagIds.includes(id))),
    )
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id.localeCompare(a.id))
    .map((ticket) => {
      const answers = said.filter(
        ({ ticketId, fromMe, userId, sendType }) =>
          ticketId === ticket.id && fromMe && (userId !== null || sendType !== 'bot'),
      )
      return { ...ticket, firstAnsweredAt: answers.map(({ timestamp }) => timestamp).toSorted()[0] ?? null }
    })
  const { page, nextCursor } = sliced(fitting, cursor, limit)
  return { tickets: page, nextCursor }
}
