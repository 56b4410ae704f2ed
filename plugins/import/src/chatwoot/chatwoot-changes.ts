import type { Latest } from '../run/latest.ts'
import type { ContactRow, MessageChoice, MessageRow, Page, TicketRow } from '../source/reader.ts'
import { Pause, type ChatwootClient } from './chatwoot-client.ts'
import { ChatwootPages, choices, contactRow, isSaid, messageRow, milliseconds, ticketRow } from './chatwoot-pages.ts'
import { ContactPage, ConversationPage, Message, payloadOf, type Conversation } from './shapes.ts'

/** Latest first: what moves while they are read comes again, and nothing is passed over. */
const newestContactsPath = (page: number): string =>
  `contacts?sort=-created_at&include_contact_inboxes=false&page=${page}`
const activeConversationsPath = (page: number): string =>
  `conversations?status=all&assignee_type=all&sort_by=last_activity_at_desc&page=${page}`

/** What is said, assigned, labelled or closed in a conversation is activity. Milliseconds. */
const activityOf = ({ last_activity_at, updated_at }: Conversation): number =>
  Math.max(milliseconds(last_activity_at) ?? 0, milliseconds(updated_at) ?? 0)

/** When a contact was added last, and when something happened in a conversation, by the clock of Chatwoot. */
export async function latestActivity(client: ChatwootClient): Promise<Latest> {
  const contacts = await client.get(newestContactsPath(1), ContactPage)
  const conversations = await client.get(activeConversationsPath(1), ConversationPage)
  const active = conversations.data.payload.map(activityOf)
  const at = active.length === 0 ? null : Math.max(...active)
  return { Contacts: milliseconds(contacts.payload[0]?.created_at), Tickets: at, Messages: at }
}

/**
 * Reads what changed in an account: contacts that were added, conversations with activity, and their latest messages.
 * Teams, labels, agents and canned responses are read whole. Chatwoot does not tell of a contact or a message that is
 * changed without activity: a contact comes with their conversation, a message if it is among its latest.
 */
export class ChatwootChanges extends ChatwootPages {
  readonly #since: Latest
  /** @param since in milliseconds of Chatwoot's clock; null reads all */
  constructor(client: ChatwootClient, since: Latest) {
    super(client)
    this.#since = since
  }

  override async contacts(after: string | null): Promise<Page<ContactRow>> {
    const page = Number(after ?? 0) + 1
    const since = this.#since.Contacts ?? 0
    const { payload } = await this.client.get(newestContactsPath(page), ContactPage)
    const added = payload.filter(({ created_at }) => (milliseconds(created_at) ?? since) >= since)
    return { rows: added.map(contactRow), next: added.length === 0 ? null : String(page) }
  }

  override async tickets(after: string | null): Promise<Page<TicketRow> & { contacts: readonly ContactRow[] }> {
    const page = Number(after ?? 0) + 1
    const active = await this.#active(page, this.#since.Tickets)
    return {
      rows: active.map(ticketRow),
      contacts: active.flatMap(({ meta: { sender } }) => (sender ? contactRow(sender) : [])),
      next: active.length === 0 ? null : String(page),
    }
  }

  /** One page of conversations, from the one that the cursor names. A pause comes behind what was read before it. */
  override async messages(cursor: string | null, which: MessageChoice): Promise<Page<MessageRow>> {
    const [pageOf = '1', first = ''] = (cursor ?? '').split('/')
    const page = Number(pageOf) || 1
    const active = await this.#active(page, this.#since.Messages)
    if (active.length === 0) return { rows: [], next: null }
    const begin = Math.max(
      0,
      active.findIndex(({ id }) => id === first),
    )
    const rows: MessageRow[] = []
    for (const { id } of active.slice(begin)) {
      try {
        rows.push(...(await this.#latestOf(id)).filter(choices[which]))
      } catch (error) {
        if (!(error instanceof Pause) || id === active[begin]!.id) throw error
        return { rows, next: `${page}/${id}` }
      }
    }
    return { rows, next: `${page + 1}/` }
  }

  async #active(page: number, since: number | null | undefined): Promise<readonly Conversation[]> {
    const { data } = await this.client.get(activeConversationsPath(page), ConversationPage)
    return data.payload.filter((one) => activityOf(one) >= (since ?? 0))
  }

  /** Messages of a conversation from the latest back to those that were there before. */
  async #latestOf(conversation: string): Promise<MessageRow[]> {
    const since = this.#since.Messages ?? 0
    const rows: MessageRow[] = []
    let before = ''
    for (let last: string | undefined; ;) {
      const { payload } = await this.client.get(
        `conversations/${encodeURIComponent(conversation)}/messages${before}`,
        payloadOf(Message),
      )
      rows.push(...payload.filter(isSaid).map((message) => messageRow(conversation, message)))
      const [oldest] = payload
      if (!oldest || oldest.id === last || oldest.created_at * 1_000 < since) return rows
      last = oldest.id
      before = `?before=${encodeURIComponent(oldest.id)}`
    }
  }
}
