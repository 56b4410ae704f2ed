import {
  bellCountCap,
  ConnectionStatusChanged,
  maskName,
  MessageStatusChanged,
  Refusal,
  seesMasked,
  type BellEntry,
  type BellFacts,
  type BellPage,
  type EventEnvelope,
  type Role,
  type Viewer,
} from '@recado/contracts'
import { sql } from 'drizzle-orm'
import { newId } from '../base/ids.ts'
import type { Delivery, EventBus } from '../bus/bus.ts'
import type { Permissions } from '../credentials/permissions.ts'
import type { Database, Query, SqlBuilder, Tx } from '../db/database.ts'
import type { Realtime } from '../realtime/realtime.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import { visibleTickets } from '../tickets/visibility-sql.ts'

/** Entries of one page. */
const pageSize = 30
/** Most users who are told of one thing because of what they may do. */
const mostHolders = 1_000
/** States in which a connection neither works nor waits for what somebody is doing at the moment. */
const broken: readonly string[] = ['disconnected', 'timeout', 'conflict']

/** An entry to be written; about a ticket or a connection. */
export interface BellNews {
  readonly kind: Exclude<BellEntry['kind'], 'plugin'>
  readonly users: readonly string[]
  readonly ticketId?: string
  readonly connectionId?: string
  readonly by?: string | null
  readonly place?: string | null
}

export interface BellOptions {
  readonly db: Database
  readonly bus: EventBus
  readonly permissions: Permissions
  readonly settings: SettingsReader
  readonly realtime: Pick<Realtime, 'bellChanged'>
  /** Kinds of plugins that the viewer may read. */
  pluginKinds(viewer: Viewer): Promise<readonly PluginBellKind[]>
}

/** A kind of entry of a plugin, as it is shown. */
export interface PluginBellKind {
  readonly plugin: string
  readonly notice: string
  readonly textKey: string
  readonly path: string
  readonly isFailure: boolean
}

/** What a plugin tells. `users` are those alone who are told, of those who hold the permission. */
export interface PluginNews {
  readonly plugin: string
  readonly notice: string
  readonly key: string
  readonly facts: BellFacts
  readonly path: string | null
  readonly permission: string
  readonly days: number
  readonly users: readonly string[] | undefined
}

/**
 * Entries of the bell, a row for each user. Rows hold ids alone: names, and whether the user may see what an entry is
 * about, are asked for when the bell is read.
 */
export class Bell {
  readonly #options: BellOptions
  #subscription: { close(): Promise<void> } | undefined
  constructor(options: BellOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    this.#subscription = await this.#options.bus.subscribe({
      name: 'core.bell',
      names: [MessageStatusChanged.name, ConnectionStatusChanged.name],
      handler: (event, delivery) => this.#handle(event, delivery),
    })
  }

  async close(): Promise<void> {
    await this.#subscription?.close()
  }

  /** A page of a user's bell: entries before the id `before`, newest first. */
  async page(viewer: Viewer, before: string | undefined): Promise<BellPage> {
    const { tenantId } = viewer
    const [settings, kinds] = await Promise.all([
      this.#options.settings.visibility(tenantId),
      this.#options.pluginKinds(viewer),
    ])
    const named = new Map(kinds.map((kind) => [`${kind.plugin}/${kind.notice}`, kind]))
    const known = [...named.keys()]
    const [rows, [count]] = await this.#options.db.read(tenantId, (query) => [
      query<StoredEntry>`
        select b.id, b.kind, to_json(b.created_at) #>> '{}' as at, b.read_at is not null as read,
               b.ticket_id as "ticketId", c.name as "contactName", b.connection_id as "connectionId",
               n.name as "connectionName", u.name as by, b.place, b.plugin || '/' || b.notice as notice, b.facts, b.path
          from core.bell_entry b
          left join core.ticket t on t.tenant_id = b.tenant_id and t.id = b.ticket_id
          left join core.contact c on c.tenant_id = t.tenant_id and c.id = t.contact_id
          left join core.connection n on n.tenant_id = b.tenant_id and n.id = b.connection_id
          left join core.user_account u on u.tenant_id = b.tenant_id and u.id = b.by_user_id
         where b.tenant_id = ${tenantId}
           and b.user_id = ${viewer.userId}
           and ${before === undefined ? query`true` : query`b.id < ${before}`}
           and ${shown(query, viewer, settings, known)}
         order by b.id desc limit ${pageSize + 1}`,
      query<{ unread: number }>`
        select count(*)::integer as unread from (
          select from core.bell_entry b
            left join core.ticket t on t.tenant_id = b.tenant_id and t.id = b.ticket_id
            left join core.connection n on n.tenant_id = b.tenant_id and n.id = b.connection_id
           where b.tenant_id = ${tenantId}
             and b.user_id = ${viewer.userId}
             and b.read_at is null
             and ${shown(query, viewer, settings, known)}
           limit ${bellCountCap}) counted`,
    ])
    const isMasked = seesMasked(viewer, settings)
    const entries = rows.slice(0, pageSize).map(({ notice, facts, path, ...row }) => ({
      ...row,
      notice: noticeOf(named.get(notice ?? ''), facts, path),
      at: new Date(row.at).toISOString() as BellEntry['at'],
      contactName: row.contactName !== null && isMasked ? maskName(row.contactName) : row.contactName,
    }))
    return { entries, unread: count!.unread, next: rows.length > pageSize ? entries.at(-1)!.id : null }
  }

  /**
   * Marks an entry of the user as read or unread. One beside which a newer unread one stands stays read.
   * @throws Refusal ERR_NO_NOTIFICATION_FOUND
   */
  async mark({ tenantId, userId }: Viewer, id: string, read: boolean): Promise<void> {
    const [, found] = await this.#options.db.write(tenantId, (query) => [
      query`
        update core.bell_entry b set read_at = ${read ? query`coalesce(b.read_at, now())` : query`null`}
         where b.tenant_id = ${tenantId} and b.user_id = ${userId} and b.id = ${id}
           and (${read}
                or not exists (
                  select
                    from core.bell_entry o
                   where o.tenant_id = b.tenant_id
                     and o.user_id = b.user_id
                     and o.kind = b.kind
                     and o.subject = b.subject
                     and o.read_at is null))`,
      query`select from core.bell_entry b where b.tenant_id = ${tenantId} and b.user_id = ${userId} and b.id = ${id}`,
    ])
    if (found.length === 0) throw new Refusal('ERR_NO_NOTIFICATION_FOUND')
    this.#options.realtime.bellChanged(tenantId, [userId])
  }

  /** Marks as read everything up to the instant `until`; what came later than the user's screen shows stays unread. */
  async markAll({ tenantId, userId }: Viewer, until: string): Promise<void> {
    await this.#options.db.write(tenantId, (query) => [
      query`
        update core.bell_entry set read_at = now()
         where tenant_id = ${tenantId}
           and user_id = ${userId}
           and read_at is null
           and created_at < ${until}::timestamptz + interval '1 millisecond'`,
    ])
    this.#options.realtime.bellChanged(tenantId, [userId])
  }

  /** Writes an entry for each of these users; accounts that are gone get none. {@link told} follows the commit. */
  async add(tx: Tx, tenantId: string, { kind, users, ticketId, connectionId, by, place }: BellNews): Promise<void> {
    if (users.length === 0) return
    const ids = users.map(() => newId())
    await tx.execute(sql`
      insert into core.bell_entry (id, tenant_id, user_id, kind, ticket_id, connection_id, by_user_id, place)
      select i.id, u.tenant_id, u.id, ${kind}, t.id, n.id,
             (select a.id from core.user_account a where a.tenant_id = u.tenant_id and a.id = ${by ?? null}::uuid),
             ${place ?? null}
        from unnest(${sql.param(ids)}::uuid[], ${sql.param([...users])}::uuid[]) i (id, user_id)
        join core.user_account u on u.tenant_id = ${tenantId}
           and u.id = i.user_id
           and u.is_active
           and u.deleted_at is null
        left join core.ticket t on t.tenant_id = u.tenant_id and t.id = ${ticketId ?? null}::uuid
        left join core.connection n on n.tenant_id = u.tenant_id and n.id = ${connectionId ?? null}::uuid
       where num_nonnulls(t.id, n.id) = 1
       order by u.id
      on conflict (tenant_id, user_id, kind, subject) where read_at is null
      do update set id = excluded.id, by_user_id = excluded.by_user_id, place = excluded.place,
                    created_at = excluded.created_at`)
  }

  /** Writes what a plugin tells into the bells of those who may read it, and has their screens read them again. */
  async tell(
    tenantId: string,
    { plugin, notice, key, facts, path, permission, days, users }: PluginNews,
  ): Promise<void> {
    const holders = await this.#holders(tenantId, permission, users)
    if (holders.length === 0) return
    await this.#options.db.write(tenantId, (query) => [
      query`
        insert into core.bell_entry
          (id, tenant_id, user_id, kind, plugin, notice, notice_key, facts, path, expires_at)
        select i.id, ${tenantId}::uuid, i.user_id, 'plugin', ${plugin}, ${notice}, ${key},
               ${JSON.stringify(facts)}::text::jsonb, ${path}, now() + make_interval(days => ${days}::integer)
          from unnest(${holders.map(() => newId())}::uuid[], ${holders}::uuid[]) i (id, user_id)
        on conflict (tenant_id, user_id, kind, subject) where read_at is null
        do update set id = excluded.id, facts = excluded.facts, path = excluded.path, created_at = excluded.created_at,
                      expires_at = excluded.expires_at`,
    ])
    this.told(tenantId, holders)
  }

  /** Takes what a plugin told out of the bells of those who have not read it. */
  async takeBack(tenantId: string, plugin: string, notice: string, key: string): Promise<void> {
    const [rows] = await this.#options.db.write(tenantId, (query) => [
      query<{ user_id: string }>`
        delete from core.bell_entry
         where tenant_id = ${tenantId}
           and plugin = ${plugin}
           and subject = md5(${plugin}::text || '/' || ${notice}::text || '/' || ${key}::text)::uuid
           and read_at is null
        returning user_id`,
    ])
    this.told(
      tenantId,
      rows.map(({ user_id }) => user_id),
    )
  }

  /** Active users who hold a permission, of all or of these. */
  async #holders(tenantId: string, permission: string, among?: readonly string[]): Promise<readonly string[]> {
    const { db, permissions } = this.#options
    const [accounts] = await db.read(tenantId, (query) => [
      query<{ id: string; role: Role; custom: string[] | null; granted: string[]; denied: string[] }>`
        select u.id, u.profile as role, r.permissions as custom, u.granted, u.denied
          from core.user_account u left join core.role r on r.tenant_id = u.tenant_id and r.id = u.role_id
         where u.tenant_id = ${tenantId} and u.is_active and u.deleted_at is null and not u.is_hidden
           and ${among === undefined ? query`true` : query`u.id = any (${[...among]}::uuid[])`}
         order by u.id limit ${mostHolders}`,
    ])
    return accounts.filter((account) => permissions.can(account, permission)).map(({ id }) => id)
  }

  /** Has the open screens of these users read their bell again. */
  told(tenantId: string, users: readonly string[]): void {
    if (users.length > 0) this.#options.realtime.bellChanged(tenantId, users)
  }

  async #handle({ tenantId, name, data }: EventEnvelope, { once }: Delivery): Promise<void> {
    const news =
      name === MessageStatusChanged.name
        ? await this.#ofMessage(tenantId, MessageStatusChanged.schema.parse(data))
        : await this.#ofConnection(tenantId, ConnectionStatusChanged.schema.parse(data))
    if (!news || news.users.length === 0) return
    await once((tx) => this.add(tx, tenantId, news))
    this.told(tenantId, news.users)
  }

  /** A message that was not delivered: who has the conversation is told, otherwise who wrote it. */
  async #ofMessage(
    tenantId: string,
    { ticketId, messageId, status }: { ticketId: string; messageId: string; status: string },
  ): Promise<BellNews | undefined> {
    if (status !== 'failed') return undefined
    const [[row]] = await this.#options.db.read(tenantId, (query) => [
      query<{ user: string | null }>`
        select coalesce(t.user_id, m.user_id) as user
          from core.message m
          join core.ticket t on t.tenant_id = m.tenant_id and t.id = m.ticket_id
         where m.tenant_id = ${tenantId} and m.ticket_id = ${ticketId} and m.id = ${messageId} and m.status = 'failed'`,
    ])
    return row?.user ? { kind: 'undelivered', users: [row.user], ticketId } : undefined
  }

  /**
   * A connection that stopped: who may manage channels is told. One that works again, or was switched off, takes back
   * what nobody has read.
   */
  async #ofConnection(
    tenantId: string,
    { connectionId, status }: { connectionId: string; status: string },
  ): Promise<BellNews | undefined> {
    const { db } = this.#options
    if (status === 'connected' || status === 'inactive') {
      const [rows] = await db.write(tenantId, (query) => [
        query<{
          user_id: string
        }>`
          delete from core.bell_entry
           where tenant_id = ${tenantId} and connection_id = ${connectionId} and read_at is null
          returning user_id`,
      ])
      this.told(
        tenantId,
        rows.map((row) => row.user_id),
      )
      return undefined
    }
    if (!broken.includes(status)) return undefined
    const [[connection]] = await db.read(tenantId, (query) => [
      query<{
        status: string
      }>`select status from core.connection where tenant_id = ${tenantId} and id = ${connectionId}`,
    ])
    // It may have healed between the event and now.
    if (!connection || !broken.includes(connection.status)) return undefined
    const users = await this.#holders(tenantId, 'channels.manage')
    return { kind: 'channelBroken', users, connectionId }
  }
}

/** An entry as it is stored; what a plugin tells is named by its id and that of the kind. */
type StoredEntry = Omit<BellEntry, 'at' | 'notice'> & {
  readonly at: string
  readonly notice: string | null
  readonly facts: BellFacts | null
  readonly path: string | null
}

const noticeOf = (
  kind: PluginBellKind | undefined,
  facts: BellFacts | null,
  path: string | null,
): BellEntry['notice'] =>
  kind
    ? {
        plugin: kind.plugin,
        textKey: kind.textKey,
        facts: facts ?? {},
        path: path ?? kind.path,
        isFailure: kind.isFailure,
      }
    : null

/** Whether the user may see what entry `b` is about: its ticket `t`, its connection `n`, or a kind of a plugin. */
const shown = (
  query: SqlBuilder,
  viewer: Viewer,
  settings: Parameters<typeof visibleTickets>[2],
  kinds: readonly string[],
): Query => query`
  case when b.ticket_id is not null then ${viewer.can('tickets.read')} and ${visibleTickets(query, viewer, settings)}
  when b.plugin is not null then b.plugin || '/' || b.notice = any (${[...kinds]}::text[]) and b.expires_at > now()
  else ${viewer.can('channels.manage')} and n.deleted_at is null end`
