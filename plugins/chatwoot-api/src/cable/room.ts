import { CompanyCache } from '@recado/sdk/server'
import type { PluginContext } from '@recado/sdk'
import { accountOf, type Account } from '../account.ts'
import { knownContact, slimContact } from '../contacts/shown-contact.ts'
import { agentShape, conversationOf, type Conversation } from '../conversations/conversation.ts'
import { ticketsOfContact } from '../conversations/conversation-store.ts'
import { conversationData, conversationForContact } from '../conversations/shown-conversation.ts'
import { slimMessage } from '../messages/shown-message.ts'
import { numbersOf } from '../numbers/numbers.ts'
import { onHappening, type Happening } from './happening.ts'
import { contactAt, liveTokens, type Subject } from './subject.ts'

/** One subscription of a client. */
export interface Member {
  readonly subject: Subject
  readonly ctx: PluginContext
  tell(event: string, data: Record<string, unknown>): void
  /** Its token was ended, or its contact is gone. */
  leave(): void
}

/** Contacts are present for a while after their client last said so, which it does every twenty seconds. */
const presentMs = 60_000

/** Users who are there, by their numbers. */
const agents = new CompanyCache<Readonly<Record<string, string>>>({
  topic: 'agents-there',
  async load(ctx) {
    const online = (await ctx.core.users.colleagues()).filter(({ isOnline }) => isOnline)
    const numbers = await numbersOf(
      ctx,
      'agent',
      online.map(({ id }) => id),
    )
    return Object.fromEntries(online.map(({ id }) => [String(numbers.get(id)), 'online']))
  },
})

type Data = Record<string, unknown>

/**
 * Clients of one company at this node. What happens is read once for all of them, and each is told what it may know: a
 * contact its own conversations in its inbox, a program everything of the inboxes.
 */
class Room {
  readonly members = new Set<Member>()
  readonly #present = new Map<string, number>()
  readonly #stop: () => void
  /** One after another, so that clients are told in the order in which things happened. */
  #last: Promise<void> = Promise.resolve()

  constructor(ctx: PluginContext) {
    this.#stop = onHappening(ctx, (happening) => {
      if (happening.kind === 'present') this.#present.set(happening.contact, performance.now())
      else this.#last = this.#last.then(() => this.#tell(happening))
    })
  }

  close(): void {
    this.#stop()
  }

  /** Tells a client who is there. */
  async tellPresence({ subject, ctx, tell }: Member): Promise<void> {
    const [account, users] = await Promise.all([accountOf(ctx), agents.of(ctx)])
    const contacts = subject.kind === 'program' ? { contacts: await this.#contacts(ctx) } : {}
    tell('presence.update', { account_id: account.id, users, ...contacts })
  }

  async #contacts(ctx: PluginContext): Promise<Readonly<Record<string, string>>> {
    const now = performance.now()
    for (const [contact, at] of this.#present) if (now - at > presentMs) this.#present.delete(contact)
    const numbers = await numbersOf(ctx, 'contact', [...this.#present.keys()])
    return Object.fromEntries([...numbers.values()].map((number) => [String(number), 'online']))
  }

  async #tell(happening: Exclude<Happening, { kind: 'present' }>): Promise<void> {
    // Whoever is connected has what is needed to read for all.
    const [first] = this.members
    if (!first) return
    const { ctx } = first
    try {
      await this.#leave(ctx)
      await this.#tellAll(ctx, await accountOf(ctx), happening)
    } catch (error) {
      // The context may be that of a client who left meanwhile; the others find the same in the routes.
      if (!ctx.signal.aborted) ctx.log.error({ err: error, kind: happening.kind }, 'clients of the cable were not told')
    }
  }

  /** Those whose access token was ended. */
  async #leave(ctx: PluginContext): Promise<void> {
    const programs = [...this.members].filter(({ subject }) => subject.kind === 'program')
    if (programs.length === 0) return
    const live = await liveTokens(ctx)
    for (const member of programs)
      if (member.subject.kind === 'program' && !live.has(member.subject.token)) member.leave()
  }

  async #tellAll(
    ctx: PluginContext,
    account: Account,
    happening: Exclude<Happening, { kind: 'present' }>,
  ): Promise<void> {
    const told = { account_id: account.id }
    if (happening.kind === 'contact') {
      const known = await knownContact(ctx, happening.contact)
      if (known) this.#tellPrograms(happening.event, { ...slimContact(ctx, known), ...told })
      return
    }
    const conversation =
      happening.kind === 'answering'
        ? await liveConversation(ctx, happening)
        : await conversationOf(ctx, happening.ticket)
    if (!conversation) return
    if (happening.kind === 'message') {
      const message = await ctx.core.messages.get(happening.message as never)
      if (!message) return
      const data = await slimMessage(ctx, account, conversation, { ...message, ...happening.change } as typeof message)
      this.#tellPrograms(happening.event, { ...data, ...told })
      await this.#tellContact(conversation, happening.event, { ...data, ...told })
    } else if (happening.kind === 'conversation') {
      const { messages } = await ctx.core.messages.page(conversation.ticket.id, { limit: 1 })
      const data = await conversationData(ctx, account, conversation, messages)
      this.#tellPrograms(happening.event, { ...data, ...told })
      if (!['conversation.created', 'conversation.status_changed'].includes(happening.event)) return
      await this.#tellContact(conversation, happening.event, {
        ...(await conversationForContact(ctx, account, conversation)),
        ...told,
      })
    } else {
      const isAgent = happening.kind === 'answering' || happening.by === 'agent'
      const event = happening.isOn ? 'conversation.typing_on' : 'conversation.typing_off'
      const shape = await conversationForContact(ctx, account, conversation)
      const user = isAgent
        ? agentShape(conversation.assignee ?? { id: 0, name: account.name })
        : slimContact(ctx, conversation.known)
      const data = { conversation: shape, user, is_private: false, ...told }
      this.#tellPrograms(event, data)
      if (isAgent) await this.#tellContact(conversation, event, data)
    }
  }

  #tellPrograms(event: string, data: Data): void {
    for (const { subject, tell } of this.members) if (subject.kind === 'program') tell(event, data)
  }

  /** The clients of the contact that a conversation is with, in its inbox. */
  async #tellContact({ inbox, known }: Conversation, event: string, data: Data): Promise<void> {
    for (const member of this.members) {
      const { subject, ctx } = member
      if (subject.kind !== 'contact' || subject.inbox !== inbox.id) continue
      const contact = await contactAt(ctx, subject)
      if (contact === undefined) member.leave()
      else if (contact === known.contact.id) member.tell(event, data)
    }
  }
}

/** The conversation in which a contact of an inbox is answered: the latest that is not resolved. */
async function liveConversation(
  ctx: PluginContext,
  { contact, inbox }: Extract<Happening, { kind: 'answering' }>,
): Promise<Conversation | undefined> {
  for (const ticket of await ticketsOfContact(ctx, contact)) {
    const conversation = await conversationOf(ctx, ticket)
    if (conversation?.inbox.id === inbox && conversation.ticket.status !== 'closed') return conversation
  }
  return undefined
}

const rooms = new Map<string, Room>()

/** Adds a client to the room of its company until its socket ends. */
export function join(member: Member): Room {
  const { ctx } = member
  const room = rooms.get(ctx.tenant) ?? new Room(ctx)
  rooms.set(ctx.tenant, room)
  room.members.add(member)
  ctx.signal.addEventListener('abort', () => part(member), { once: true })
  return room
}

export function part(member: Member): void {
  const room = rooms.get(member.ctx.tenant)
  if (!room?.members.delete(member) || room.members.size > 0) return
  rooms.delete(member.ctx.tenant)
  room.close()
}
