import {
  ProviderSimulator,
  withFault,
  type ListenOptions,
  type ScriptedRefusal,
  type SimulatorAnswer,
  type SimulatorRequest,
} from '@recado/sdk/testing/simulator'
import {
  sampleAccount,
  type SimulatedAccount,
  type SimulatedContact,
  type SimulatedConversation,
  type SimulatedMessage,
} from './account.ts'

const contactsInPage = 15
const conversationsInPage = 25
const messagesInAnswer = 100
const latestMessages = 20

/** A picture of one point. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const refusal = ({ status, retryAfter }: ScriptedRefusal): SimulatorAnswer => ({
  status,
  headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
  body: { error: 'planned fault' },
})
const pageOf = <T>(all: readonly T[], size: number, asked: string | null): T[] => {
  const page = Math.max(1, Number(asked ?? 1))
  return all.slice((page - 1) * size, page * size)
}

/** Stands in for Chatwoot: what its application API tells of an account. Faults are planned by `messages` and
 * `read`, which is everything else. */
export class ChatwootSimulator extends ProviderSimulator {
  protected readonly page = new URL('page.html', import.meta.url)
  readonly account: SimulatedAccount
  /** Tokens that may read account 1. */
  readonly tokens = new Set(['simulated-token'])
  private constructor(account: SimulatedAccount) {
    super()
    this.account = account
  }

  static start(options: ListenOptions & { agentEmail?: string } = {}): Promise<ChatwootSimulator> {
    return new ChatwootSimulator(sampleAccount(options.agentEmail ?? 'ana@antes.example')).listen(options)
  }

  protected async play(request: SimulatorRequest): Promise<SimulatorAnswer> {
    const fields = await request.fields()
    if (request.url.pathname === '/play/fault')
      this.faults.plan('read', {
        status: Number(fields['status']),
        ...(fields['status'] === '429' && { retryAfter: 5 }),
      })
    return { body: { asked: this.requests.map(({ url }) => url.pathname + url.search).slice(-50) } }
  }

  protected async answer({ url, headers, method }: SimulatorRequest): Promise<SimulatorAnswer> {
    return withFault(
      this.faults.take(url.pathname.endsWith('/messages') ? 'messages' : 'read'),
      () => {
        const file = /^\/rails\/active_storage\/(blobs\/redirect|disk)\/(.+)$/.exec(url.pathname)
        // Files are open to who knows their address; Chatwoot sends on to where they lie.
        if (file)
          return file[1] === 'disk'
            ? { headers: { 'content-type': 'image/png' }, body: picture }
            : { status: 302, headers: { location: `/rails/active_storage/disk/${file[2]}` } }
        const path = /^\/api\/v1\/accounts\/1\/(.+)$/.exec(url.pathname)?.[1]
        if (!this.tokens.has(headers.get('api_access_token') ?? ''))
          return { status: 401, body: { error: 'You need to sign in or sign up before continuing.' } }
        if (method !== 'GET' || path === undefined)
          return { status: 404, body: { error: 'Resource could not be found' } }
        return this.#read(path, url.searchParams)
      },
      refusal,
    )
  }

  #read(path: string, asked: URLSearchParams): SimulatorAnswer {
    const { inboxes, agents, labels, teams, contacts, conversations, cannedResponses } = this.account
    switch (path) {
      case 'inboxes':
        return { body: { payload: inboxes } }
      case 'agents':
        return { body: agents }
      case 'labels':
        return { body: { payload: labels } }
      case 'teams':
        return { body: teams.map(({ members: _members, ...team }) => team) }
      case 'canned_responses':
        return { body: cannedResponses.map((one) => ({ ...one, account_id: 1 })) }
      case 'contacts':
        return {
          body: {
            meta: { count: contacts.length, current_page: asked.get('page') ?? '1' },
            payload: pageOf(contactsBy(contacts, asked.get('sort')), contactsInPage, asked.get('page')),
          },
        }
      case 'conversations': {
        const wanted =
          asked.get('status') === 'all' ? conversations : conversations.filter(({ status }) => status === 'open')
        const ordered =
          asked.get('sort_by') === 'created_at_asc'
            ? wanted.toSorted((one, other) => one.created_at - other.created_at)
            : wanted.toSorted((one, other) => other.last_activity_at - one.last_activity_at)
        return {
          body: {
            data: {
              meta: { mine_count: 0, assigned_count: 0, unassigned_count: 0, all_count: wanted.length },
              payload: pageOf(ordered, conversationsInPage, asked.get('page')).map(shown),
            },
          },
        }
      }
      default:
        return this.#members(path) ?? this.#messages(path, asked)
    }
  }

  #members(path: string): SimulatorAnswer | undefined {
    const { teams, agents } = this.account
    const asked = /^teams\/(\d+)\/team_members$/.exec(path)?.[1]
    const team = teams.find(({ id }) => String(id) === asked)
    return team && { body: agents.filter(({ id }) => team.members.includes(id)) }
  }

  #withFiles(message: SimulatedMessage): SimulatedMessage {
    const attachments = message.attachments?.map((file) => ({ ...file, data_url: this.url + file.data_url }))
    return { ...message, ...(attachments && { attachments }) }
  }

  #messages(path: string, asked: URLSearchParams): SimulatorAnswer {
    const id = /^conversations\/(\d+)\/messages$/.exec(path)?.[1]
    const conversation = this.account.conversations.find((one) => String(one.id) === id)
    if (!conversation) return { status: 404, body: { error: 'Resource could not be found' } }
    const [after, before] = [asked.get('after'), asked.get('before')]
    const payload =
      after === null
        ? conversation.messages.filter(({ id }) => before === null || id < Number(before)).slice(-latestMessages)
        : conversation.messages.filter((message) => message.id > Number(after)).slice(0, messagesInAnswer)
    return { body: { meta: { labels: conversation.labels }, payload: payload.map((one) => this.#withFiles(one)) } }
  }
}

const contactsBy = (contacts: readonly SimulatedContact[], sort: string | null): readonly SimulatedContact[] =>
  sort === '-created_at' ? contacts.toSorted((one, other) => other.created_at - one.created_at) : contacts

const shown = ({ contact, assignee, team, messages, ...rest }: SimulatedConversation) => ({
  ...rest,
  timestamp: rest.last_activity_at,
  first_reply_created_at: 0,
  messages: messages.slice(-1),
  meta: {
    sender: contact,
    channel: 'Channel::Whatsapp',
    ...(assignee !== null && { assignee: { id: assignee } }),
    ...(team !== null && { team: { id: team } }),
  },
})
