import {
  ChannelError,
  contractVersion,
  ConnectionDiagnostics,
  defineRoute,
  id,
  Refusal,
  type ConnectionId,
  type SessionFacts,
} from '@recado/contracts'
import * as z from 'zod'
import type { Clock } from '../base/clock.ts'
import type { Database } from '../db/database.ts'
import { bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import type { Vault } from '../vault/vault.ts'
import type { ChannelCatalogue } from './channel-catalogue.ts'
import type { ConnectionOperations } from './connection-operations.ts'

/** States of the trail that a report names. */
const mostStates = 50
/** Counting what waits ends here. */
const mostWaiting = 1_000
const dayMs = 24 * 60 * 60_000

export interface DiagnosticsDeps {
  readonly db: Database
  readonly vault: Pick<Vault, 'describe'>
  readonly channels: Pick<ChannelCatalogue, 'find'>
  readonly operations: Pick<ConnectionOperations, 'run'>
  /** Version of the product. */
  readonly version: string
  versionOf(plugin: string): string | null
  readonly clock: Clock
}

interface Row {
  readonly type: string
  readonly plugin: string
  readonly config: Readonly<Record<string, unknown>>
  readonly status: string
  readonly code: string | null
  readonly since: string
  readonly retries: number
  readonly is_active: boolean
  readonly created_at: string
  readonly is_held: boolean
}

/** The report of a connection that administrators send when it does not work. */
export const diagnosticsRoute = (deps: DiagnosticsDeps): BoundRoute =>
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/whatsapp/:id/diagnostics',
      summary: 'How a channel connection stands, for who looks after the product: without keys and contents',
      access: { kind: 'session', permission: 'channels.manage' },
      rate: 'write',
      params: z.object({ id: id<ConnectionId>() }),
      response: ConnectionDiagnostics,
      errors: ['ERR_NO_WAPP_FOUND'],
    }),
    (request, caller) => diagnosticsOf(deps, viewerOf(caller).tenantId, request.params.id),
  )

/** @throws Refusal ERR_NO_WAPP_FOUND */
async function diagnosticsOf(
  { db, vault, channels, operations, version, versionOf, clock }: DiagnosticsDeps,
  tenantId: string,
  connectionId: string,
): Promise<ConnectionDiagnostics> {
  const now = clock.now()
  const [[row], states, [messages], [waiting], tasks] = await db.read(tenantId, (sql) => [
    sql<Row>`
      select type, plugin, config, status, status_code as code, to_json(status_at) #>> '{}' as since, retries,
             is_active, to_json(created_at) #>> '{}' as created_at, leased_by is not null as is_held
        from core.connection
       where tenant_id = ${tenantId} and id = ${connectionId} and deleted_at is null`,
    sql<{ at: string; reason: string; code: string | null; to: string | null }>`
      select to_json(at) #>> '{}' as at, coalesce(facts ->> 'reason', '') as reason, facts ->> 'code' as code,
             facts ->> 'to' as "to"
        from core.audit_log
       where tenant_id = ${tenantId} and subject = ${connectionId} and action = 'connection.state'
       order by at desc, id desc limit ${mostStates}`,
    sql<{ received: number; sent: number }>`
      select coalesce(sum(messages) filter (where not from_me), 0)::integer as received,
             coalesce(sum(messages) filter (where from_me), 0)::integer as sent
        from core.message_fact
       where tenant_id = ${tenantId}
         and connection_id = ${connectionId}
         and hour > ${new Date(now.getTime() - dayMs).toISOString()}::timestamptz`,
    sql<{ count: number; since: string | null }>`
      select count(*)::integer as count, to_json(min(created_at)) #>> '{}' as since
        from (select created_at from core.delivery
               where tenant_id = ${tenantId}
                 and connection_id = ${connectionId}
                 and state in ('queued', 'leased', 'retry')
               order by chat, lane limit ${mostWaiting}) waiting`,
    sql<{ kind: string; state: string; done: number; skipped: number; at: string }>`
      select kind, state, done::double precision as done, skipped::double precision as skipped,
             to_json(updated_at) #>> '{}' as at
        from core.connection_task
       where tenant_id = ${tenantId} and connection_id = ${connectionId}
       order by kind`,
  ])
  if (!row) throw new Refusal('ERR_NO_WAPP_FOUND')
  const channel = channels.find(row.type)
  const secrets = await vault.describe({ tenantId, owner: row.plugin, scope: connectionId })
  const asked = channel?.spec.capabilities.operations.includes('session.diagnose') === true && row.is_active
  return {
    at: instant(now),
    product: { version, contract: contractVersion },
    channel: {
      type: row.type,
      plugin: row.plugin,
      pluginVersion: versionOf(row.plugin),
      transport: channel?.spec.transport ?? null,
    },
    connection: {
      id: connectionId,
      status: row.status,
      statusCode: row.code,
      since: instant(row.since),
      retries: row.retries,
      isActive: row.is_active,
      createdAt: instant(row.created_at),
      isHeld: row.is_held,
    },
    settings: (channel?.form.fields ?? []).map(({ name, type }) => ({
      name,
      isSet: type === 'secret' ? name in secrets : isFilled(row.config[name]),
    })),
    states: states.map((state) => ({ ...state, at: instant(state.at) })),
    messages: messages!,
    waiting: { count: waiting!.count, since: waiting!.since === null ? null : instant(waiting!.since) },
    tasks: tasks.map(({ at, ...task }) => ({ ...task, updatedAt: instant(at) })),
    session: asked ? await factsOf(operations, tenantId, connectionId) : null,
  }
}

/** What the session says; null where it does not answer, which the report then shows. */
async function factsOf(
  operations: Pick<ConnectionOperations, 'run'>,
  tenantId: string,
  connectionId: string,
): Promise<SessionFacts | null> {
  try {
    return (await operations.run(tenantId, connectionId, 'session.diagnose', {})).facts
  } catch (error) {
    if (ChannelError.is(error) || Refusal.is(error)) return null
    throw error
  }
}

const instant = (at: Date | string): string => new Date(at).toISOString()
const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== ''
