import * as z from 'zod'
import { FlowEdge, FlowNode, FlowSettings } from '../../graph/graph.ts'

/** Some of the settings of a flow, and no others: what is not kept must not come back as a default. */
const SomeSettings = z.record(z.string(), z.unknown()).transform((kept, ctx): Partial<FlowSettings> => {
  const read = FlowSettings.safeParse(kept)
  if (!read.success) {
    ctx.addIssue('No settings of a flow.')
    return z.NEVER
  }
  const fields = Object.keys(kept) as (keyof FlowSettings)[]
  return Object.fromEntries(fields.map((field) => [field, read.data[field]]))
})
const Version = z.object({ node: FlowNode, edges: z.array(FlowEdge), settings: SomeSettings.optional() }).nullable()
const Undecided = z.array(z.object({ id: z.string(), by: z.string().nullable(), mine: Version, theirs: Version }))

/** Versions of blocks that wait for a decision, as they are kept. */
export type UndecidedVersions = z.output<typeof Undecided>

/**
 * Keeps which versions of blocks nobody has decided about, in this browser, for one user and one flow: the next
 * opening of the builder offers them again. What cannot be read is as if it was not there.
 */
export class UndecidedStore {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly #key: string

  constructor(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>, userId: string, flowId: string) {
    this.#storage = storage
    this.#key = `recado.flows.undecided.${userId}.${flowId}`
  }

  read(): UndecidedVersions {
    try {
      return Undecided.safeParse(JSON.parse(this.#storage.getItem(this.#key) ?? '[]')).data ?? []
    } catch {
      return []
    }
  }

  /** Whether they are kept: not where the browser has no room for them. */
  write(versions: UndecidedVersions): boolean {
    try {
      if (versions.length === 0) this.#storage.removeItem(this.#key)
      else this.#storage.setItem(this.#key, JSON.stringify(versions))
      return true
    } catch {
      return false
    }
  }
}
