import type { PluginTransaction } from '@recado/sdk'
import type { Configuration, ConfigurationDraft } from './configuration.ts'

/** A configuration as it is stored: its tokens are kept by core. */
export type StoredConfiguration = Omit<Configuration, 'tokens'>

const columns = `id, name, session_id as "sessionId", url_service_status as "urlServiceStatus",
  url_message_status as "urlMessageStatus", is_active as "isActive", send_by as "sendBy",
  close_ticket as "closeTicket", scopes`
const names = 'name, session_id, url_service_status, url_message_status, is_active, send_by, close_ticket, scopes'
const valuesOf = (draft: ConfigurationDraft): unknown[] => [
  draft.name,
  draft.sessionId,
  draft.urlServiceStatus,
  draft.urlMessageStatus,
  draft.isActive,
  draft.sendBy,
  draft.closeTicket,
  JSON.stringify(draft.scopes),
]
/** Parameters of `names`, from this one on; the list of scopes comes as JSON. */
const placed = (from: number): string =>
  Array.from({ length: 8 }, (_, index) =>
    index === 7 ? `array(select jsonb_array_elements_text($${from + index}::jsonb))` : `$${from + index}`,
  ).join(', ')

/** Configurations of the company, by name. */
export const readConfigurations = async (tx: PluginTransaction, tenantId: string): Promise<StoredConfiguration[]> =>
  (await tx.query(
    `select ${columns} from plg_api.configuration where tenant_id = $1 order by lower(name), id`,
    [tenantId],
    'object',
  )) as StoredConfiguration[]

export async function readConfiguration(
  tx: PluginTransaction,
  tenantId: string,
  id: string,
): Promise<StoredConfiguration | undefined> {
  const [row] = await tx.query(
    `select ${columns} from plg_api.configuration where tenant_id = $1 and id = $2`,
    [tenantId, id],
    'object',
  )
  return row as StoredConfiguration | undefined
}

/**
 * Whether another configuration has the name already, case aside. Changes of names come one after the other.
 */
export async function isNameTaken(
  tx: PluginTransaction,
  tenantId: string,
  name: string,
  besides: string | null,
): Promise<boolean> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('api:' || $1::text, 0))`, [tenantId], 'array')
  const rows = await tx.query(
    `select 1 from plg_api.configuration
      where tenant_id = $1 and lower(name) = lower($2) and id is distinct from $3::uuid`,
    [tenantId, name, besides],
    'array',
  )
  return rows.length > 0
}

export async function insertConfiguration(
  tx: PluginTransaction,
  tenantId: string,
  draft: ConfigurationDraft,
): Promise<StoredConfiguration> {
  const [row] = await tx.query(
    `insert into plg_api.configuration (tenant_id, ${names}) values ($1, ${placed(2)}) returning ${columns}`,
    [tenantId, ...valuesOf(draft)],
    'object',
  )
  return row as StoredConfiguration
}

export async function updateConfiguration(
  tx: PluginTransaction,
  tenantId: string,
  id: string,
  draft: ConfigurationDraft,
): Promise<StoredConfiguration | undefined> {
  const [row] = await tx.query(
    `update plg_api.configuration set (${names}) = row(${placed(3)}) where tenant_id = $1 and id = $2
      returning ${columns}`,
    [tenantId, id, ...valuesOf(draft)],
    'object',
  )
  return row as StoredConfiguration | undefined
}

/** False for one that is not there. */
export async function deleteConfiguration(tx: PluginTransaction, tenantId: string, id: string): Promise<boolean> {
  const rows = await tx.query(
    'delete from plg_api.configuration where tenant_id = $1 and id = $2 returning id',
    [tenantId, id],
    'array',
  )
  return rows.length > 0
}
