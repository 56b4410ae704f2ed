import { calledName, windowOf } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { ChannelCatalogue } from '../channels/channel-catalogue.ts'
import type { Clock } from '../base/clock.ts'
import type { Tx } from '../db/database.ts'
import { newId } from '../base/ids.ts'
import { bodyOf, composeMessages } from './outgoing.ts'
import type { MessageParts } from '../tables/scheduled-message.table.ts'

/** Stored messages, to be announced to clients and the channel after commit. */
export interface StoredWords {
  readonly messageIds: readonly string[]
  readonly ticketId: string
  readonly connectionId: string
}

export interface PartingWordsDeps {
  readonly channels: ChannelCatalogue
  readonly clock: Clock
}

interface Facts extends Record<string, unknown> {
  connection_id: string
  channel: string
  contact_name: string
  protocol: string
  agent_name: string | null
  is_active: boolean
  last_inbound: string | null
}

const variables: Readonly<Record<string, (facts: Facts) => string>> = {
  name: ({ contact_name }) => calledName(contact_name).split(/\s+/u, 1)[0]!,
  fullName: ({ contact_name }) => calledName(contact_name),
  agent: ({ agent_name }) => agent_name ?? '',
  protocol: ({ protocol }) => protocol,
}
/**
 * One pass: the content of a name is never read as a variable. An unknown variable stays as it was written; an empty
 * one is removed with its separator: `Parabéns, {{name}}!` is `Parabéns!` without a name.
 */
const render = (template: string, facts: Facts, more: Readonly<Record<string, string>>): string =>
  template
    .replace(/(,?[ \t]+)?\{\{\s*(\w{1,40})\s*\}\}/g, (whole, before: string | undefined, name: string) => {
      const value = Object.hasOwn(more, name)
        ? more[name]!
        : Object.hasOwn(variables, name)
          ? variables[name]!(facts)
          : undefined
      return value === undefined ? whole : value === '' ? '' : `${before ?? ''}${value}`
    })
    .replace(/^[,\s]+/, '')

/**
 * Last message of a company when a ticket is closed, stored in the transaction that closes it. `{{name}}`,
 * `{{fullName}}`, `{{agent}}` and `{{protocol}}` are filled in. If the channel cannot carry it now (its window is
 * closed, the connection is switched off) none is sent: that is no reason to keep a ticket open.
 */
export class PartingWords {
  readonly #deps: PartingWordsDeps
  constructor(deps: PartingWordsDeps) {
    this.#deps = deps
  }

  /** The caller holds the ticket, which is not closed yet. `more` are variables that only the caller knows. */
  async store(
    tx: Tx,
    tenantId: string,
    ticketId: string,
    template: string,
    more: Readonly<Record<string, string>> = {},
  ): Promise<StoredWords | undefined> {
    if (template.trim() === '') return undefined
    const [facts] = await tx.execute<Facts>(sql`
      select t.connection_id, t.channel, c.name as contact_name, t.protocol, u.name as agent_name,
             k.is_active and k.deleted_at is null as is_active,
             (select max(i.sent_at) from core.ticket o cross join lateral (
                select m.sent_at
                  from core.message m
                 where m.tenant_id = o.tenant_id and m.ticket_id = o.id and not m.from_me
                 order by m.sent_at desc, m.id desc limit 1) i
               where o.tenant_id = t.tenant_id
                 and o.connection_id = t.connection_id
                 and o.chat = t.chat) as last_inbound
        from core.ticket t
        join core.contact c on c.tenant_id = t.tenant_id and c.id = t.contact_id
        join core.connection k on k.tenant_id = t.tenant_id and k.id = t.connection_id
        left join core.user_account u on u.tenant_id = t.tenant_id and u.id = t.user_id
       where t.tenant_id = ${tenantId} and t.id = ${ticketId}`)
    const messages = facts && this.#carried(facts, render(template, facts, more))
    if (!messages) return undefined
    const messageIds: string[] = []
    for (const parts of messages) {
      const id = newId()
      await tx.execute(sql`
        select core.outbound(${tenantId}, ${ticketId}, ${id}, ${newId()}, null, ${bodyOf(parts)},
          ${JSON.stringify(parts)}::jsonb, 'bot', null, null)`)
      messageIds.push(id)
    }
    return { messageIds, ticketId, connectionId: facts.connection_id }
  }

  /**
   * The farewell message of the ticket's connection (S3-042), if it has one. The caller holds the ticket, which is not
   * closed yet.
   */
  async storeFarewell(tx: Tx, tenantId: string, ticketId: string): Promise<StoredWords | undefined> {
    const [row] = await tx.execute<{ farewell: string | null }>(sql`
      select k.farewell_message as farewell
        from core.ticket t
        join core.connection k on k.tenant_id = t.tenant_id and k.id = t.connection_id
       where t.tenant_id = ${tenantId} and t.id = ${ticketId}`)
    return row?.farewell ? this.store(tx, tenantId, ticketId, row.farewell) : undefined
  }

  #carried(facts: Facts, text: string): MessageParts[] | undefined {
    const capabilities = this.#deps.channels.find(facts.channel)?.spec.capabilities
    if (!capabilities || !facts.is_active || text.trim() === '' || [...text].length > capabilities.text.maxLength)
      return undefined
    const window = windowOf(
      capabilities.serviceWindow,
      facts.last_inbound === null ? null : new Date(facts.last_inbound),
      this.#deps.clock.now(),
    )
    if (window && !window.open) return undefined
    return composeMessages({ text, files: [] }, capabilities)
  }
}
