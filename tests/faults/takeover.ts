import type { Findings } from './findings.ts'
import { pause, type Loss } from './observer.ts'
import type { FaultScene } from './scene.ts'
import type { Sends } from './sends.ts'

const everyMs = 50
const patienceMs = 40_000

/** Milliseconds from the loss of a node; absent of what it did not have. */
export type Times = Pick<Findings, 'sessionsMs' | 'consumersMs' | 'sendsMs'>

/** Which node had which connection before a fault, and how long others take to take over what a lost one had. */
export class Takeover {
  readonly #scene: FaultScene
  readonly #sends: Sends
  readonly #before: ReadonlyMap<number, string | null>

  private constructor(scene: FaultScene, sends: Sends, before: ReadonlyMap<number, string | null>) {
    this.#scene = scene
    this.#sends = sends
    this.#before = before
  }

  static async before(scene: FaultScene, sends: Sends): Promise<Takeover> { return new Takeover(scene, sends, await holders(scene)) }

  /** Times since the loss; those of what the node did not have are absent, and what is never taken over is an error. */
  async times({ process, at }: Loss): Promise<Times> {
    const { provider, testimonies, hooks } = this.#scene
    const places = [...hooks.keys()].filter((place) => provider.holderOf(place) === process)
    const hadConsumer = testimonies.handler(at) === process
    const [sessionsMs, sendsMs, consumersMs] = await Promise.all([
      places.length === 0 ? undefined : since(at, 'its connections', async () => {
        const now = await holders(this.#scene)
        return places.every((place) => (now.get(place) ?? null) !== null && now.get(place) !== this.#before.get(place))
      }),
      places.length === 0 ? undefined : since(at, 'its sends', () => this.#sends.areSettled(places)),
      hadConsumer ? since(at, 'its consumer', () => (testimonies.handler() ?? process) !== process) : undefined,
    ])
    return { ...(sessionsMs && { sessionsMs }), ...(consumersMs && { consumersMs }), ...(sendsMs && { sendsMs }) }
  }
}

async function holders({ cluster, hooks }: FaultScene): Promise<Map<number, string | null>> {
  const rows = await cluster.owner<{ id: string; node: string | null }[]>`
    select id, leased_by as node from core.connection where id = any (${hooks.map(({ connectionId }) => connectionId)}::uuid[])`
  return new Map(rows.map(({ id, node }) => [hooks.findIndex(({ connectionId }) => connectionId === id), node]))
}

async function since(at: number, what: string, look: () => boolean | Promise<boolean>): Promise<number> {
  while (!(await look())) {
    if (performance.now() - at > patienceMs) throw new Error(`${what} were not taken over within ${patienceMs / 1_000} s`)
    await pause(everyMs)
  }
  return performance.now() - at
}
