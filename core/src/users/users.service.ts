import {
  maxSearchLength,
  mint,
  Refusal,
  Role,
  UserConfigs,
  UserRecord,
  UserWithQueues,
  type QueueId,
  type User,
  type UserId,
  type UserManagement,
  type Viewer,
} from '@recado/contracts'
import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { isWithinHours } from '../credentials/login-hours.ts'
import { userChangedTopic, type UserChangedNotice } from '../topics/access.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Database, Query, SqlBuilder } from '../db/database.ts'
import { containing } from '../db/containing.ts'
import { behindName, byName, readNameCursor, writeNameCursor } from '../db/name-cursor.ts'
import type { Pictures } from './picture.ts'
import { userAccount, userQueue } from '../tables/user.table.ts'

/** The family's page size. */
const pageSize = 40
/** Counts stop here: nobody pages through more users, and the count stays cheap. */
const countCap = 1_000

const search = z.string().trim().max(maxSearchLength).default('')
const position = z.string().max(600).optional()
export const UserQuery = z.object({
  searchParam: search,
  profile: Role.optional(),
  queueId: z.uuid().optional(),
  active: z.stringbool().optional(),
  online: z.stringbool().optional(),
  /** Counts pages from the start; with `cursor` it is ignored. */
  pageNumber: z.coerce
    .number()
    .int()
    .min(1)
    .max(countCap / pageSize)
    .default(1),
  cursor: position,
})
export const UserPage = z.object({
  users: z.array(UserRecord),
  count: z.int(),
  hasMore: z.boolean(),
  nextCursor: z.string().nullable(),
})
/** Users who can get something, with their queues. */
export const UserPickQuery = z.object({ searchParam: search, queueId: z.uuid().optional(), cursor: position })
export const UserPickPage = z.object({
  users: z.array(UserWithQueues),
  hasMore: z.boolean(),
  nextCursor: z.string().nullable(),
})
/** Changes the given fields; only the user themselves may change them. */
export const UserConfigsChange = z.object({
  filtrosAtendimento: z.record(z.string().max(60), z.unknown()).optional(),
  isDark: z.boolean().nullable().optional(),
  locale: UserConfigs.shape.locale.unwrap().optional(),
  density: UserConfigs.shape.density.unwrap().optional(),
  holdSeconds: UserConfigs.shape.holdSeconds,
  opensNext: UserConfigs.shape.opensNext,
  signature: UserConfigs.shape.signature,
  shortcuts: UserConfigs.shape.shortcuts,
  panel: UserConfigs.shape.panel,
  home: UserConfigs.shape.home,
})

interface UserRow {
  id: string
  name: string
  email: string
  profile: User['profile']
  is_active: boolean
  is_online: boolean
  image: string | null
  queues: { id: string; queue: string }[]
  phone_number: string | null
  is_master: boolean
  wavoip_allowed: boolean
  last_login_at: Date | null
  role: UserManagement['role']
  granted: string[]
  denied: string[]
  login_mode: UserManagement['loginMode']
  login_hours: UserManagement['loginHours']
  availability: UserManagement['availability']
  api_tokens: number
  invited_until: Date | null
}

/** Completes users with their queues and their role; the joins run for the rows of one page only. */
const userRows = (query: SqlBuilder, page: Query): Query<UserRow> => query`
  select u.id, u.name, u.email, u.profile, u.is_active, u.is_online, u.image, u.phone_number, u.is_master,
         u.wavoip_allowed, u.last_login_at, u.granted, u.denied, u.login_mode, u.login_hours, u.availability,
         (select count(*)::integer
            from core.api_token a
           where a.tenant_id = u.tenant_id and a.user_id = u.id) as api_tokens,
         (select i.expires_at
            from core.user_invitation i
           where i.tenant_id = u.tenant_id
             and i.user_id = u.id
             and i.ended_at is null
             and not u.is_active) as invited_until,
         (select jsonb_build_object('id', r.id, 'name', r.name)
            from core.role r
           where r.tenant_id = u.tenant_id and r.id = u.role_id) as role,
         coalesce((select jsonb_agg(jsonb_build_object('id', q.id, 'queue', q.name) order by q.name)
                     from core.user_queue uq join core.queue q on q.tenant_id = uq.tenant_id and q.id = uq.queue_id
                    where uq.tenant_id = u.tenant_id and uq.user_id = u.id), '[]') as queues
    from (${page}) u
   order by ${byName(query, query`u`)}`

const managementOf = (row: UserRow): UserManagement => ({
  phoneNumber: row.phone_number,
  isMaster: row.is_master,
  wavoipAllowed: row.wavoip_allowed,
  lastLoginAt: row.last_login_at?.toISOString() ?? null,
  role: row.role,
  granted: row.granted,
  denied: row.denied,
  loginMode: row.login_mode,
  loginHours: row.login_hours,
  availability: row.availability,
  apiTokens: row.api_tokens,
  invitation: row.invited_until && { expiresAt: row.invited_until.toISOString() },
})

/** Supervisors see how colleagues are set up; changing it is {@link AccountsService}'s. */
const seesManagement = (viewer: Viewer): boolean => viewer.role !== 'user' || viewer.can('users.manage')

/**
 * The users of a company, as colleagues see each other. Deleted ones are authors of what they wrote and nothing else.
 */
export class UsersService {
  readonly #db: Database
  readonly #bus: Pick<EventBus, 'emit'>
  readonly #pictures: Pick<Pictures, 'url'>
  constructor(options: { db: Database; bus: Pick<EventBus, 'emit'>; pictures: Pick<Pictures, 'url'> }) {
    this.#db = options.db
    this.#bus = options.bus
    this.#pictures = options.pictures
  }

  /** By name; hidden users are left out. */
  async list(
    viewer: Viewer,
    { searchParam, profile, queueId, active, online, pageNumber, cursor }: z.output<typeof UserQuery>,
  ): Promise<z.input<typeof UserPage>> {
    const { tenantId } = viewer
    const after = readNameCursor(cursor)
    const pattern = containing(searchParam)
    const [rows, [counted]] = await this.#db.read(tenantId, (query) => {
      const matching = query`
        ${matches(query, tenantId, pattern, queueId)}
        and (${profile ?? null}::text is null or u.profile = ${profile ?? null})
        and (${active ?? null}::boolean is null or u.is_active = ${active ?? null})
        and (${online ?? null}::boolean is null or u.is_online = ${online ?? null})`
      return [
        userRows(
          query,
          query`
            select *
              from core.user_account u
             where ${matching} and ${behindName(query, query`u`, after)}
             order by ${byName(query, query`u`)}
             limit ${pageSize + 1} offset ${after ? 0 : (pageNumber - 1) * pageSize}`,
        ),
        query<{
          count: number
        }>`
          select count(*)::integer as count
            from (select 1 from core.user_account u where ${matching} limit ${countCap}) counted`,
      ]
    })
    return { ...this.#page(viewer, rows), count: counted!.count }
  }

  /** GET /users/with-queue: active users alone. */
  async withQueues(
    viewer: Viewer,
    { searchParam, queueId, cursor }: z.output<typeof UserPickQuery>,
  ): Promise<z.input<typeof UserPickPage>> {
    const { tenantId } = viewer
    const [rows, [company]] = await this.#db.read(tenantId, (query) => [
      userRows(
        query,
        query`
        select *
          from core.user_account u
         where ${matches(query, tenantId, containing(searchParam), queueId)}
           and u.is_active
           and ${behindName(query, query`u`, readNameCursor(cursor))}
         order by ${byName(query, query`u`)} limit ${pageSize + 1}`,
      ),
      query<{ time_zone: string }>`select time_zone from core.tenant where id = ${tenantId}`,
    ])
    const now = new Date()
    const atWork = new Map(
      rows.map((row) => [
        row.id,
        isWithinHours({ role: 'user', loginHours: row.availability, timeZone: company!.time_zone }, now),
      ]),
    )
    const page = this.#page(viewer, rows)
    return {
      ...page,
      users: page.users.map((user) => ({
        ...user,
        isAvailable: atWork.get(user.id) ?? true,
        sharesQueue: user.queues.some((queue) => viewer.queueIds.includes(queue.id)),
      })),
    }
  }

  /** A user sees all of their own account. */
  async get(viewer: Viewer, id: string): Promise<UserRecord> {
    const { tenantId } = viewer
    const [[row]] = await this.#db.read(tenantId, (query) => [
      userRows(
        query,
        query`
          select *
            from core.user_account u
           where u.tenant_id = ${tenantId}
             and u.id = ${id}
             and u.deleted_at is null
             and (not u.is_hidden or u.id = ${viewer.userId})`,
      ),
    ])
    if (!row) throw new Refusal('ERR_NO_USER_FOUND')
    return this.#shown(viewer, row)
  }

  #page(
    viewer: Viewer,
    rows: readonly UserRow[],
  ): { users: UserRecord[]; hasMore: boolean; nextCursor: string | null } {
    const users = rows.slice(0, pageSize).map((row) => this.#shown(viewer, row))
    const last = users.at(-1)
    const hasMore = rows.length > pageSize
    return { users, hasMore, nextCursor: hasMore && last ? writeNameCursor(last) : null }
  }

  #shown(viewer: Viewer, row: UserRow): UserRecord {
    return {
      id: mint<UserId>(row.id),
      name: row.name,
      email: row.email,
      profile: row.profile,
      isActive: row.is_active,
      isOnline: row.is_online,
      image: this.#pictures.url(viewer.tenantId, row.image),
      queues: row.queues.map((queue) => ({ ...queue, id: mint<QueueId>(queue.id) })),
      ...(row.id === viewer.userId || seesManagement(viewer) ? managementOf(row) : {}),
    }
  }

  /** The queues a user works in, for plugins. */
  async queuesOf(tenantId: string, userId: string): Promise<QueueId[]> {
    const rows = await this.#db.tenant(tenantId, (tx) =>
      tx
        .select({ id: userQueue.queueId })
        .from(userQueue)
        .where(and(eq(userQueue.tenantId, tenantId), eq(userQueue.userId, userId))),
    )
    return rows.map((row) => mint<QueueId>(row.id))
  }

  /** A user's own preferences. Anybody else's are as if they did not exist. */
  async changeConfigs(
    viewer: Viewer,
    id: string,
    change: z.output<typeof UserConfigsChange>,
  ): Promise<z.output<typeof UserConfigs>> {
    if (id !== viewer.userId) throw new Refusal('ERR_NO_USER_FOUND')
    const { tenantId, userId } = viewer
    const [row] = await this.#db.tenant(tenantId, (tx) =>
      tx
        .update(userAccount)
        .set({ configs: sql`${userAccount.configs} || ${JSON.stringify(change)}::jsonb`, updatedAt: sql`now()` })
        .where(and(eq(userAccount.tenantId, tenantId), eq(userAccount.id, userId)))
        .returning({ configs: userAccount.configs }),
    )
    if (!row) throw new Refusal('ERR_NO_USER_FOUND')
    // The language decides what the server itself writes to this user.
    if (change.locale !== undefined) this.#bus.emit(userChangedTopic, { tenantId, userId } satisfies UserChangedNotice)
    return UserConfigs.parse(row.configs)
  }
}

const matches = (
  query: SqlBuilder,
  tenantId: string,
  pattern: string | null,
  queueId: string | undefined,
): Query => query`
  u.tenant_id = ${tenantId}
  and u.deleted_at is null
  and not u.is_hidden
  and (${pattern}::text is null or u.name ilike ${pattern} or u.email ilike ${pattern})
  and (${queueId ?? null}::uuid is null
       or exists (
         select 1
           from core.user_queue f
          where f.tenant_id = u.tenant_id and f.user_id = u.id and f.queue_id = ${queueId ?? null}))`
