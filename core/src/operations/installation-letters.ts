import { Refusal, type AuditAction, type DeadLettersDone, type Viewer } from '@recado/contracts'
import { audit } from '../audit/audit.ts'
import type { DeadLetter, DeadLetters } from '../bus/bus.ts'
import type { Clock } from '../base/clock.ts'
import type { Database } from '../db/database.ts'

/** A dead letter of any company. The event's content is its company's alone. */
export type InstallationLetter = Omit<DeadLetter, 'event'> & {
  readonly tenantId: string
  /** Null: the company is gone. */
  readonly company: string | null
  readonly event: Omit<DeadLetter['event'], 'data' | 'tenantId'>
}

/** One letter of a consumer, or all that it had given up by `asOf`; now, when absent. */
export interface LetterChoice {
  readonly consumer: string
  readonly seq?: string | undefined
  readonly asOf?: string | undefined
}

export interface InstallationLettersDeps {
  readonly db: Database
  readonly dead: DeadLetters
  readonly clock: Clock
}

/** Dead letters over all companies, for masters. The bus works beside the transaction of the trail. */
export class InstallationLetters {
  readonly #deps: InstallationLettersDeps
  constructor(deps: InstallationLettersDeps) {
    this.#deps = deps
  }

  async list(query: {
    consumer?: string | undefined
    before?: string | undefined
    limit: number
  }): Promise<readonly InstallationLetter[]> {
    const letters = await this.#deps.dead.list(query)
    const companies = await this.#names([...new Set(letters.map(({ event }) => event.tenantId))])
    return letters.map(({ event: { id, tenantId, name, key, at }, ...letter }) => ({
      ...letter,
      tenantId,
      company: companies.get(tenantId) ?? null,
      event: { id, name, key, at },
    }))
  }

  /** @throws Refusal ERR_NOT_FOUND where one is named that is no dead letter */
  replay(viewer: Viewer, choice: LetterChoice): Promise<DeadLettersDone> {
    const { dead } = this.#deps
    return this.#act(viewer, 'platform.replayEvents', choice, {
      one: (seq) => dead.replay(choice.consumer, seq),
      all: (asOf) => dead.replayAll(choice.consumer, asOf),
    })
  }

  /** @throws Refusal ERR_NOT_FOUND where one is named that is no dead letter */
  discard(viewer: Viewer, choice: LetterChoice): Promise<DeadLettersDone> {
    const { dead } = this.#deps
    return this.#act(viewer, 'platform.discardEvents', choice, {
      one: (seq, asOf) => dead.discard(choice.consumer, seq, undefined, asOf),
      all: (asOf) => dead.discardAll(choice.consumer, asOf),
    })
  }

  /** Brings back what was discarded with this `asOf`. @throws Refusal ERR_NOT_FOUND where one is named that was not */
  restore(viewer: Viewer, choice: LetterChoice & { readonly asOf: string }): Promise<DeadLettersDone> {
    const { dead } = this.#deps
    return this.#act(viewer, 'platform.restoreEvents', choice, {
      one: async (seq, asOf) => (await dead.restore(choice.consumer, asOf, seq)).count > 0,
      all: (asOf) => dead.restore(choice.consumer, asOf),
    })
  }

  async #act(
    viewer: Viewer,
    action: AuditAction,
    { consumer, seq, asOf: given }: LetterChoice,
    acts: {
      one(seq: string, asOf: Date): Promise<boolean>
      all(asOf: Date): Promise<{ count: number; hasMore: boolean }>
    },
  ): Promise<DeadLettersDone> {
    const { db, clock } = this.#deps
    const asOf = given === undefined ? clock.now() : new Date(given)
    if (seq !== undefined && !(await acts.one(seq, asOf))) throw new Refusal('ERR_NOT_FOUND')
    const { count, hasMore } = seq === undefined ? await acts.all(asOf) : { count: 1, hasMore: false }
    if (count > 0) {
      const subject = seq === undefined ? consumer : `${consumer}/${seq}`
      const { tenantId, userId } = viewer
      await db.tenant(tenantId, (tx) => audit(tx, { tenantId, userId, action, subject, facts: { count } }))
    }
    return { count, hasMore, asOf: asOf.toISOString() }
  }

  async #names(tenantIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#deps.db.raw<{ id: string; name: string }[]>`
      select id, name from core.company_names(${[...tenantIds]}::uuid[])`
    return new Map(rows.map(({ id, name }) => [id, name]))
  }
}
