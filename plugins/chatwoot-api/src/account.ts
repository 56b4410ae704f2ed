import type { ContactId, ConnectionId, KeyContext, PluginContext, TicketId } from '@recado/sdk'
import { Fault } from './http/answer.ts'
import { accountNumber } from './numbers/numbers.ts'

/** What the modules of the API need of a plugin's context: in routes, events and sessions alike. */
export type Work = Pick<
  PluginContext,
  'db' | 'tenant' | 'core' | 'media' | 'publicUrl' | 'secrets' | 'topics' | 'log' | 'signal'
> & {
  readonly connections: Pick<PluginContext['connections'], 'get' | 'list'>
}
export type KeyWork = Work & Pick<KeyContext, 'key' | 'fetch' | 'passes'>

/** The account as payloads name it. */
export interface Account {
  readonly id: number
  readonly name: string
}

export async function accountOf(work: Work): Promise<Account> {
  const [id, { name }] = await Promise.all([accountNumber(work), work.core.company.profile()])
  return { id, name }
}

/** The token names the company; the path has to name the same one. @throws Fault 401 for any other account */
export async function requireAccount(work: Work, given: string): Promise<Account> {
  const account = await accountOf(work)
  if (given !== String(account.id)) throw new Fault(401, { error: 'You are not authorized to access this account' })
  return account
}

/** Ids of rows, which are those of core. */
export const contactId = (id: string): ContactId => id as ContactId
export const connectionId = (id: string): ConnectionId => id as ConnectionId
export const ticketId = (id: string): TicketId => id as TicketId

/** Seconds since 1970, as the API tells instants. */
export const seconds = (instant: string): number => Math.floor(Date.parse(instant) / 1_000)

/** An instant of a row, as ISO 8601. */
export const instantOf = (at: string): string => new Date(at).toISOString()

/** Rows of a statement, as objects. */
export const rows = <T>(
  { db, tenant }: Pick<Work, 'db' | 'tenant'>,
  sql: string,
  params: readonly unknown[] = [],
): Promise<T[]> => db.transaction((tx) => tx.query(sql, [tenant, ...params], 'object')) as Promise<T[]>
