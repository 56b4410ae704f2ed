import { randomBytes } from 'node:crypto'
import type { EventBus } from '../bus/bus.ts'

const topic = 'rt-presence'
/** Interval of a node's heartbeat. */
const beatEveryMs = 1_000
/** A node that is silent for three beats is gone. */
const goneAfterMs = 3 * beatEveryMs
/** Every so many beats a node says which tenants it serves, for nodes that missed it. */
const beatsPerAnnouncement = 10

type Notice = { readonly node: string } & (
  | { readonly kind: 'ask' }
  | { readonly kind: 'beat' }
  | { readonly kind: 'all'; readonly tenants: readonly string[] }
  | { readonly kind: 'one'; readonly tenantId: string; readonly listening: boolean }
  | { readonly kind: 'leave' }
)

export interface PresenceOptions {
  readonly bus: Pick<EventBus, 'emit' | 'on' | 'network'>
  /** A node ended or cannot be reached, without having announced it: the push of its last change may be lost. */
  readonly onLost: () => void
}

/** Live nodes, and the tenants with sockets on any of them, so that no node builds pushes without a receiver. */
export class Presence {
  readonly node = randomBytes(8).toString('hex')
  readonly #own = new Set<string>()
  readonly #others = new Map<string, { tenants: Set<string>; until: number }>()
  readonly #options: PresenceOptions
  readonly #leave: () => void
  readonly #timer: NodeJS.Timeout
  #beats = 0
  /** Until then this node may not know of all others. */
  #unsureUntil = 0

  constructor(options: PresenceOptions) {
    this.#options = options
    this.#leave = options.bus.on(topic, (data) => this.#heard(data as Notice))
    this.#timer = setInterval(() => this.#beat(), beatEveryMs)
    this.#timer.unref()
    this.ask()
  }

  /** The others can be reached from now on, for the first time or again: they announce their tenants. */
  ask(): void {
    if (this.#options.bus.network().state !== 'unused') this.#unsureUntil = performance.now() + goneAfterMs
    this.#tell({ node: this.node, kind: 'ask' })
  }

  set(tenantId: string, listening: boolean): void {
    if (listening) this.#own.add(tenantId)
    else this.#own.delete(tenantId)
    this.#tell({ node: this.node, kind: 'one', tenantId, listening })
  }

  anywhere(tenantId: string): boolean {
    if (this.#own.has(tenantId) || performance.now() < this.#unsureUntil) return true
    for (const { tenants } of this.#others.values()) if (tenants.has(tenantId)) return true
    return false
  }

  close(): void {
    clearInterval(this.#timer)
    this.#leave()
    this.#own.clear()
    this.#tell({ node: this.node, kind: 'leave' })
  }

  #beat(): void {
    this.#tell(++this.#beats % beatsPerAnnouncement === 0 ? this.#announcement() : { node: this.node, kind: 'beat' })
    const now = performance.now()
    const lost = [...this.#others].filter(([, { until }]) => until <= now)
    for (const [node] of lost) this.#others.delete(node)
    if (lost.length > 0) this.#options.onLost()
  }

  #heard(notice: Notice): void {
    if (notice.node === this.node) return
    if (notice.kind === 'leave') return void this.#others.delete(notice.node)
    if (notice.kind === 'ask') this.#tell(this.#announcement())
    // The node was out of reach for a while: the tenants that it serves are unknown.
    if (notice.kind === 'beat' && !this.#others.has(notice.node)) this.#tell({ node: this.node, kind: 'ask' })
    const tenants =
      notice.kind === 'all' ? new Set(notice.tenants) : (this.#others.get(notice.node)?.tenants ?? new Set<string>())
    if (notice.kind === 'one') {
      if (notice.listening) tenants.add(notice.tenantId)
      else tenants.delete(notice.tenantId)
    }
    this.#others.set(notice.node, { tenants, until: performance.now() + goneAfterMs })
  }

  #announcement(): Notice {
    return { node: this.node, kind: 'all', tenants: [...this.#own] }
  }
  #tell(notice: Notice): void {
    this.#options.bus.emit(topic, notice)
  }
}
