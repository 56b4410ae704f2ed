import type { EventBus } from '../bus/bus.ts'
import type { Clock } from '../base/clock.ts'

/** Pages say every 25 s what they show; one that has been silent for longer is taken for gone. Milliseconds. */
export const attentionMs = 60_000
const topic = 'notifications.attention'

/** State of a page, one socket: its conversation or none, and whether somebody is using it. */
export interface Looking {
  readonly page: string
  readonly tenantId: string
  readonly userId: string
  readonly sessionId: string
  readonly ticketId: string | null
  readonly focused: boolean
}

/**
 * Users and the conversations that they look at now, on any node: nobody is notified of a conversation on their screen.
 */
export class Attention {
  readonly #bus: Pick<EventBus, 'emit' | 'on'>
  readonly #clock: Clock
  readonly #users = new Map<string, Map<string, Looking & { readonly until: number }>>()
  readonly #leave: () => void

  constructor({ bus, clock }: { readonly bus: Pick<EventBus, 'emit' | 'on'>; readonly clock: Clock }) {
    this.#bus = bus
    this.#clock = clock
    this.#leave = bus.on(topic, (data) => this.#heard(data as Looking))
  }

  /** A page of a session reports its state to every node, this one at once. */
  noted(looking: Looking): void {
    this.#heard(looking)
    this.#bus.emit(topic, looking)
  }

  /**
   * Whether a push to this session would show something that its user sees already: they use that very device, or have
   * the conversation open on another.
   */
  sees({ tenantId, userId, sessionId }: Pick<Looking, 'tenantId' | 'userId' | 'sessionId'>, ticketId: string): boolean {
    const now = this.#clock.now().getTime()
    const pages = this.#users.get(userId) ?? new Map<string, never>()
    return [...pages.values()].some(
      (page) =>
        page.until > now && page.tenantId === tenantId && (page.sessionId === sessionId || page.ticketId === ticketId),
    )
  }

  close(): void {
    this.#leave()
  }

  #heard(looking: Looking): void {
    const now = this.#clock.now().getTime()
    const pages = new Map([...(this.#users.get(looking.userId) ?? [])].filter(([, page]) => page.until > now))
    if (looking.focused) pages.set(looking.page, { ...looking, until: now + attentionMs })
    else pages.delete(looking.page)
    if (pages.size > 0) this.#users.set(looking.userId, pages)
    else this.#users.delete(looking.userId)
  }
}
