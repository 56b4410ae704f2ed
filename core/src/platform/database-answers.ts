import postgres from 'postgres'
import type { Egress } from '../security/egress.ts'

const connectSeconds = 8

/**
 * Whether a database answers at an address such as `postgres://…`. Connects to what the egress guard checked; why it
 * does not answer is not said.
 */
export async function databaseAnswers(address: string, egress: Pick<Egress, 'resolveFor'>): Promise<boolean> {
  let sql: postgres.Sql | undefined
  try {
    const url = new URL(address)
    const host = await egress.resolveFor({ hosts: [url.hostname.replace(/^\[|\]$/g, '')] })(url.hostname)
    const provesItself = url.searchParams.get('sslmode')?.startsWith('verify') === true
    sql = postgres({
      host,
      port: url.port === '' ? 5432 : Number(url.port),
      database: decodeURIComponent(url.pathname.slice(1)),
      username: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      ssl: provesItself ? { servername: url.hostname } : 'prefer',
      max: 1,
      connect_timeout: connectSeconds,
      idle_timeout: 1,
      fetch_types: false,
      onnotice: () => undefined,
    })
    await sql`select 1`
    return true
  } catch {
    return false
  } finally {
    await sql?.end({ timeout: 1 })
  }
}
