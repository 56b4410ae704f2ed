import type { Description, FoundUser, Named } from '../source/describe.ts'
import type { Source } from '../source/source.ts'
import { isKnownContact, isSaidRow, roleOf } from './chatwoot-database-rows.ts'

const mostNamed = 500
/** Numbers of accounts are those of PostgreSQL's `integer`. */
const isAccount = (company: string | null): company is string => company !== null && /^\d{1,9}$/.test(company)

/** What Chatwoot's database holds of an account. Without one only the accounts are told. */
export async function describeChatwootDatabase({ query }: Source, company: string | null): Promise<Description> {
  const companies = await query<Named>(
    `select x.id::text as ref, x.name from accounts x order by x.id limit ${mostNamed}`,
  )
  if (!isAccount(company)) return { system: 'chatwoot', companies, connections: [], users: [], totals: {} }
  const count = async (table: string, condition = 'true'): Promise<number> => {
    const [row] = await query<{ total: number }>(
      `select count(*)::float8 as total from ${table} x where x.account_id = $1 and ${condition}`,
      [company],
    )
    return row!.total
  }
  return {
    system: 'chatwoot',
    companies,
    connections: await query<Named>(
      `select x.id::text as ref, x.name from inboxes x where x.account_id = $1 order by x.id limit ${mostNamed}`,
      [company],
    ),
    users: await query<FoundUser>(
      `select u.id::text as ref, coalesce(nullif(u.name, ''), u.email, u.id::text) as name,
              coalesce(u.email, '') as email, coalesce(${roleOf}, '') as profile
         from account_users x join users u on u.id = x.user_id
        where x.account_id = $1 order by u.id limit ${mostNamed}`,
      [company],
    ),
    totals: {
      queue: await count('teams'),
      tag: await count('labels'),
      quickMessage: await count('canned_responses'),
      contact: await count('contacts', isKnownContact),
      ticket: await count('conversations'),
      message: await count('messages', isSaidRow),
    },
  }
}
