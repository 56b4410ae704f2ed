import { calledName, type Ticket } from '@recado/contracts'

/* Variables of texts about their conversation. Free of any library: screens and servers fill in the same way. */

/**
 * Variables that every text of a conversation can have, `{{name}}` and its kin: the contact's first name and whole name
 * (nothing for who is shown by number or address alone), who answers, protocol and queue, the company, today and now.
 */
export const conversationVariables = [
  'name',
  'fullName',
  'agent',
  'protocol',
  'queue',
  'company',
  'date',
  'time',
] as const
/** One of {@link conversationVariables}. */
export type ConversationVariable = (typeof conversationVariables)[number]
/** Values of the variables; an empty text is an unknown one. For `fillTemplate`. */
export type ConversationFacts = Readonly<Record<ConversationVariable, string>>

/**
 * Place and author of a filled text: `agent` is the author, empty for none; date and time are those of `at` by the
 * company's clock, as `locale` writes them.
 */
export interface ConversationPlace {
  readonly company: { readonly name: string; readonly timeZone: string }
  readonly locale: string
  readonly agent: string
  readonly at: Date
}

interface Clock {
  readonly date: Intl.DateTimeFormat
  readonly time: Intl.DateTimeFormat
}
const clocks = new Map<string, Clock>()
/** Companies of an installation share few places. */
const mostClocks = 100

/** Making a format takes as long as writing hundreds of dates by it. */
function clockOf(locale: string, timeZone: string): Clock {
  const key = `${locale} ${timeZone}`
  const known = clocks.get(key)
  if (known) return known
  const made = {
    date: new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeZone }),
    time: new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone }),
  }
  if (clocks.size === mostClocks) clocks.clear()
  clocks.set(key, made)
  return made
}

/** The facts of one conversation. */
export function conversationFacts(
  ticket: Pick<Ticket, 'name' | 'protocol' | 'queue'>,
  { company: { name: company, timeZone }, locale, agent, at }: ConversationPlace,
): ConversationFacts {
  const clock = clockOf(locale, timeZone)
  const fullName = calledName(ticket.name)
  return {
    name: fullName.split(/\s+/u, 1)[0]!,
    fullName,
    agent,
    protocol: ticket.protocol,
    queue: ticket.queue ?? '',
    company,
    date: clock.date.format(at),
    time: clock.time.format(at),
  }
}
