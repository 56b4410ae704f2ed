import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { drizzle, PostgresJsSession, PostgresJsTransaction } from 'drizzle-orm/postgres-js'
import postgres, { type Row, type Sql, type TransactionSql } from 'postgres'

/** A drizzle transaction: ordinary queries and, by `tx.execute(sql…)`, raw ones. Timestamps come back as strings. */
export type Tx = PostgresJsTransaction<Record<string, never>, Record<string, never>>

/**
 * A query with rows of type `R`, or a piece of SQL that is placed into another query. `R` is not checked: a test must
 * read the rows.
 */
export type Query<R extends object = Row> = PromiseLike<R[]>

/**
 * Writes queries for the connection it came from. Values are bound as parameters; a {@link Query} among them becomes
 * part of the text.
 */
export type SqlBuilder = <R extends object = Row>(
  strings: TemplateStringsArray,
  ...values: readonly unknown[]
) => Query<R>

/** Writes queries for a transaction; each runs when it is awaited. */
export const queriesOf =
  (tx: Tx): SqlBuilder =>
  (strings, ...values) =>
    tx.execute(sql(strings as TemplateStringsArray, ...(values as unknown[]))) as never

export interface ReadOptions {
  /**
   * True for queries that find rows by their keys alone: each connection plans them once, whatever values they are
   * given. PostgreSQL plans a query with a bound array each time, because it takes one of unknown length for dearer.
   */
  readonly keepsPlans?: boolean
}

/** Rows of each query, in their order. */
type RowsOf<Queries extends readonly Query[]> = { readonly [K in keyof Queries]: Awaited<Queries[K]> }

/**
 * PostgreSQL as the server uses it, always as the restricted role of the server: row-level security applies, and
 * without a tenant nothing is visible. Two pools, because drizzle changes the date handling of the client it is given.
 */
export interface Database {
  /** One transaction with the tenant set. */
  tenant<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Reads of one tenant in a single round trip: BEGIN, tenant, queries and COMMIT leave together. */
  read<const Queries extends readonly Query[]>(
    tenantId: string,
    queries: (sql: SqlBuilder) => Queries,
    options?: ReadOptions,
  ): Promise<RowsOf<Queries>>
  /**
   * Statements of one tenant in a single round trip, all of them or none: for those that need nothing of each other's
   * answers. Beside {@link tenant} the only way to write as a tenant.
   */
  write<const Queries extends readonly Query[]>(
    tenantId: string,
    queries: (sql: SqlBuilder) => Queries,
  ): Promise<RowsOf<Queries>>
  /**
   * One transaction without a tenant: only for reviewed functions that take the tenant as a parameter, and for bus
   * tables.
   */
  platform<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** The raw client, for reviewed functions on the hot path. Never give it a Date: send ISO strings. */
  readonly raw: Sql
  /** State of this node's pools, by name. */
  pools(): Readonly<Record<string, PoolStanding>>
  close(): Promise<void>
}

/** Connections of a pool: most there may be, open ones, those at work, and queries that wait for one. */
export type PoolStanding = ReturnType<Sql['pool']>

/** Makes every statement of drizzle a prepared one; by default it asks postgres.js not to prepare. */
function prepared<T extends object>(client: T): T {
  return new Proxy(client, {
    get(target, key, receiver) {
      const value = Reflect.get(target, key, receiver) as unknown
      if (key === 'unsafe')
        return (query: string, params: unknown[], options?: object) =>
          (value as Sql['unsafe']).call(target, query, params as never, { ...options, prepare: true })
      if (key === 'begin' || key === 'savepoint') {
        return (...args: unknown[]) => {
          const work = args.pop() as (inner: object) => unknown
          return (value as (...inner: unknown[]) => unknown).call(target, ...args, (inner: object) =>
            work(prepared(inner)),
          )
        }
      }
      return value
    },
  })
}

/**
 * The rows of a result without the result. postgres.js keeps a reference from a finished query to the next one's
 * result, so that results outlive each small garbage collection together with their rows: pauses of 10 ms every hundred
 * lists instead of 1.
 */
function takenOut(result: Row[]): Row[] {
  const rows = result.slice()
  result.length = 0
  return rows
}

export interface DatabaseOptions {
  /** Address with the app role's credentials; see `roleUrl` in roles.ts. */
  readonly url: string
  /** Connections for raw queries and reads: two to four per core of the server; more is slower. */
  readonly poolSize?: number
  /** Connections for transactions; as many as for queries when absent. */
  readonly transactionPoolSize?: number
  /** Milliseconds after which the database ends a statement. */
  readonly statementTimeoutMs?: number
  /** Milliseconds without any byte from the database, while it owes an answer, after which a connection is given up. */
  readonly answerTimeoutMs?: number
}

/** Between two tries to connect: a database that comes back is found at once, one that is away costs little. */
const reconnectSeconds = 0.2
const defaultPoolSize = 8

export function openDatabase(options: DatabaseOptions): Database {
  const statementTimeoutMs = options.statementTimeoutMs ?? 10_000
  const connection = {
    application_name: 'recado',
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: 30_000,
    TimeZone: 'UTC',
  }
  const settings = {
    max: options.poolSize ?? defaultPoolSize,
    idle_timeout: 60,
    max_lifetime: 60 * 30,
    connect_timeout: 10,
    onnotice: () => undefined,
    connection,
    backoff: () => reconnectSeconds,
    // The database itself ends a statement first; a server that does not even do that is gone.
    answer_timeout: (options.answerTimeoutMs ?? statementTimeoutMs + 2_000) / 1_000,
  }
  const raw = postgres(options.url, settings)
  const ormClient = postgres(options.url, { ...settings, max: options.transactionPoolSize ?? settings.max })
  const dialect = new PgDialect()
  // Once, for the wire types that drizzle expects.
  drizzle(ormClient)

  /** `opening` travels with `begin` and with the first statement of the work: three messages of one round trip. */
  const transaction = <T>(
    work: (tx: Tx) => Promise<T>,
    opening: (client: TransactionSql) => void = () => undefined,
  ): Promise<T> =>
    ormClient.begin((client) => {
      opening(client)
      const session = new PostgresJsSession(prepared(client) as never, dialect, undefined)
      return work(new PostgresJsTransaction(dialect, session, undefined) as Tx)
    }) as Promise<T>

  /** Sends a whole transaction at once; answers what its statements but the first two and the last gave. */
  async function together(transaction: (sql: SqlBuilder) => readonly Query[]): Promise<never> {
    const reserved = await raw.reserve()
    try {
      const results = await Promise.all(transaction(reserved as unknown as SqlBuilder))
      return (results as Row[][]).slice(2, -1).map(takenOut) as never
    } finally {
      reserved.release()
    }
  }

  return {
    raw,
    // A company that cannot be set fails the transaction: its next statement is refused, and so is its end.
    tenant: (tenantId, work) =>
      transaction(work, (client) => void client`select set_config('app.tenant', ${tenantId}, true)`.execute()),
    platform: (work) => transaction(work),
    read: (tenantId, queries, { keepsPlans = false } = {}) =>
      together((sql) => [
        sql`begin read only`,
        // A plan that is kept must not come from the time when its tables were small enough to be read whole.
        keepsPlans
          ? sql`
            select set_config('app.tenant', ${tenantId}, true),
                   set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)`
          : sql`select set_config('app.tenant', ${tenantId}, true)`,
        ...queries(sql),
        sql`commit`,
      ]),
    // After a failed statement the database takes the commit for a rollback.
    write: (tenantId, queries) =>
      together((sql) => [
        sql`begin`,
        sql`select set_config('app.tenant', ${tenantId}, true)`,
        ...queries(sql),
        sql`commit`,
      ]),
    pools: () => ({ queries: raw.pool(), transactions: ormClient.pool() }),
    async close() {
      await Promise.all([raw.end({ timeout: 5 }), ormClient.end({ timeout: 5 })])
    },
  }
}

/** Whether the database answers on a new connection, within two seconds. */
export async function answers(url: string): Promise<boolean> {
  const client = postgres(url, { max: 1, connect_timeout: 2, answer_timeout: 2, onnotice: () => undefined })
  try {
    await client`select 1`
    return true
  } catch {
    return false
  } finally {
    await client.end({ timeout: 0 })
  }
}
