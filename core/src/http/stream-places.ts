import { Refusal } from '@recado/contracts'
import type { StreamPlaces, VisitorBudgetKind } from './visitor-budgets.ts'

/** Owner of a stream: keys of the visitor, their network and the company. */
export type StreamOwner = Readonly<Record<VisitorBudgetKind, string>>
interface Place {
  readonly owner: StreamOwner
  readonly end: AbortController
}

/** Seconds until a retry is worthwhile: streams end whenever somebody closes a page. */
const retryAfterSeconds = 30

/**
 * The open streams of this node's visitors. A visitor who opens one too many loses the oldest: of several tabs the
 * newest works, and connections that broke unnoticed go first. Networks and companies are refused instead.
 */
export class OpenStreams {
  readonly #bounds: StreamPlaces
  /** In the order of opening. */
  readonly #ofVisitors = new Map<string, Set<Place>>()
  readonly #open: Readonly<Record<'network' | 'company', Map<string, number>>> = {
    network: new Map(),
    company: new Map(),
  }

  constructor(bounds: StreamPlaces) {
    this.#bounds = bounds
  }

  /** Counts until `release`; the signal ends a stream that lost its place. @throws Refusal ERR_TOO_MANY_STREAMS */
  take(owner: StreamOwner): { readonly signal: AbortSignal; release(): void } {
    const own = this.#ofVisitors.get(owner.visitor)
    const [oldest] = own ?? []
    if (oldest && own!.size >= this.#bounds.visitor) {
      oldest.end.abort()
      this.#release(oldest)
    }
    for (const kind of ['network', 'company'] as const) {
      if ((this.#open[kind].get(owner[kind]) ?? 0) >= this.#bounds[kind])
        throw new Refusal('ERR_TOO_MANY_STREAMS', { retryAfterSeconds })
    }
    const place: Place = { owner, end: new AbortController() }
    const places = this.#ofVisitors.get(owner.visitor) ?? new Set()
    this.#ofVisitors.set(owner.visitor, places.add(place))
    for (const kind of ['network', 'company'] as const) this.#count(kind, owner, 1)
    return { signal: place.end.signal, release: () => this.#release(place) }
  }

  #release(place: Place): void {
    const places = this.#ofVisitors.get(place.owner.visitor)
    if (!places?.delete(place)) return
    if (places.size === 0) this.#ofVisitors.delete(place.owner.visitor)
    for (const kind of ['network', 'company'] as const) this.#count(kind, place.owner, -1)
  }

  #count(kind: 'network' | 'company', owner: StreamOwner, change: 1 | -1): void {
    const open = (this.#open[kind].get(owner[kind]) ?? 0) + change
    if (open > 0) this.#open[kind].set(owner[kind], open)
    else this.#open[kind].delete(owner[kind])
  }
}
