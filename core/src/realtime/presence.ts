import { randomBytes } from 'node:crypto'
import type { EventBus } from '../bus/bus.ts'

const topic = 'rt-presence'
const announceEveryMs = 10_000
/** A node that is silent for three announcements is gone. */
const goneAfterMs = 3 * announceEveryMs

type Notice = { readonly node: string } & ({ readonly kind: 'ask' } | { readonly kind: 'all'; readonly tenants: readonly string[] } | { readonly kind: 'one'; readonly tenantId: string; readonly listening: boolean })

/** Which tenants have sockets on any node, so that no node builds pushes that nobody anywhere would get. */
export class Presence {
  readonly node = randomBytes(8).toString('hex')
  readonly #own = new Set<string>()
  readonly #others = new Map<string, { tenants: Set<string>; until: number }>()
  readonly #bus: Pick<EventBus, 'emit' | 'on'>
  readonly #leave: () => void
  readonly #timer: NodeJS.Timeout

  constructor(bus: Pick<EventBus, 'emit' | 'on'>) {
    this.#bus = bus
    this.#leave = bus.on(topic, (data) => this.#heard(data as Notice))
    this.#timer = setInterval(() => this.#announceAll(), announceEveryMs)
    this.#timer.unref()
    this.#tell({ node: this.node, kind: 'ask' })
  }

  set(tenantId: string, listening: boolean): void {
    if (listening) this.#own.add(tenantId)
    else this.#own.delete(tenantId)
    this.#tell({ node: this.node, kind: 'one', tenantId, listening })
  }

  anywhere(tenantId: string): boolean {
    if (this.#own.has(tenantId)) return true
    const now = performance.now()
    for (const { tenants, until } of this.#others.values()) if (until > now && tenants.has(tenantId)) return true
    return false
  }

  close(): void {
    clearInterval(this.#timer)
    this.#leave()
    this.#own.clear()
    this.#announceAll()
  }

  #heard(notice: Notice): void {
    if (notice.node === this.node) return
    if (notice.kind === 'ask') return this.#announceAll()
    const known = this.#others.get(notice.node)?.tenants ?? new Set<string>()
    const tenants = notice.kind === 'all' ? new Set(notice.tenants) : known
    if (notice.kind === 'one') {
      if (notice.listening) tenants.add(notice.tenantId)
      else tenants.delete(notice.tenantId)
    }
    if (tenants.size > 0) this.#others.set(notice.node, { tenants, until: performance.now() + goneAfterMs })
    else this.#others.delete(notice.node)
  }

  #announceAll(): void { this.#tell({ node: this.node, kind: 'all', tenants: [...this.#own] }) }
  #tell(notice: Notice): void { this.#bus.emit(topic, notice) }
}
