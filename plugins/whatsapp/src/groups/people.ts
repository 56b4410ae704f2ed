import { ChannelError, type GroupMemberOutcome } from '@recado/sdk'
import type { WASocket } from 'baileys'
import { bareJid, isPerson } from '../inbound/jid.ts'

/** WhatsApp's codes for one person of a call. */
const outcomes: Readonly<Record<string, GroupMemberOutcome['outcome']>> = {
  200: 'done',
  401: 'privacy',
  403: 'privacy',
  404: 'notThere',
  408: 'privacy',
  409: 'alreadyThere',
  419: 'full',
}

/** What became of somebody, by the status that WhatsApp gave: none is a success. */
export const outcomeOf = (id: string, status = '200'): GroupMemberOutcome => {
  const outcome = outcomes[status] ?? 'refused'
  return { id, outcome, code: outcome === 'done' ? null : status }
}

/** People of a call under their addresses. */
export interface Named {
  /** How the caller named them, by address. */
  readonly askedAs: ReadonlyMap<string, string>
  /** Those who have no WhatsApp. */
  readonly unknown: readonly GroupMemberOutcome[]
}

/** Numbers are looked up: WhatsApp says under which somebody is registered, which is never worked out. */
export async function namedPeople(socket: WASocket, people: readonly string[]): Promise<Named> {
  const askedAs = new Map<string, string>()
  const numbers = new Map<string, string>()
  for (const person of people) {
    const jid = bareJid(person)
    if (jid !== undefined && isPerson(jid)) askedAs.set(jid, person)
    else numbers.set(person.replaceAll(/\D/g, ''), person)
  }
  for (const [number, jid] of await addressesOfNumbers(socket, [...numbers.keys()])) {
    askedAs.set(jid, numbers.get(number)!)
    numbers.delete(number)
  }
  return {
    askedAs,
    unknown: [...numbers.values()].map((id) => ({ id, outcome: 'notThere', code: 'NOT_ON_WHATSAPP' })),
  }
}

/** Nothing has been done for these people: whether they have WhatsApp could not be found out. */
function unchecked(cause: unknown): never {
  throw new ChannelError(
    { kind: 'provider', code: 'NUMBER_CHECK', message: 'numbers could not be looked up', certain: true },
    { cause },
  )
}

/** Answers do not say which number they are for: one that is registered under another is asked about by itself. */
async function addressesOfNumbers(socket: WASocket, numbers: readonly string[]): Promise<Map<string, string>> {
  const addresses = new Map<string, string>()
  if (numbers.length === 0) return addresses
  const registered = async (asked: readonly string[]): Promise<string[]> =>
    ((await socket.onWhatsApp(...asked).catch(unchecked)) ?? []).flatMap(({ jid, exists }) =>
      exists ? (bareJid(jid) ?? []) : [],
    )
  const found = await registered(numbers)
  for (const number of numbers) {
    const [jid] = found.includes(`${number}@s.whatsapp.net`)
      ? [`${number}@s.whatsapp.net`]
      : found.length === 0
        ? []
        : await registered([number])
    if (jid !== undefined) addresses.set(number, jid)
  }
  return addresses
}
