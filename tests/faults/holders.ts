import { pause, type Loss } from './observer.ts'
import type { Delivered } from './provider.ts'
import type { FaultScene } from './scene.ts'

/** Which node has each connection, by its place; null where nobody has it. */
export type Holding = ReadonlyMap<number, string | null>

const everyMs = 100
/** A send that comes this long after its connection went to somebody else was not under way then. */
const strayAfterMs = 500

/** Looks, as long as it is not stopped, which node has which connection. */
export class Holders {
  readonly #scene: FaultScene
  readonly #before: Holding
  readonly #seen: { readonly at: number; readonly holding: Holding }[] = []
  #looking: Promise<void> | undefined
  #stopped = false

  private constructor(scene: FaultScene, before: Holding) {
    this.#scene = scene
    this.#before = before
  }

  static async watch(scene: FaultScene): Promise<Holders> {
    const holders = new Holders(scene, await holdingOf(scene))
    holders.#looking = holders.#look()
    return holders
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#looking
  }

  /** Places of the connections through which the process sent before it was lost. */
  placesOf({ process, at }: Loss): number[] {
    const { hooks, provider } = this.#scene
    return [...hooks.keys()].filter((place) => provider.holderOf(place, at) === process)
  }

  /** Whether other nodes have all of these by now. */
  areTaken(places: readonly number[]): boolean {
    const now = this.#seen.at(-1)?.holding
    return places.every((place) => (now?.get(place) ?? null) !== null && now!.get(place) !== this.#before.get(place))
  }

  /** What came from a lost process, which went on, through connections that another node had by then. */
  strays(losses: readonly Loss[]): (Delivered & { readonly afterLossMs: number })[] {
    return losses.flatMap((loss) => {
      const places = this.placesOf(loss)
      const late = this.#scene.provider.delivered.filter(
        ({ process, place, at }) => process === loss.process && at > loss.at && places.includes(place),
      )
      return late
        .filter(({ place, at }) => this.#isOthers(place, at))
        .map((delivery) => ({ ...delivery, afterLossMs: Math.round(delivery.at - loss.at) }))
    })
  }

  #isOthers(place: number, at: number): boolean {
    const lately = this.#seen
      .filter((look) => look.at > at - strayAfterMs && look.at <= at)
      .map(({ holding }) => holding.get(place) ?? null)
    return lately.length > 1 && lately.every((node) => node !== null && node !== this.#before.get(place))
  }

  async #look(): Promise<void> {
    while (!this.#stopped) {
      const at = performance.now()
      const holding = await holdingOf(this.#scene).catch(() => undefined)
      if (holding) this.#seen.push({ at, holding })
      await pause(everyMs)
    }
  }
}

async function holdingOf({ cluster, hooks }: FaultScene): Promise<Holding> {
  const rows = await cluster.owner<{ id: string; node: string | null }[]>`
    select id, leased_by as node
      from core.connection
     where id = any (${hooks.map(({ connectionId }) => connectionId)}::uuid[])`
  return new Map(rows.map(({ id, node }) => [hooks.findIndex(({ connectionId }) => connectionId === id), node]))
}
