import * as z from 'zod'
import type {
  ContactRow,
  LabelRow,
  MessageChoice,
  MessageRow,
  Page,
  QuickMessageRow,
  Reader,
  TicketRow,
  UserRow,
} from '../source/reader.ts'
import { fileNameOf } from '../files/file-address.ts'
import { withOurNames } from './variables.ts'
import { Pause, type ChatwootClient } from './chatwoot-client.ts'
import {
  Agent,
  CannedResponse,
  ContactPage,
  ConversationPage,
  Label,
  Message,
  payloadOf,
  Team,
  TeamMember,
  type Contact,
  type Conversation,
} from './shapes.ts'

/** Messages of one portion, at least, unless there are fewer; Chatwoot gives 100 of one conversation at once. */
const messagesAtOnce = 500
const messagesInAnswer = 100

export const contactsPath = (page: number): string =>
  `contacts?sort=created_at&include_contact_inboxes=false&page=${page}`
/** In the order in which they began, so that none moves while they are read. */
export const conversationsPath = (page: number): string =>
  `conversations?status=all&assignee_type=all&sort_by=created_at_asc&page=${page}`

export const milliseconds = (seconds: number | null | undefined): number | null => (seconds ? seconds * 1_000 : null)

export const ticketRow = (one: Conversation): TicketRow => ({
  ref: one.id,
  status: one.status === 'resolved' ? 'closed' : one.status === 'snoozed' ? 'pending' : one.status,
  contact: one.meta.sender?.id ?? null,
  connection: one.inbox_id,
  user: one.meta.assignee?.id ?? null,
  queue: one.meta.team?.id ?? null,
  isGroup: false,
  tags: one.labels,
  opened: milliseconds(one.created_at),
  started: milliseconds(one.first_reply_created_at),
  closed: null,
  updated: milliseconds(one.last_activity_at),
})

export const contactRow = ({ id, name, email, phone_number }: Contact): ContactRow => ({
  ref: id,
  name,
  number: phone_number,
  email,
  isGroup: false,
  tags: [],
})

/** Where messages are read: page of conversations, which one in it, and the message behind which. */
interface Place {
  readonly page: number
  readonly conversation: string | null
  readonly after: string
}
const placeIn = (cursor: string | null): Place => {
  const [page = '1', conversation = '', after = '0'] = (cursor ?? '').split('/')
  return { page: Number(page) || 1, conversation: conversation || null, after: after || '0' }
}
const written = ({ page, conversation, after }: Place): string => `${page}/${conversation ?? ''}/${after}`

/** Reads an account of Chatwoot: teams are queues, labels tags, inboxes connections, conversations tickets. */
export class ChatwootPages implements Reader {
  #conversations: { readonly page: number; readonly all: readonly Conversation[] } | undefined
  protected readonly client: ChatwootClient
  constructor(client: ChatwootClient) {
    this.client = client
  }

  async labels(kind: 'queue' | 'tag'): Promise<Page<LabelRow>> {
    if (kind === 'queue') {
      const teams = await this.client.get('teams', z.array(Team))
      return { rows: teams.map(({ id, name }) => ({ ref: id, name })), next: null }
    }
    const { payload } = await this.client.get('labels', payloadOf(Label))
    return { rows: payload.map(({ title }) => ({ ref: title, name: title })), next: null }
  }

  async users(): Promise<Page<UserRow>> {
    const agents = await this.client.get('agents', z.array(Agent))
    const teams = await this.client.get('teams', z.array(Team))
    const members = new Map<string, readonly string[]>()
    for (const { id } of teams) {
      const all = await this.client.get(`teams/${encodeURIComponent(id)}/team_members`, z.array(TeamMember))
      members.set(
        id,
        all.map((member) => member.id),
      )
    }
    const teamsOf = (agent: string): string[] => teams.flatMap(({ id }) => (members.get(id)!.includes(agent) ? id : []))
    return {
      rows: agents.map(({ id, name, email, role }) => ({ ref: id, name, email, profile: role, queues: teamsOf(id) })),
      next: null,
    }
  }

  /** Canned responses are everybody's. */
  async quickMessages(): Promise<Page<QuickMessageRow>> {
    const all = await this.client.get('canned_responses', z.array(CannedResponse))
    return {
      rows: all.map(({ id, short_code, content }) => ({
        ref: id,
        key: short_code,
        text: content === null ? null : withOurNames(content),
        user: null,
        file: null,
        mediaName: null,
      })),
      next: null,
    }
  }

  async contacts(after: string | null): Promise<Page<ContactRow>> {
    const page = Number(after ?? 0) + 1
    const { payload } = await this.client.get(contactsPath(page), ContactPage)
    return { rows: payload.map(contactRow), next: payload.length === 0 ? null : String(page) }
  }

  async tickets(after: string | null): Promise<Page<TicketRow> & { contacts: readonly ContactRow[] }> {
    const page = Number(after ?? 0) + 1
    const all = await this.#page(page)
    return {
      rows: all.map(ticketRow),
      // Visitors without number and address are in no list of contacts.
      contacts: all.flatMap(({ meta: { sender } }) =>
        sender && sender.phone_number === null && sender.email === null ? [contactRow(sender)] : [],
      ),
      next: all.length === 0 ? null : String(page),
    }
  }

  /** Conversation by conversation. A pause that is asked for comes behind what was read before it. */
  async messages(cursor: string | null, which: MessageChoice): Promise<Page<MessageRow>> {
    const rows: MessageRow[] = []
    const wanted = (all: readonly MessageRow[]) => all.filter(choices[which])
    const began = written(placeIn(cursor))
    let place = placeIn(cursor)
    try {
      while (rows.length < (which === 'files' ? messagesInAnswer : messagesAtOnce)) {
        const all = await this.#page(place.page)
        if (all.length === 0) return { rows: wanted(rows), next: null }
        const at = Math.max(
          0,
          all.findIndex(({ id }) => id === place.conversation),
        )
        const { id } = all[at]!
        const { payload } = await this.client.get(
          `conversations/${encodeURIComponent(id)}/messages?after=${encodeURIComponent(place.after)}`,
          payloadOf(Message),
        )
        rows.push(...payload.filter(isSaid).map((message) => messageRow(id, message)))
        const last = payload.at(-1)
        const following = all[at + 1]
        if (last && payload.length >= messagesInAnswer) place = { ...place, conversation: id, after: last.id }
        else if (following) place = { page: place.page, conversation: following.id, after: '0' }
        else place = { page: place.page + 1, conversation: null, after: '0' }
      }
    } catch (error) {
      if (!(error instanceof Pause) || written(place) === began) throw error
    }
    return { rows: wanted(rows), next: written(place) }
  }

  async #page(page: number): Promise<readonly Conversation[]> {
    if (this.#conversations?.page !== page) {
      const { data } = await this.client.get(conversationsPath(page), ConversationPage)
      this.#conversations = { page, all: data.payload }
    }
    return this.#conversations.all
  }
}

export const choices: Readonly<Record<MessageChoice, (row: MessageRow) => boolean>> = {
  all: () => true,
  quotes: ({ quoted }) => quoted !== null,
  files: ({ file }) => file !== null,
}

/** Neither a note among agents nor a line that says what happened. */
export const isSaid = ({ message_type, private: isNote }: Message): boolean => !isNote && message_type !== 2

export function messageRow(ticket: string, message: Message): MessageRow {
  const { id, content, message_type, created_at, content_attributes, sender, attachments } = message
  const [file] = attachments ?? []
  const fromMe = message_type !== 0
  return {
    ref: id,
    ticket,
    user: fromMe && sender?.type === 'user' ? (sender.id ?? null) : null,
    fromMe,
    body: content,
    mediaType: file ? (file.file_type ?? 'file') : null,
    mediaName: file?.data_url != null && URL.canParse(file.data_url) ? fileNameOf(new URL(file.data_url)) : null,
    file: file?.data_url ?? null,
    isDeleted: content_attributes?.deleted === true,
    quoted: content_attributes?.in_reply_to ?? null,
    sent: milliseconds(created_at),
    created: null,
    updated: null,
  }
}
