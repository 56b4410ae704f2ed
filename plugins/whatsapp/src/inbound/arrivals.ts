import type { ConnectionContext, ExternalChatId, InboundEvent } from '@recado/sdk'
import { setTimeout as pause } from 'node:timers/promises'
import type { BaileysEventMap, BinaryNode, WAMessage, WASocket } from 'baileys'
import type { WhatsappConfig } from '../channel/config.ts'
import type { People } from '../link/people.ts'
import { persist } from '../link/persist.ts'
import type { MessageTimers } from '../outbound/message-timers.ts'
import type { Recipients } from '../outbound/recipient.ts'
import type { HeldFrames } from '../socket/held-frames.ts'
import { ArrivalOrder } from './arrival-order.ts'
import type { ArrivalTimes } from './arrival-times.ts'
import type { KeptPoll, KeptPolls } from '../polls/kept-polls.ts'
import { lateVotes, type LateVotes } from '../polls/late-votes.ts'
import { voteIn } from '../polls/sealed-vote.ts'
import { keptOf, openedVote, unknownVote } from '../polls/votes.ts'
import { messageOfCall } from './call.ts'
import { disappearsAfter } from './disappearing.ts'
import type { Facts } from './facts.ts'
import { bareJid, isGroup } from './jid.ts'
import { eventsOfMessage, placeOf, waitingNote } from './message.ts'
import { typingOf } from './presence.ts'
import { droppedBy } from './updates.ts'
import { groupReceiptsOf, receiptsOf } from './receipt.ts'

type Events = Partial<BaileysEventMap>

/** What core is told, and votes among it that have waited. */
interface Found {
  readonly events: readonly InboundEvent[]
  readonly late?: LateVotes
}

/** Assistants of WhatsApp speak with who writes on the phone, not with the company. */
const isAssistant = (jid: string | null | undefined): boolean => jid?.endsWith('@bot') === true

/** A line, and what is known by it. */
interface Line {
  readonly socket: WASocket
  readonly people: People
  readonly recipients: Recipients
  readonly held: HeldFrames
  readonly polls: KeptPolls
  readonly timers: MessageTimers
  readonly times: ArrivalTimes
}

/**
 * Brings what Baileys tells into core, in order, and tells {@link HeldFrames} what is stored. What cannot be stored is
 * tried again until it is, or the connection ends: then WhatsApp brings it again.
 */
export class Arrivals {
  readonly #ctx: ConnectionContext<WhatsappConfig>
  readonly #socket: WASocket
  readonly #people: People
  readonly #recipients: Recipients
  readonly #held: HeldFrames
  readonly #polls: KeptPolls
  readonly #timers: MessageTimers
  readonly #times: ArrivalTimes
  readonly #signal: AbortSignal
  /** Messages that were shown as waiting, by their id: their content is an edit of them. */
  readonly #waiting = new Set<string>()
  readonly #inOrder = new ArrivalOrder<WAMessage>(({ key }) => key.id)
  #isLooking = false
  #order: Promise<void> = Promise.resolve()

  constructor(ctx: ConnectionContext<WhatsappConfig>, line: Line, signal: AbortSignal) {
    this.#ctx = ctx
    const { socket } = line
    this.#socket = socket
    this.#people = line.people
    this.#recipients = line.recipients
    this.#held = line.held
    this.#polls = line.polls
    this.#timers = line.timers
    this.#times = line.times
    this.#signal = signal
    socket.ws.on('CB:success', (stanza: BinaryNode) => this.#times.loggedIn(stanza))
    const dropped = droppedBy(ctx.config)
    socket.ws.on('CB:message', (stanza: BinaryNode) => {
      // What Baileys drops is not waited for.
      if (dropped(stanza.attrs['from'])) return
      this.#times.stanza(stanza)
      this.#inOrder.stanza(stanza)
    })
    socket.ev.process(({ 'messages.upsert': upsert, ...events }) => {
      if (Object.keys(events).length > 0) this.#enqueue(events)
      if (!upsert) return
      this.#held.taken(idsOf(upsert.messages))
      this.#bring(this.#inOrder.came(upsert.messages))
      void this.#look()
    })
  }

  /** Resolves when everything that came so far is stored or given up. */
  settled(): Promise<void> {
    this.#bring(this.#inOrder.all())
    return this.#order
  }

  #bring(messages: WAMessage[]): void {
    if (messages.length > 0) this.#enqueue({ 'messages.upsert': { messages, type: 'notify' } })
  }

  #enqueue(events: Events): void {
    this.#order = this.#order.then(() => this.#take(events))
  }

  /** Brings messages whose predecessors do not come out, as long as some wait for them. */
  async #look(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    for (let ms = this.#inOrder.pauseMs; ms !== undefined && !this.#signal.aborted; ms = this.#inOrder.pauseMs) {
      await pause(ms, undefined, { signal: this.#signal, ref: false }).catch(() => undefined)
      this.#bring(this.#inOrder.due())
    }
    this.#isLooking = false
  }

  async #take(events: Events): Promise<void> {
    for (const contact of [...(events['contacts.upsert'] ?? []), ...(events['contacts.update'] ?? [])])
      this.#people.contact(contact)
    for (const group of [...(events['groups.upsert'] ?? []), ...(events['groups.update'] ?? [])])
      this.#people.group(group)
    const mapping = events['lid-mapping.update']
    if (mapping) this.#people.paired(mapping.lid, mapping.pn)
    const found = await this.#eventsOf(events).catch((error: unknown): Found => {
      // At the end of the session nothing is read any more; WhatsApp brings it again.
      if (!this.#signal.aborted)
        this.#ctx.log.error({ err: error, connection: this.#ctx.connection }, 'what arrived could not be read')
      return { events: [] }
    })
    await this.#tell(found).catch(() => undefined)
    for (const event of found.events) if (event.type === 'message') this.#recipients.heard(event.chat)
    // What was given up at the end of the session is brought again.
    if (!this.#signal.aborted) this.#held.stored(idsOf(events['messages.upsert']?.messages ?? []))
  }

  async #tell({ events, late }: Found): Promise<void> {
    if (events.length > 0) await persist(() => this.#ctx.emit(events), this.#ctx, this.#signal)
    if (late) await persist(() => this.#polls.waiting.forget(late.polls), this.#ctx, this.#signal)
  }

  async #eventsOf(events: Events): Promise<Found> {
    const { 'messages.upsert': upsert, 'messages.update': updates = [], call = [] } = events
    const { 'message-receipt.update': receipts = [], 'presence.update': presence } = events
    const messages = (upsert?.messages ?? []).filter(({ key }) => !isAssistant(key.remoteJid))
    for (const { key } of messages) this.#people.met(key)
    await this.#people.learn(
      [
        ...messages.flatMap(({ key }) => [key.remoteJid, key.participant]),
        ...call.map(({ from }) => from),
        presence?.id,
      ],
      this.#socket,
    )
    const facts = { ...this.#people.known(), readsUpdates: this.#ctx.config.updates }
    const wanted = (jid: string | null | undefined): boolean => this.#ctx.config.groups || !isGroup(bareJid(jid) ?? '')
    const shown = messages.filter(({ key }) => wanted(key.remoteJid))
    const polls = await this.#keepPolls(shown, facts)
    const said: InboundEvent[] = []
    const timers = new Map<ExternalChatId, number>()
    for (const message of shown) {
      const events = voteIn(message)
        ? await this.#votesOf(message, facts)
        : this.#replaced(message.key.id, eventsOfMessage(message, facts))
      said.push(...events.map((event) => this.#timed(event, message)))
      const [seconds, place] = [disappearsAfter(message), placeOf(message, facts)]
      if (seconds !== undefined && place) timers.set(place.chat, seconds)
    }
    await persist(() => this.#timers.heard(timers), this.#ctx, this.#signal)
    const late = await persist(() => lateVotes(this.#polls, polls, facts), this.#ctx, this.#signal)
    const told = [
      ...said,
      ...late.votes,
      ...updates.flatMap(receiptsOf),
      ...receipts.flatMap(groupReceiptsOf),
      ...(presence && wanted(presence.id) ? typingOf(presence.id, presence.presences, facts) : []),
      ...call.flatMap((one) => messageOfCall(one, facts)),
    ]
    return { events: told, late }
  }

  #timed<Event extends InboundEvent>(event: Event, { key }: WAMessage): Event {
    if (!key.id || !('chat' in event) || event.chat === undefined) return event
    return { ...event, at: this.#times.of(key.id, event.chat, event.at) }
  }

  /** Before what follows, which may be votes. Answers WhatsApp's ids of the polls. */
  async #keepPolls(messages: readonly WAMessage[], facts: Facts): Promise<string[]> {
    const polls = new Map(
      messages.flatMap((message) => {
        const kept = keptOf(message, facts)
        return kept ? [kept] : []
      }),
    )
    if (polls.size > 0) await persist(() => this.#polls.keep(polls), this.#ctx, this.#signal)
    return [...polls.keys()]
  }

  async #votesOf(message: WAMessage, facts: Facts): Promise<InboundEvent[]> {
    const { poll: id } = voteIn(message)!
    const poll = await persist(() => this.#pollOf(id, message), this.#ctx, this.#signal)
    const event = poll ? openedVote(message, poll, facts) : this.#unopened(id, message, facts)
    if (!event) this.#ctx.log.info({ connection: this.#ctx.connection }, 'a vote is passed over')
    return event ? [event] : []
  }

  /** The poll of a vote. Where it is not known the vote is kept for it. */
  async #pollOf(id: string, message: WAMessage): Promise<KeptPoll | undefined> {
    const known = await this.#polls.find(id)
    if (known) return known
    await this.#polls.waiting.keep(message)
    // The past may have brought it meanwhile, without this vote.
    return this.#polls.find(id)
  }

  /** A vote in a poll that is not here is shown as such, unless the poll itself is shown as one that will come. */
  #unopened(id: string, message: WAMessage, facts: Facts): InboundEvent | undefined {
    return this.#waiting.has(id) ? undefined : unknownVote(message, id, facts)
  }

  /** A message that was shown as waiting gets its content. */
  #replaced(id: string | null | undefined, events: InboundEvent[]): InboundEvent[] {
    return events.map((event) => {
      if (event.type !== 'message' || !id) return event
      const [first] = event.parts
      if (first.kind === 'unsupported' && first.note === waitingNote) {
        this.#waiting.add(id)
        return event
      }
      if (!this.#waiting.delete(id)) return event
      return { type: 'edit', completes: true, chat: event.chat, target: event.id, parts: event.parts, at: event.at }
    })
  }
}

/** Pieces of the past are stored elsewhere. */
const idsOf = (messages: readonly WAMessage[]): string[] =>
  messages.flatMap(({ key, message }) => (key.id && !message?.protocolMessage?.historySyncNotification ? [key.id] : []))
