import {
  concerns,
  isQuietAt,
  type NotificationChoice,
  type PluginNotice,
  type Ticket,
  type TicketListPush,
} from '../../base/contracts.ts'
import { wallOf } from '../../base/i18n/wall-clock.ts'

/** `woken`: it was put off and is back. `transferred`: somebody gave it to the user. */
export type NoticeReason = 'message' | 'woken' | 'transferred'

export interface InAppNoticesOptions {
  readonly userId: string
  readonly queueIds: readonly string[]
  /** Of the company: quiet hours are by its clock, on every device and wherever that is. */
  readonly timeZone: string
  /** Undefined until it is known: then nothing is shown. */
  choice(): NotificationChoice | undefined
  /** Whether the user has the conversation before their eyes. */
  isSeen(ticketId: string): boolean
  show(ticket: Ticket, why: NoticeReason): void
  showMention(mention: Mention): void
  showNotice(notice: PluginNotice): void
  /** Whether the user has this place before their eyes. */
  isAt(path: string): boolean
  ring(): void
  /** Sets whether the ticket waits for the user. */
  waits(ticketId: string, waits: boolean): void
  now?(): Date
}

/** A colleague named the user. */
export type Mention = Extract<TicketListPush, { type: 'mention:new' }>['payload']

/**
 * The pushes that reach a page show only what its user may see; how the company narrows that is no question any more.
 */
const everythingVisible = {
  hideAssignedToOthers: false,
  hideWithoutQueue: false,
  hideWithBot: false,
  hideContactData: false,
} as const

/**
 * Notices of an open page: the rules of pushes to browsers, for events that arrive while the user is in the product.
 */
export class InAppNotices {
  readonly #options: InAppNoticesOptions
  constructor(options: InAppNoticesOptions) {
    this.#options = options
  }

  take(push: TicketListPush): void {
    if (push.type === 'chat:create') {
      // What comes in with the past of a channel is read already.
      if (!push.payload.fromMe && !push.payload.read) this.#wrote(push.payload.ticket)
    } else if (push.type === 'ticket:update') {
      if (push.payload.unreadMessages === 0 || !this.#concerns(push.payload))
        this.#options.waits(push.payload.id, false)
    } else if (push.type === 'ticket:waiting') {
      // Until now a responder had it and nobody was told.
      if (push.payload.unreadMessages > 0 && this.#concerns(push.payload)) this.#tell(push.payload, 'message')
    } else if (push.type === 'ticket:woken') {
      if (push.payload.userId === this.#options.userId) this.#tell(push.payload, 'woken')
    } else if (push.type === 'ticket:transferred') {
      if (push.payload.userId === this.#options.userId) this.#tell(push.payload, 'transferred')
    } else if (push.type === 'mention:new') this.#named(push.payload)
    else if (push.type === 'ticket:remove') this.#options.waits(push.payload.id, false)
  }

  #wrote(ticket: Ticket): void {
    if (ticket.status === 'closed' || !this.#concerns(ticket)) return
    // Of what nobody has taken, the first message is told; the list shows the others.
    if (ticket.userId === null && ticket.unreadMessages > 1) return
    this.#tell(ticket, 'message')
  }

  #tell(ticket: Ticket, why: NoticeReason): void {
    const { isSeen, waits, choice, show, ring, now = () => new Date() } = this.#options
    if (isSeen(ticket.id)) return
    const chosen = choice()
    if (!chosen?.[why === 'transferred' ? 'transfer' : ticket.userId === null ? 'newTicket' : 'ownTicket']) return
    waits(ticket.id, true)
    if (this.#isQuiet(chosen, now())) return
    show(ticket, why)
    if (chosen.sound) ring()
  }

  /** Shown even for the open conversation: the note may be out of sight. */
  #named(mention: Mention): void {
    const { choice, showMention, ring, now = () => new Date() } = this.#options
    const chosen = choice()
    if (!chosen?.mentioned || this.#isQuiet(chosen, now())) return
    showMention(mention)
    if (chosen.sound) ring()
  }

  /** Of a plugin, which asked whether this user wants it. */
  takeNotice(notice: PluginNotice): void {
    const { choice, isAt, showNotice, ring, now = () => new Date() } = this.#options
    const chosen = choice()
    if (!chosen || isAt(notice.path) || this.#isQuiet(chosen, now())) return
    showNotice(notice)
    if (chosen.sound) ring()
  }

  #isQuiet(choice: NotificationChoice, at: Date): boolean {
    const wall = new Date(wallOf(at, this.#options.timeZone))
    return isQuietAt(choice, at, { weekday: wall.getUTCDay(), minute: wall.getUTCHours() * 60 + wall.getUTCMinutes() })
  }

  #concerns(ticket: Ticket): boolean {
    const { userId, queueIds } = this.#options
    return concerns({ userId: userId as never, role: 'user', queueIds: queueIds as never }, ticket, everythingVisible)
  }
}
