import { randomBytes } from 'node:crypto'
import {
  ChannelError,
  ConnectionStatusChanged,
  mint,
  Refusal,
  type CheckScope,
  type Connection,
  type ConnectionCheck,
  type ConnectionId,
  type ConnectionStatus,
  type ConnectionTask,
  type PluginConnections,
  type SessionState,
  type TenantId,
  type UserId,
  type Viewer,
} from '@recado/contracts'
import { and, asc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import { audit } from '../audit/audit.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Database, Tx } from '../db/database.ts'
import { inNameOrder } from '../db/name-cursor.ts'
import { foreignKeyViolation, sqlState, uniqueViolation, violatedConstraint } from '../db/sql-errors.ts'
import { newId } from '../base/ids.ts'
import type { Realtime } from '../realtime/realtime.ts'
import type { Vault } from '../vault/vault.ts'
import { mostConnections, type Limits } from '../tenants/limits.ts'
import type { TicketFeed } from '../realtime/ticket-feed.ts'
import { giveUpFiles } from './awaited-media.ts'
import type { ChannelCatalogue, ChannelType } from './channel-catalogue.ts'
import type { ConnectionDirectory, KnownConnection } from './connection-directory.ts'
import { tasksOf, type TaskPlace } from './connection-tasks.ts'
import { connection, connectionSealed, connectionState } from '../tables/connection.table.ts'
import { keptSecrets, saveSecrets, targetNow } from './connection-secrets.ts'
import type { Changed } from './changed-message.ts'
import { connectionStateOf } from './session-state.ts'
import { auditState } from './state-audit.ts'
import { failUnsent } from './unsent.ts'

/**
 * An administrator's input for a connection. `config` holds secrets too: they go to the vault and are never returned.
 */
export interface ConnectionInput {
  readonly name?: string | undefined
  readonly type?: string | undefined
  readonly isDefault?: boolean | undefined
  readonly queueId?: string | null | undefined
  readonly farewellMessage?: string | null | undefined
  readonly config?: Readonly<Record<string, unknown>> | undefined
}

/** Who changes a connection: a user, or a plugin on its own. */
export interface ConnectionActor extends Pick<Viewer, 'tenantId' | 'can'> {
  readonly userId: UserId | null
  readonly plugin?: string
}

const asPlugin = (tenantId: string, plugin: string): ConnectionActor => ({
  tenantId: mint<TenantId>(tenantId),
  userId: null,
  plugin,
  can: () => false,
})
const byPlugin = ({ plugin }: ConnectionActor): { readonly plugin?: string } => (plugin === undefined ? {} : { plugin })

/** The user who changes a connection, and whether they confirmed their identity recently. */
export interface ConnectionEditor {
  readonly viewer: ConnectionActor
  readonly isConfirmed: boolean
}

export interface ConnectionsDeps {
  readonly db: Database
  readonly bus: EventBus
  readonly vault: Vault
  readonly realtime: Realtime
  readonly feed: TicketFeed
  readonly channels: ChannelCatalogue
  readonly directory: ConnectionDirectory
  readonly limits: Pick<Limits, 'beforeConnection' | 'beforeActiveConnection'>
  /** Gives back what the provider holds for the session, where it is open on this node. */
  readonly leave: (connectionId: string) => Promise<void>
}

/** Settings to test; `id` is the connection that has been kept with others. */
export interface TestedSettings {
  readonly id?: string | undefined
  readonly type: string
  readonly config: Readonly<Record<string, unknown>>
}

type Row = typeof connection.$inferSelect & { readonly tasks: ConnectionTask[] }
const columns = { ...getTableColumns(connection), tasks: tasksOf(connection.tenantId, connection.id).as('tasks') }

/** What a session has not said yet. */
const atFirst = {
  statusDetail: null,
  statusCode: null,
  statusUntil: null,
  qrcode: null,
  pairingCode: null,
  retries: 0,
}

/** Channel connections of a tenant. Sessions follow by themselves: every change is announced to the nodes. */
export class ConnectionsService {
  readonly #deps: ConnectionsDeps
  readonly #reported = new Map<string, Promise<void>>()
  constructor(deps: ConnectionsDeps) {
    this.#deps = deps
  }

  async list(viewer: Viewer): Promise<Connection[]> {
    const rows = await this.#deps.db.tenant(viewer.tenantId, (tx) =>
      tx
        .select(columns)
        .from(connection)
        .where(and(eq(connection.tenantId, viewer.tenantId), isNull(connection.deletedAt)))
        .orderBy(inNameOrder(connection.name), asc(connection.id))
        .limit(mostConnections),
    )
    return Promise.all(rows.map((row) => this.#presentTo(viewer, row)))
  }

  /** For the plugin whose channel types they are. */
  async ofPlugin(tenantId: string, plugin: string): ReturnType<PluginConnections['list']> {
    const rows = await this.#deps.db.tenant(tenantId, (tx) =>
      tx
        .select({
          id: connection.id,
          name: connection.name,
          type: connection.type,
          status: connection.status,
          isActive: connection.isActive,
        })
        .from(connection)
        .where(and(eq(connection.tenantId, tenantId), eq(connection.plugin, plugin), isNull(connection.deletedAt)))
        .orderBy(inNameOrder(connection.name), asc(connection.id))
        .limit(mostConnections),
    )
    return rows.map((row) => ({ ...row, id: mint<ConnectionId>(row.id), status: row.status as ConnectionStatus }))
  }

  async get(viewer: Viewer, id: string): Promise<Connection> {
    return this.#presentTo(
      viewer,
      await this.#deps.db.tenant(viewer.tenantId, (tx) => this.#row(tx, viewer.tenantId, id)),
    )
  }

  /** As {@link create} by a plugin, of its own types alone. */
  async createFor(
    tenantId: string,
    plugin: string,
    made: Parameters<PluginConnections['create']>[0],
  ): Promise<ConnectionId> {
    if ((await this.#channel(tenantId, made.type)).plugin !== plugin) throw new Refusal('ERR_CHANNEL_TYPE_UNKNOWN')
    return (await this.create(asPlugin(tenantId, plugin), made)).id
  }

  /** As {@link update} by a plugin. What it sends where is its own: nobody confirms anything. */
  async changeFor(
    tenantId: string,
    plugin: string,
    id: string,
    change: Parameters<PluginConnections['change']>[1],
  ): Promise<void> {
    await this.#requireOwn(tenantId, plugin, id)
    await this.update({ viewer: asPlugin(tenantId, plugin), isConfirmed: true }, id, change)
  }

  /** As {@link remove} by a plugin. */
  async removeFor(tenantId: string, plugin: string, id: string): Promise<void> {
    await this.#requireOwn(tenantId, plugin, id)
    await this.#deps.leave(id)
    await this.remove(asPlugin(tenantId, plugin), id)
  }

  async #requireOwn(tenantId: string, plugin: string, id: string): Promise<void> {
    const row = await this.#deps.db.tenant(tenantId, (tx) => this.#row(tx, tenantId, id))
    if (row.plugin !== plugin) throw new Refusal('ERR_NO_WAPP_FOUND')
  }

  async create(viewer: ConnectionActor, input: ConnectionInput & { name: string; type: string }): Promise<Connection> {
    const channel = await this.#channel(viewer.tenantId, input.type)
    const { values, secrets } = channel.form.split(input.config ?? {}, {})
    const id = newId()
    const scope = { tenantId: viewer.tenantId, owner: channel.plugin, scope: id }
    await this.#deps.db
      .tenant(viewer.tenantId, async (tx) => {
        await this.#deps.limits.beforeConnection(tx, viewer.tenantId)
        if (input.isDefault) await this.#clearDefault(tx, viewer.tenantId)
        await tx.insert(connection).values({
          id,
          tenantId: viewer.tenantId,
          name: input.name,
          plugin: channel.plugin,
          type: input.type,
          config: values,
          isDefault: input.isDefault ?? false,
          queueId: input.queueId ?? null,
          farewellMessage: input.farewellMessage || null,
          hookSecret: newHookSecret(),
          status: 'connecting',
          statusAt: new Date(),
          isActive: true,
          retries: 0,
          fence: 0n,
          createdAt: new Date(),
          updatedAt: new Date(),
        })
        await saveSecrets(this.#deps.vault, tx, scope, channel, { values, secrets })
        await audit(tx, {
          tenantId: viewer.tenantId,
          userId: viewer.userId,
          action: 'connection.create',
          subject: id,
          facts: { type: input.type, ...byPlugin(viewer) },
        })
      })
      .catch(refuseConflict)
    this.#deps.vault.changed(scope)
    return this.#announce(viewer, id)
  }

  /**
   * Settings that send the secrets elsewhere take every secret typed again, in a confirmed session.
   *
   * @throws Refusal ERR_NO_WAPP_FOUND, ERR_VALIDATION naming the fields, ERR_CONFIRMATION_REQUIRED,
   * ERR_CONNECTION_NAME_EXISTS, ERR_NO_QUEUE_FOUND
   */
  async update({ viewer, isConfirmed }: ConnectionEditor, id: string, input: ConnectionInput): Promise<Connection> {
    const row = await this.#deps.db.tenant(viewer.tenantId, (tx) => this.#row(tx, viewer.tenantId, id))
    const channel = await this.#channel(viewer.tenantId, row.type)
    const scope = { tenantId: viewer.tenantId, owner: row.plugin, scope: id }
    const kept = await keptSecrets(this.#deps.vault, scope, channel, row.config)
    const split = input.config && channel.form.split(input.config, kept, row.config)
    if (split?.moved && !isConfirmed) throw new Refusal('ERR_CONFIRMATION_REQUIRED')
    await this.#deps.db
      .tenant(viewer.tenantId, async (tx) => {
        if (input.isDefault) await this.#clearDefault(tx, viewer.tenantId)
        await tx
          .update(connection)
          .set({
            updatedAt: new Date(),
            ...(input.name === undefined ? {} : { name: input.name }),
            ...(input.isDefault === undefined ? {} : { isDefault: input.isDefault }),
            ...(input.queueId === undefined ? {} : { queueId: input.queueId }),
            ...(input.farewellMessage === undefined ? {} : { farewellMessage: input.farewellMessage || null }),
            ...(split ? { config: split.values } : {}),
          })
          .where(and(eq(connection.tenantId, viewer.tenantId), eq(connection.id, id)))
        if (split) await saveSecrets(this.#deps.vault, tx, scope, channel, split, kept)
        const facts = { fields: Object.keys(input), ...(split?.moved && { moved: true }), ...byPlugin(viewer) }
        const { tenantId, userId } = viewer
        await audit(tx, { tenantId, userId, action: 'connection.update', subject: id, facts })
      })
      .catch(refuseConflict)
    if (split) this.#deps.vault.changed(scope)
    return this.#announce(viewer, id)
  }

  /** Connect and disconnect: a switched-off connection keeps its settings and its history. */
  async setActive(viewer: Viewer, id: string, active: boolean): Promise<Connection> {
    await this.#deps.db.tenant(viewer.tenantId, async (tx) => {
      const known = await this.#row(tx, viewer.tenantId, id)
      if (active && !known.isActive) await this.#deps.limits.beforeActiveConnection(tx, viewer.tenantId, id)
      await tx
        .update(connection)
        .set({
          isActive: active,
          status: active ? 'connecting' : 'inactive',
          statusAt: new Date(),
          ...atFirst,
          updatedAt: new Date(),
        })
        .where(and(eq(connection.tenantId, viewer.tenantId), eq(connection.id, id)))
      await audit(tx, {
        tenantId: viewer.tenantId,
        userId: viewer.userId,
        action: active ? 'connection.connect' : 'connection.disconnect',
        subject: id,
        facts: {},
      })
    })
    return this.#announce(viewer, id)
  }

  /**
   * S4-066 and S4-068. A new code: the session starts again. A reset also deletes the adapter's state of the session,
   * and deregisters it at the provider; settings, secrets and conversations stay.
   */
  async restart(viewer: Viewer, id: string, reset: boolean): Promise<Connection> {
    const row = await this.#deps.db.tenant(viewer.tenantId, (tx) => this.#row(tx, viewer.tenantId, id))
    if (!row.isActive) throw new Refusal('ERR_CONNECTION_INACTIVE')
    if (reset) await this.#deps.leave(id)
    await this.#deps.db.tenant(viewer.tenantId, async (tx) => {
      if (reset) await forgetSession(tx, viewer.tenantId, id)
      await tx
        .update(connection)
        .set({
          status: 'connecting',
          statusAt: new Date(),
          ...atFirst,
          updatedAt: new Date(),
        })
        .where(and(eq(connection.tenantId, viewer.tenantId), eq(connection.id, id)))
      await audit(tx, {
        tenantId: viewer.tenantId,
        userId: viewer.userId,
        action: reset ? 'connection.reset' : 'connection.newCode',
        subject: id,
        facts: {},
      })
    })
    return this.#announce(viewer, id)
  }

  /** "Test connection": calls the provider now, independent of the session. */
  async check(viewer: Viewer, id: string, signal: AbortSignal): Promise<ConnectionCheck> {
    const row = await this.#deps.db.tenant(viewer.tenantId, (tx) => this.#row(tx, viewer.tenantId, id))
    await this.#channel(viewer.tenantId, row.type)
    const known = await this.#deps.directory.find(id)
    if (!known) throw new Refusal('ERR_NO_WAPP_FOUND')
    const ctx = this.#deps.directory.context(known, signal)
    // A test reports its own result; the session alone sets the connection's state.
    const result = await checked(known.channel, { ...ctx, setState: () => undefined }, { isKept: true })
    if (result.identity !== undefined) await this.#called(known, result.identity)
    return result
  }

  /**
   * Calls the provider with settings that are not kept: of a new connection, or of one that there is, whose secrets
   * fill in those that were not typed. Nothing is stored.
   *
   * @throws Refusal ERR_NO_WAPP_FOUND, ERR_CHANNEL_TYPE_UNKNOWN, ERR_VALIDATION naming the fields,
   * ERR_CONFIRMATION_REQUIRED for secrets that would be sent elsewhere than before
   */
  async test(
    { viewer, isConfirmed }: ConnectionEditor,
    tested: TestedSettings,
    signal: AbortSignal,
  ): Promise<ConnectionCheck> {
    const { tenantId } = viewer
    const row =
      tested.id === undefined
        ? undefined
        : await this.#deps.db.tenant(tenantId, (tx) => this.#row(tx, tenantId, tested.id!))
    const channel = await this.#channel(tenantId, row?.type ?? tested.type)
    const kept = row
      ? await keptSecrets(this.#deps.vault, { tenantId, owner: row.plugin, scope: row.id }, channel, row.config)
      : {}
    const { values, secrets, erased, moved } = channel.form.split(tested.config, kept, row?.config)
    if (moved && !isConfirmed) throw new Refusal('ERR_CONFIRMATION_REQUIRED')
    const staying = Object.entries(kept).filter(([name]) => !erased.includes(name))
    const ctx = this.#deps.directory.trial(
      {
        id: row?.id ?? newId(),
        tenantId,
        name: row?.name ?? '',
        hookSecret: row?.hookSecret ?? newHookSecret(),
        channel,
        config: values,
        secrets: { ...Object.fromEntries(staying), ...secrets },
      },
      signal,
    )
    return checked(channel, ctx, { isKept: false })
  }

  /**
   * Conversations stay readable; the name is free again, the secrets are gone, and what was not sent yet has failed.
   */
  async remove(viewer: ConnectionActor, id: string): Promise<void> {
    const { row, unsent, missed } = await this.#deps.db.tenant(viewer.tenantId, async (tx) => {
      const found = await this.#row(tx, viewer.tenantId, id)
      await tx
        .update(connection)
        .set({ deletedAt: new Date(), isActive: false, isDefault: false, status: 'inactive' })
        .where(and(eq(connection.tenantId, viewer.tenantId), eq(connection.id, id)))
      await tx
        .delete(connectionSealed)
        .where(and(eq(connectionSealed.tenantId, viewer.tenantId), eq(connectionSealed.connectionId, id)))
      await audit(tx, {
        tenantId: viewer.tenantId,
        userId: viewer.userId,
        action: 'connection.delete',
        subject: id,
        facts: { name: found.name, ...byPlugin(viewer) },
      })
      return {
        row: found,
        unsent: await failUnsent(tx, viewer.tenantId, id),
        missed: await giveUpFiles(tx, viewer.tenantId, id),
      }
    })
    await this.#deps.vault.deleteAll({ tenantId: viewer.tenantId, owner: row.plugin, scope: id })
    this.#deps.directory.changed(id)
    this.#deps.realtime.connectionChanged(viewer.tenantId, { action: 'delete', whatsappId: id })
    this.#showUnsent(viewer.tenantId, unsent)
    if (missed.length > 0)
      void this.#deps.feed.show(viewer.tenantId, {
        messages: missed.map((message) => ({ ...message, type: 'chat:update' })),
      })
  }

  /** Ends what was under way when its connection was deleted and did not end by itself. Called every minute or so. */
  async sweepUnsent(): Promise<void> {
    const places = await this.#deps.db.raw<
      { tenant_id: string; connection_id: string }[]
    >`select * from core.connections_with_unsent(100)`
    for (const { tenant_id: tenantId, connection_id: id } of places)
      this.#showUnsent(tenantId, await this.#deps.db.tenant(tenantId, (tx) => failUnsent(tx, tenantId, id)))
  }

  /** A session's reported state, stored and shown; only a change of status is an event. */
  report(known: KnownConnection, state: SessionState, retries = 0): Promise<void> {
    // One after another: the last thing a session said is what holds.
    const kept = (this.#reported.get(known.id) ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => this.#keep(known, state, retries))
      .finally(() => {
        if (this.#reported.get(known.id) === kept) this.#reported.delete(known.id)
      })
    this.#reported.set(known.id, kept)
    return kept
  }

  async #keep(known: KnownConnection, state: SessionState, retries: number): Promise<void> {
    const { status, detail, code, until, qrcode, pairingCode, identity } = connectionStateOf(state)
    const changed = await this.#deps.db.tenant(known.tenantId, async (tx) => {
      const statusAt = sql`case when ${connection.status} = ${status}::text then ${connection.statusAt} else now() end`
      const rows = await tx
        .update(connection)
        .set({
          status,
          statusAt,
          statusDetail: detail,
          statusCode: code,
          statusUntil: until,
          qrcode,
          pairingCode,
          retries,
          updatedAt: new Date(),
          ...(identity !== undefined && { number: identity }),
        })
        .where(
          and(
            eq(connection.tenantId, known.tenantId),
            eq(connection.id, known.id),
            isNull(connection.deletedAt),
            eq(connection.isActive, true),
            sql`
              (${connection.status}, ${connection.statusDetail}, ${connection.statusCode}, ${connection.statusUntil},
               ${connection.qrcode}, ${connection.pairingCode}, ${connection.retries})
              is distinct from (${status}::text, ${detail}::text, ${code}::text,
                ${until?.toISOString() ?? null}::timestamptz, ${qrcode}::text, ${pairingCode}::text,
                ${retries}::integer)`,
          ),
        )
        .returning({ ...columns, was: sql<ConnectionStatus>`old.status` })
      if (!rows[0]) return undefined
      const { was, ...row } = rows[0]
      await auditState(tx, known, state, { from: was, to: status })
      await this.#deps.bus.publish(tx, ConnectionStatusChanged, {
        tenantId: known.tenantId,
        key: known.id,
        data: { connectionId: known.id, status: status satisfies ConnectionStatus },
      })
      return row
    })
    if (!changed) return
    this.#deps.bus.poke()
    this.#deps.realtime.connectionChanged(known.tenantId, { action: 'update', whatsapp: await this.#present(changed) })
  }

  /** Pushes the progress of a connection's long work to open screens. */
  async progressed({ tenantId, connectionId }: TaskPlace): Promise<void> {
    if (!this.#deps.realtime.hasListeners(tenantId)) return
    const row = await this.#deps.db.tenant(tenantId, (tx) => this.#find(tx, tenantId, connectionId))
    if (row) this.#deps.realtime.connectionChanged(tenantId, { action: 'update', whatsapp: await this.#present(row) })
  }

  /** Shows a connection to everybody who looks on, without a restart of its session. */
  async shown(viewer: Viewer, id: string): Promise<Connection> {
    await this.progressed({ tenantId: viewer.tenantId, connectionId: id })
    return this.get(viewer, id)
  }

  async #called({ tenantId, id }: KnownConnection, identity: string): Promise<void> {
    await this.#deps.db.tenant(tenantId, (tx) =>
      tx
        .update(connection)
        .set({ number: identity.slice(0, 200) })
        .where(and(eq(connection.tenantId, tenantId), eq(connection.id, id))),
    )
  }

  #showUnsent(tenantId: string, unsent: readonly Changed[]): void {
    if (unsent.length === 0) return
    this.#deps.bus.poke()
    void this.#deps.feed.show(tenantId, { messages: unsent.map((message) => ({ ...message, type: 'chat:ack' })) })
  }

  async #announce(viewer: ConnectionActor, id: string): Promise<Connection> {
    this.#deps.directory.changed(id)
    const row = await this.#deps.db.tenant(viewer.tenantId, (tx) => this.#row(tx, viewer.tenantId, id))
    this.#deps.realtime.connectionChanged(viewer.tenantId, { action: 'update', whatsapp: await this.#present(row) })
    return this.#presentTo(viewer, row)
  }

  async #channel(tenantId: string, type: string): Promise<ChannelType> {
    const channel = this.#deps.channels.find(type)
    if (!channel || !(await this.#deps.channels.usable(tenantId, channel.plugin)))
      throw new Refusal('ERR_CHANNEL_TYPE_UNKNOWN')
    return channel
  }

  async #row(tx: Tx, tenantId: string, id: string): Promise<Row> {
    const row = await this.#find(tx, tenantId, id)
    if (!row) throw new Refusal('ERR_NO_WAPP_FOUND')
    return row
  }

  async #find(tx: Tx, tenantId: string, id: string): Promise<Row | undefined> {
    const [row] = await tx
      .select(columns)
      .from(connection)
      .where(and(eq(connection.tenantId, tenantId), eq(connection.id, id), isNull(connection.deletedAt)))
    return row
  }

  async #clearDefault(tx: Tx, tenantId: string): Promise<void> {
    await tx
      .update(connection)
      .set({ isDefault: false })
      .where(and(eq(connection.tenantId, tenantId), eq(connection.isDefault, true)))
  }

  /** With what only those who manage channels may know: the webhook's address is a secret. */
  async #presentTo(viewer: ConnectionActor, row: Row): Promise<Connection> {
    const channel = this.#deps.channels.find(row.type)
    const address =
      channel && viewer.can('channels.manage') ? this.#deps.directory.callbackUrl({ ...row, channel }) : null
    return {
      ...(await this.#present(row)),
      ...(address && { webhookUrl: address.href }),
      ...(viewer.can('channels.manage') && {
        ...(row.qrcode !== null && { qrcode: row.qrcode }),
        ...(row.pairingCode !== null && { pairingCode: row.pairingCode }),
      }),
    }
  }

  async #present(row: Row): Promise<Connection> {
    const channel = this.#deps.channels.find(row.type)
    const names = channel?.form.secretNames ?? []
    const scope = { tenantId: row.tenantId, owner: row.plugin, scope: row.id }
    const target =
      channel && names.length > 0 ? await targetNow(this.#deps.vault, scope, channel, row.config) : undefined
    const known = target === undefined ? {} : await this.#deps.vault.describe(scope, target)
    return {
      id: row.id as Connection['id'],
      name: row.name,
      type: row.type,
      plugin: row.plugin,
      status: row.status,
      statusDetail: row.statusDetail,
      statusCode: row.statusCode,
      statusUntil: row.statusUntil?.toISOString() ?? null,
      isDefault: row.isDefault,
      isActive: row.isActive,
      config: row.config,
      secretsSet: Object.fromEntries(names.map((name) => [name, name in known])),
      updatedAt: row.updatedAt.toISOString(),
      number: row.number,
      retries: row.retries,
      queueId: row.queueId as Connection['queueId'],
      farewellMessage: row.farewellMessage,
      tasks: row.tasks,
    }
  }
}

const newHookSecret = (): string => randomBytes(24).toString('base64url')

async function checked(
  { implementation }: ChannelType,
  ctx: Parameters<ChannelType['implementation']['check']>[0],
  scope: CheckScope,
): Promise<ConnectionCheck> {
  const outcome = await implementation.check(ctx, scope).catch((error: unknown) => {
    if (ChannelError.is(error)) return { ok: false as const, error }
    throw error
  })
  if (outcome.ok) return { ok: true, identity: outcome.identity }
  const { error, step } = outcome as Extract<typeof outcome, { ok: false }> & { step?: string }
  return { ok: false, code: error.code, message: error.message, ...(step !== undefined && { step }) }
}

/**
 * The name is unique within a company (reading 102). A queue of another company is as unknown as none.
 */
function refuseConflict(error: unknown): never {
  if (sqlState(error) === uniqueViolation && violatedConstraint(error) === 'connection_name')
    throw new Refusal('ERR_CONNECTION_NAME_EXISTS')
  if (sqlState(error) === foreignKeyViolation && violatedConstraint(error)?.includes('queue_id'))
    throw new Refusal('ERR_NO_QUEUE_FOUND')
  throw error
}

/** What the adapter kept of its session: its login too. */
async function forgetSession(tx: Tx, tenantId: string, id: string): Promise<void> {
  for (const kept of [connectionState, connectionSealed])
    await tx.delete(kept).where(and(eq(kept.tenantId, tenantId), eq(kept.connectionId, id)))
}
