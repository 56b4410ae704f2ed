import { SurveyAnswered, type Logger, type ServiceInput, type ServiceOutput, type TicketId } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { EventBus } from '../bus/bus.ts'
import type { Database } from '../db/database.ts'

/** Conversations that the plugin is asked about at once; it takes no more. */
const ticketsAtOnce = 100
/** Before any survey. */
const everSince = '2000-01-01T00:00:00Z'

type Given = ServiceOutput<'surveyGrades.given'>

export interface GradeKeepingDeps {
  readonly db: Database
  readonly bus: Pick<EventBus, 'subscribe'>
  readonly log: Logger
  /** Asks the plugin that has the surveys of the company; undefined where none has. */
  ask(tenantId: string, input: ServiceInput<'surveyGrades.given'>): Promise<Given | undefined>
}

/**
 * Keeps grades of surveys among the numbers. The plugin that has the surveys says which grades a conversation has, when
 * it tells of a new one and when the numbers are made anew; what is here is replaced by that (decision 242).
 */
export class GradeKeeping {
  readonly #deps: GradeKeepingDeps
  #subscription: { close(): Promise<void> } | undefined
  constructor(deps: GradeKeepingDeps) {
    this.#deps = deps
  }

  async start(): Promise<void> {
    this.#subscription = await this.#deps.bus.subscribe({
      name: 'core.grades',
      names: [SurveyAnswered.name],
      handler: async ({ tenantId, data }) => {
        await this.keep(tenantId, [SurveyAnswered.schema.parse(data).ticketId])
      },
    })
  }

  async close(): Promise<void> {
    await this.#subscription?.close()
  }

  /** Replaces the grades of these conversations, 100 at most; false where nobody has surveys. */
  async keep(tenantId: string, tickets: readonly TicketId[]): Promise<boolean> {
    const given = await this.#deps.ask(tenantId, { tickets: [...tickets], since: everSince })
    if (!given) return false
    await this.#deps.db.tenant(tenantId, async (tx) => {
      await tx.execute(sql`
        delete from core.grade_fact
         where tenant_id = ${tenantId} and ticket_id = any (${sql.param([...tickets])}::uuid[])`)
      if (given.grades.length > 0)
        await tx.execute(sql`
          insert into core.grade_fact (tenant_id, ticket_id, kind, grade, highest, graded_at)
          select t.tenant_id, t.id, g.kind, g.grade, g.highest, g.at
            from jsonb_to_recordset(${JSON.stringify(given.grades)}::jsonb) g
              ("ticketId" uuid, kind text, grade smallint, highest smallint, at timestamptz)
            join core.ticket t on t.tenant_id = ${tenantId} and t.id = g."ticketId"`)
    })
    return true
  }

  /** All grades of a company, in portions, while the product runs. */
  async rebuild(tenantId: string): Promise<void> {
    for await (const tickets of this.#portions(tenantId, null))
      if (!(await this.keep(tenantId, tickets)))
        return this.#deps.log.debug({ tenantId }, 'nobody has surveys of the company')
  }

  /**
   * Leaves of a contact's conversations only the grades that the plugin still tells of, once it has forgotten an erased
   * person. Where it does not answer, all of them go.
   */
  async forget(tenantId: string, contactId: string): Promise<void> {
    const { db, log } = this.#deps
    for await (const tickets of this.#portions(tenantId, contactId)) {
      const isKept = await this.keep(tenantId, tickets).catch((error: unknown) => {
        log.warn({ err: error, tenantId }, 'grades of an erased contact could not be asked for and are removed')
        return false
      })
      if (!isKept)
        await db.tenant(tenantId, (tx) =>
          tx.execute(sql`
            delete from core.grade_fact
             where tenant_id = ${tenantId} and ticket_id = any (${sql.param([...tickets])}::uuid[])`),
        )
    }
  }

  /** Conversations of a company, or of one contact, as many as can be asked about at once. */
  async *#portions(tenantId: string, contactId: string | null): AsyncGenerator<readonly TicketId[]> {
    for (let after: TicketId | null = null; ;) {
      const [rows]: readonly [readonly { id: TicketId }[]] = await this.#deps.db.read(tenantId, (query) => [
        query<{ id: TicketId }>`
          select t.id from core.ticket t
           where t.tenant_id = ${tenantId} and (${after}::uuid is null or t.id > ${after}::uuid)
             and (${contactId}::uuid is null or t.contact_id = ${contactId}::uuid)
           order by t.id limit ${ticketsAtOnce}`,
      ])
      if (rows.length === 0) return
      yield rows.map(({ id }) => id)
      after = rows.at(-1)!.id
    }
  }
}
