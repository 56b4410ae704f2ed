import { randomBytes } from 'node:crypto'
import { CompanyCache } from '@recado/sdk/server'
import { rows, type Work } from '../account.ts'

type Scope = Pick<Work, 'db' | 'tenant'>
type TellingScope = Pick<Work, 'db' | 'tenant' | 'topics'>

/** Events that addresses can be told of. */
export const subscribable = [
  'conversation_created',
  'conversation_status_changed',
  'conversation_updated',
  'message_created',
  'message_updated',
  'contact_created',
  'contact_updated',
] as const
export type Subscribable = (typeof subscribable)[number]

export interface StoredWebhook {
  readonly id: string
  readonly url: string
  readonly name: string
  readonly subscriptions: readonly string[]
}

/** Of one company; nobody looks after more. */
export const mostWebhooks = 30
const columns = 'id, url, name, subscriptions'

export const readWebhooks = (scope: Scope): Promise<StoredWebhook[]> =>
  rows<StoredWebhook>(scope, `select ${columns} from plg_chatwoot_api.webhook where tenant_id = $1 order by id`)

/** The addresses of companies in which something happens. */
export const toldAddresses = new CompanyCache<readonly StoredWebhook[], TellingScope>({
  topic: 'webhooks',
  load: readWebhooks,
})

export async function insertWebhook(scope: TellingScope, given: Omit<StoredWebhook, 'id'>): Promise<StoredWebhook> {
  const [made] = await rows<StoredWebhook>(
    scope,
    `insert into plg_chatwoot_api.webhook (tenant_id, url, name, subscriptions)
     values ($1, $2, $3, $4::text[])
     returning ${columns}`,
    [given.url, given.name, given.subscriptions],
  )
  toldAddresses.changed(scope)
  return made!
}

export async function updateWebhook(
  scope: TellingScope,
  { id, url, name, subscriptions }: StoredWebhook,
): Promise<void> {
  await rows(
    scope,
    `update plg_chatwoot_api.webhook set url = $3, name = $4, subscriptions = $5::text[]
      where tenant_id = $1 and id = $2`,
    [id, url, name, subscriptions],
  )
  toldAddresses.changed(scope)
}

export async function deleteWebhook(scope: TellingScope, id: string): Promise<void> {
  await rows(scope, 'delete from plg_chatwoot_api.webhook where tenant_id = $1 and id = $2', [id])
  toldAddresses.changed(scope)
}

/** The secret that webhooks of the company are signed with, by Standard Webhooks. */
export const signingSecret = ({ secrets }: Pick<Work, 'secrets'>): Promise<string> =>
  secrets.ensure('webhook-key', () => `whsec_${randomBytes(32).toString('base64')}`)

/** How the last answer that left for an inbox's address went; a failure stays shown beside it. */
export const keepAttempt = (
  scope: Scope,
  connection: string,
  {
    status,
    detail,
    hasFailed,
  }: { readonly status: number | null; readonly detail: string; readonly hasFailed: boolean },
): Promise<unknown> =>
  rows(
    scope,
    `insert into plg_chatwoot_api.attempt as a (tenant_id, connection_id, at, status, detail, failed_at, failed_detail)
     values ($1, $2, now(), $3, $4, case when $5::boolean then now() end, case when $5::boolean then $4 end)
     on conflict (tenant_id, connection_id) do update set at = excluded.at, status = excluded.status,
            detail = excluded.detail,
       failed_at = coalesce(excluded.failed_at, a.failed_at),
       failed_detail = coalesce(excluded.failed_detail, a.failed_detail)`,
    [connection, status, detail.slice(0, 300), hasFailed],
  )
