import { AsyncLocalStorage } from 'node:async_hooks'
import { pluginWireTypes, Refusal, type PluginDatabase } from '@recado/contracts'
import postgres, { type Sql, type TransactionSql } from 'postgres'
import type { PluginConnections, PluginConnector } from './plugin-connections.ts'

/** Shorter than the time limit of a handler, so that the database stops working when nobody waits any more. */
const statementMs = 8_000

/** Settings of a plugin's connections, by name. Its role has them too, for where a pooler does not pass them on. */
export const pluginSession = (schema: string) => ({
  search_path: `${schema}, public`,
  statement_timeout: statementMs,
  idle_in_transaction_session_timeout: 30_000,
})

interface Running {
  readonly tenantId: string
  readonly sql: TransactionSql
  published: boolean
}

/**
 * The connections of one plugin, signed in as its own role, which sees its own schema and within a transaction the rows
 * of one company. Dates and timestamps travel as strings, JSON parameters as text, as drizzle expects of a driver.
 */
export class PluginPool {
  readonly #connections: PluginConnections<Sql>
  readonly #connector: PluginConnector<Sql>
  readonly #running = new AsyncLocalStorage<Running>()
  readonly #onPublished: () => void
  #isClosed = false

  /**
   * @param connections of all plugins of the node
   * @param onPublished called after a transaction that stored events has committed
   */
  constructor(connections: PluginConnections<Sql>, url: string, schema: string, onPublished: () => void) {
    this.#connections = connections
    this.#onPublished = onPublished
    this.#connector = {
      id: schema,
      open: () =>
        postgres(url, {
          max: 1,
          idle_timeout: 60,
          max_lifetime: 60 * 30,
          connect_timeout: 10,
          onnotice: () => undefined,
          connection: { ...pluginSession(schema), application_name: schema, TimeZone: 'UTC' },
          types: pluginWireTypes,
        }),
      close: (sql) => sql.end({ timeout: 5 }),
    }
  }

  forTenant(tenantId: string): PluginDatabase {
    return {
      transaction: async (work) => {
        if (this.#isClosed) throw new Refusal('ERR_UNAVAILABLE')
        const { result, published } = await this.#connections.use(this.#connector, (connection) =>
          connection.begin(async (sql) => {
            const running: Running = { tenantId, sql, published: false }
            // Travels with the first statement of the work. Where it fails the transaction does.
            void sql`select set_config('app.tenant', ${tenantId}, true)`.execute()
            const done = await this.#running.run(running, () =>
              work({
                async query(text, params, mode) {
                  const pending = sql.unsafe(text, params as never[], { prepare: true })
                  return mode === 'array' ? [...(await pending.values())] : [...(await pending)]
                },
              }),
            )
            return { result: done, published: running.published }
          }),
        )
        if (published) this.#onPublished()
        return result as Awaited<ReturnType<typeof work>>
      },
    }
  }

  /** Stores an event with the transaction that the caller is in; answers false when it is in none. */
  async publishWithin(tenantId: string, name: string, key: string, json: string): Promise<boolean> {
    const running = this.#running.getStore()
    if (running?.tenantId !== tenantId) return false
    await running.sql.unsafe('select bus.publish($1, $2, $3, $4)', [tenantId, name, key, json], { prepare: true })
    running.published = true
    return true
  }

  /** Stores or cancels a job with the transaction that the caller is in; answers false when it is in none. */
  async jobWithin(
    tenantId: string,
    task: string,
    {
      data,
      runAt,
      key,
      cancels,
    }: { data?: string; runAt?: Date | undefined; key?: string | undefined; cancels: boolean },
  ): Promise<boolean> {
    const running = this.#running.getStore()
    if (running?.tenantId !== tenantId) return false
    await running.sql.unsafe(
      'select core.plugin_job($1, $2::text::json, $3::timestamptz, $4, $5)',
      [task, data ?? null, runAt?.toISOString() ?? null, key ?? null, cancels] as never[],
      { prepare: true },
    )
    return true
  }

  close(): Promise<void> {
    this.#isClosed = true
    return this.#connections.drop(this.#connector)
  }
}
