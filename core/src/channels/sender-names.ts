import type { InboundMessage, Logger } from '@recado/contracts'
import { canonicalPhone } from '../contacts/phone.ts'
import type { Database } from '../db/database.ts'
import type { Stored } from './inbound-store.ts'

/** Somebody who was known before and has written under a name of their own; `number` is canonical. */
export interface NamedSender {
  readonly contactId: string
  readonly name: string
  readonly number?: string
}

interface SenderNamesDeps {
  readonly db: Pick<Database, 'read'>
  readonly describe: (tenantId: string, contactId: string, told: { name: string; number?: string }) => Promise<void>
  readonly log: Logger
}

/** Contacts known to have names; beyond so many they are forgotten at once and looked at again. */
const mostRemembered = 20_000

const isNumber = (name: string): boolean => /^[\d\s+().-]*$/.test(name)

/** Those among the senders of stored messages who may have to be named, the first name of each; not who is new. */
export function namedSenders(
  messages: readonly Pick<InboundMessage, 'sender' | 'isGroup' | 'guest'>[],
  stored: readonly Pick<Stored, 'contactId' | 'messageId' | 'isMet'>[],
): NamedSender[] {
  const people = new Map<string, NamedSender>()
  for (const [index, { sender, isGroup, guest }] of messages.entries()) {
    const { contactId, messageId, isMet } = stored[index]!
    const name = sender.name?.trim() ?? ''
    if (contactId === null || messageId === null || isMet || people.has(contactId)) continue
    // An id that a channel gives as a name is none.
    if (isGroup || guest === true || sender.isSelf || isNumber(name) || name === sender.id) continue
    const number = sender.phone === undefined || sender.verified === false ? undefined : canonicalPhone(sender.phone)
    people.set(contactId, { contactId, name, ...(number !== undefined && { number }) })
  }
  return [...people.values()]
}

/**
 * Names contacts who were met without a name, by a message of the company's own, as soon as they write under one. Call
 * after the messages are stored. Each contact is looked at once, many of a company by one statement; what fails is
 * tried with the next message.
 */
export function createSenderNames({ db, describe, log }: SenderNamesDeps) {
  const looked = new Set<string>()
  const waiting = new Map<string, NamedSender[]>()

  async function name(tenantId: string, people: readonly NamedSender[]): Promise<void> {
    const ids = people.map(({ contactId }) => contactId)
    const [rows] = await db.read(tenantId, (sql) => [
      sql<{ id: string }>`
        select id from unnest(${ids}::uuid[]) id where core.is_unnamed(${tenantId}, id)`,
    ])
    const unnamed = new Set(rows.map(({ id }) => id))
    for (const { contactId, ...told } of people) if (unnamed.has(contactId)) await describe(tenantId, contactId, told)
  }

  async function work(tenantId: string, line: NamedSender[]): Promise<void> {
    while (line.length > 0) {
      const people = line.splice(0)
      await name(tenantId, people).catch((error: unknown) => {
        for (const { contactId } of people) looked.delete(contactId)
        log.warn({ err: error }, 'contacts keep their numbers as names until they write again')
      })
    }
    waiting.delete(tenantId)
  }

  return (tenantId: string, people: readonly NamedSender[]): void => {
    const fresh = people.filter(({ contactId }) => !looked.has(contactId))
    if (fresh.length === 0) return
    if (looked.size >= mostRemembered) looked.clear()
    for (const { contactId } of fresh) looked.add(contactId)
    const line = waiting.get(tenantId)
    if (line) return void line.push(...fresh)
    const begun = [...fresh]
    waiting.set(tenantId, begun)
    void work(tenantId, begun)
  }
}
