import { Refusal, type RateClass, type VisitorCost, type VisitorPort } from '@recado/contracts'
import type { Clock } from '../base/clock.ts'
import { OpenStreams } from './stream-places.ts'
import {
  defaultVisitorFigures,
  type VisitorBudget,
  type VisitorBudgetKind,
  type VisitorFigures,
} from './visitor-budgets.ts'
import { WindowCounter } from './window-counter.ts'

/** One call by somebody who is not signed in. `plugin` bounds the ids of visitors, which are the plugin's own. */
export interface VisitorCall {
  readonly rate: RateClass
  readonly plugin: string
  readonly tenantId: string
  /** The address by {@link networkOf}. */
  readonly network: string
}

interface Counted {
  readonly kind: VisitorBudgetKind
  readonly of: 'calls' | 'bytes'
  readonly budget: VisitorBudget
  readonly counter: WindowCounter
}

const keyOf = ({ plugin, tenantId }: VisitorCall, visitor: string): string => `${plugin}:${tenantId}:${visitor}`

/**
 * Budgets of people who are not signed in, counted in the memory of this node as all limits are (decision 017). A
 * refused call costs nothing: nobody can spend the company's budget once their own is used up.
 */
export class VisitorGate {
  readonly #counted: ReadonlyMap<string, readonly Counted[]>
  readonly #trusted: WindowCounter
  readonly #streams: OpenStreams

  constructor({ clock, figures = defaultVisitorFigures }: { clock: Clock; figures?: VisitorFigures | undefined }) {
    const { classes, remembered: capacity, streams, trustSeconds } = figures
    this.#counted = new Map(
      Object.entries(classes).map(([rate, budgets]) => [
        rate,
        (['calls', 'bytes'] as const).flatMap((of) =>
          Object.entries(budgets[of] ?? {}).map(([kind, budget]): Counted => ({
            kind: kind as VisitorBudgetKind,
            of,
            budget,
            counter: new WindowCounter({ seconds: budget.seconds, capacity, clock }),
          })),
        ),
      ]),
    )
    this.#trusted = new WindowCounter({ seconds: trustSeconds, capacity, clock })
    this.#streams = new OpenStreams(streams)
  }

  /** Port for the handler of one call. `onEnd` gets the function that gives the place of its stream back. */
  portFor(call: VisitorCall, onEnd: (release: () => void) => void): VisitorPort {
    return {
      spend: async (visitor, cost) => this.#spend(call, visitor, cost ?? {}),
      trust: async (visitor) => this.#trusted.add(keyOf(call, visitor), 1),
      stream: async (visitor) => {
        const { signal, release } = this.#streams.take({
          visitor: keyOf(call, visitor),
          network: call.network,
          company: call.tenantId,
        })
        onEnd(release)
        return signal
      },
    }
  }

  #spend(call: VisitorCall, visitor: string | undefined, { bytes = 0, proven = false }: VisitorCost): void {
    const keys = { visitor: visitor && keyOf(call, visitor), network: call.network, company: call.tenantId }
    const isTrusted = proven || (keys.visitor !== undefined && this.#trusted.read(keys.visitor).spent > 0)
    const spending = (this.#counted.get(call.rate) ?? []).flatMap(({ kind, of, budget, counter }) => {
      const key = keys[kind]
      return key === undefined ? [] : [{ key, cost: of === 'bytes' ? bytes : 1, budget, counter }]
    })
    for (const { key, cost, budget, counter } of spending) {
      const { spent, endsInSeconds } = counter.read(key)
      if (spent + cost > budget.points)
        throw new Refusal('ERR_TOO_MANY_REQUESTS', { retryAfterSeconds: Math.max(1, endsInSeconds) })
    }
    const asks = spending.some(
      ({ key, cost, budget, counter }) => budget.free !== undefined && counter.read(key).spent + cost > budget.free,
    )
    if (asks && !isTrusted) throw new Refusal('ERR_CAPTCHA_REQUIRED')
    for (const { key, cost, counter } of spending) counter.add(key, cost)
  }
}
