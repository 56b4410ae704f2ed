import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import type { Message, MessagePage, Ticket, TicketPage } from '@recado/contracts'
import type { AppOptions } from '../../core/src/app.ts'
import { eventually, testApp, type Person, type TestApp } from '../harness/app.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'
import { webhookReceiver, type WebhookReceiver } from '../harness/webhook-receiver.ts'

/** Folder of plugins that holds this one alone. */
export const chatwootPlugin = pluginFolder(join(import.meta.dirname, '../../plugins/chatwoot-api'))
/** What programs know the node by; a proxy stands before it. */
export const publicUrl = 'https://recado.example'

/** What is answered or told, as far as a test reads single fields; the rest is compared as a whole. */
export interface Shown {
  readonly id: number
  readonly name: string
  readonly status: string
  readonly source_id: string
  readonly inbox_identifier: string
  readonly hmac_token: string
  readonly content: string | null
  readonly message_type: string | number
  readonly attachments?: readonly { readonly data_url: string }[]
  readonly content_attributes: object
  readonly contact: Shown
  readonly contact_inbox: Shown
  readonly webhook: Shown
  readonly payload: Shown & readonly Shown[]
  readonly inboxes: readonly Shown[]
  readonly data: { readonly meta: { readonly all_count: number } }
}

export interface ApiAnswer {
  readonly status: number
  readonly body: Shown
}

/** A program made for Chatwoot, with its access token. */
export class Program {
  readonly base: string
  readonly account: number
  readonly token: string
  constructor(base: string, account: number, token: string) {
    this.base = base
    this.account = account
    this.token = token
  }

  async call(method: string, path: string, body?: unknown, token = this.token): Promise<ApiAnswer> {
    const isForm = body instanceof FormData
    const response = await fetch(`${this.base}${path}`, {
      method,
      headers: {
        api_access_token: token,
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as Shown }
  }

  /** A call below the account; throws what was answered instead of 2xx. */
  async ok<T = Shown>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.call(method, `/api/v1/accounts/${this.account}${path}`, body)
    if (answer.status >= 300)
      throw new Error(`${method} ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body as T
  }
}

export interface ChatwootSide {
  readonly admin: Person
  readonly program: Program
}
/** A contact of an inbox in a conversation with it. */
interface Talk {
  readonly program: Program
  /** Where the receiver is told what happens in the inbox. */
  readonly path: string
  readonly inbox: Shown
  readonly number: string
  readonly contact: Shown
  readonly source: string
  readonly conversation: Shown
}

export interface ChatwootWorld extends TestApp {
  readonly receiver: WebhookReceiver
  readonly mine: ChatwootSide
  readonly theirs: ChatwootSide
  /** What the receiver was told of an event so far. */
  toldAt(path: string, event: string): Shown[]
  /** The first that fits, once it came. */
  told(path: string, event: string, fits?: (body: Shown) => boolean): Promise<Shown>
  /** Waiting and open conversations of my company with these words. */
  ticketsOf(words: string): Promise<Ticket[]>
  messagesOf(ticket: string): Promise<Message[]>
  /** An inbox with its address at the receiver, and a contact of it in a conversation. */
  talking(name: string): Promise<Talk>
}

/** A Brazilian mobile number that nobody else has. */
export const phone = (): string => `55119${randomInt(60_000_000, 99_999_999)}`

/** A node on which both companies have the plugin, with a program each, and a receiver of webhooks. */
export async function chatwootWorld(app: Partial<AppOptions> = {}): Promise<ChatwootWorld> {
  const receiver = await webhookReceiver()
  const world = await testApp({
    pluginFolders: [chatwootPlugin],
    app: { egress: { allow: ['127.0.0.0/8'] }, publicUrl, ...app },
  })
  const side = async (admin: Person): Promise<ChatwootSide> => {
    await admin.ok('PUT', '/api/plugins/chatwoot-api', { enabled: true })
    const { token } = await admin.ok<{ token: string }>('POST', '/p/chatwoot-api/tokens', { name: 'Evolution' })
    const { accountId } = await admin.ok<{ accountId: number }>('GET', '/p/chatwoot-api/overview')
    return { admin, program: new Program(world.base, accountId, token) }
  }
  const [mine, theirs] = [await side(await world.signIn(world.a.admin)), await side(await world.signIn(world.b.admin))]
  const toldAt = (path: string, event: string): Shown[] =>
    receiver
      .at(path)
      .map(({ body }) => body as unknown as Shown & { readonly event: string })
      .filter((body) => body.event === event)
  const close = world.close.bind(world)
  return Object.assign(world, {
    receiver,
    mine,
    theirs,
    toldAt,
    async told(path: string, event: string, fits: (body: Shown) => boolean = () => true): Promise<Shown> {
      const found = await eventually(
        () => toldAt(path, event).filter(fits),
        (all) => all.length > 0,
      )
      return found[0]!
    },
    async ticketsOf(words: string): Promise<Ticket[]> {
      const query = `status[]=pending&status[]=open&searchParam=${encodeURIComponent(words)}`
      return (await mine.admin.ok<TicketPage>('GET', `/tickets/?${query}`)).tickets
    },
    async messagesOf(ticket: string): Promise<Message[]> {
      return (await mine.admin.ok<MessagePage>('GET', `/messages/${ticket}?limit=50`)).messages
    },
    async talking(name: string): Promise<Talk> {
      const { program } = mine
      const path = `/hook/${encodeURIComponent(name)}`
      const inbox = await program.ok('POST', '/inboxes', {
        name,
        channel: { type: 'api', webhook_url: receiver.url(path) },
      })
      const number = phone()
      const { payload } = await program.ok('POST', '/contacts', {
        inbox_id: inbox.id,
        name: `Rita ${name}`,
        phone_number: `+${number}`,
        identifier: `${number}@s.whatsapp.net`,
      })
      const conversation = await program.ok('POST', '/conversations', {
        contact_id: String(payload.contact.id),
        inbox_id: String(inbox.id),
      })
      const { contact, contact_inbox } = payload
      return { program, path, inbox, number, contact, source: contact_inbox.source_id, conversation }
    },
    close: async () => {
      await close()
      await receiver.close()
    },
  })
}
