import { mint, Refusal, User, UserConfigs, type QueueId, type UserId, type Viewer } from '@recado/contracts'
import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { userChangedTopic, type UserChangedNotice } from '../access/topics.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Database, Query, SqlBuilder } from '../db/database.ts'
import { userAccount, userQueue } from './user.table.ts'

/** The family's page size. */
const pageSize = 40
/** Counts stop here: nobody pages through more users, and the count stays cheap. */
const countCap = 1_000

export const UserQuery = z.object({
  searchParam: z.string().trim().max(100).default(''),
  /** Counts pages from the start; with `cursor` it is ignored. */
  pageNumber: z.coerce.number().int().min(1).max(countCap / pageSize).default(1),
  cursor: z.string().max(600).optional(),
})
export const UserPage = z.object({ users: z.array(User), count: z.int(), hasMore: z.boolean(), nextCursor: z.string().nullable() })
/** Only what is given changes; nobody but the user may change it. */
export const UserConfigsChange = z.object({
  filtrosAtendimento: z.record(z.string().max(60), z.unknown()).optional(), isDark: z.boolean().nullable().optional(),
  locale: UserConfigs.shape.locale.unwrap().optional(), density: UserConfigs.shape.density.unwrap().optional(),
})

interface UserRow { id: string; name: string; email: string; profile: User['profile']; is_active: boolean; is_online: boolean; image: string | null; queues: { id: string; queue: string }[] }

/** Completes users with their queues; the join runs for the rows of one page only. */
const userRows = (query: SqlBuilder, page: Query): Query<UserRow> => query`
  select u.id, u.name, u.email, u.profile, u.is_active, u.is_online, u.image,
         coalesce((select jsonb_agg(jsonb_build_object('id', q.id, 'queue', q.name) order by q.name)
                     from core.user_queue uq join core.queue q on q.tenant_id = uq.tenant_id and q.id = uq.queue_id
                    where uq.tenant_id = u.tenant_id and uq.user_id = u.id), '[]') as queues
    from (${page}) u
   order by u.name, u.id`

const asUser = (row: UserRow): User => ({
  id: mint<UserId>(row.id), name: row.name, email: row.email, profile: row.profile, isActive: row.is_active, isOnline: row.is_online, image: row.image, queues: row.queues.map((queue) => ({ ...queue, id: mint<QueueId>(queue.id) })),
})

/** The users of a company, as colleagues see each other. Creating and changing them is administration. */
export class UsersService {
  readonly #db: Database
  readonly #bus: Pick<EventBus, 'emit'>
  constructor(options: { db: Database; bus: Pick<EventBus, 'emit'> }) {
    this.#db = options.db
    this.#bus = options.bus
  }

  /** By name; hidden users are left out. */
  async list(viewer: Viewer, { searchParam, pageNumber, cursor }: z.output<typeof UserQuery>): Promise<z.input<typeof UserPage>> {
    const { tenantId } = viewer
    const after = readPosition(cursor)
    const pattern = searchParam === '' ? null : `%${searchParam.replace(/[\\%_]/g, '\\$&')}%`
    const [rows, [counted]] = await this.#db.read(tenantId, (query) => {
      const matching = query`u.tenant_id = ${tenantId} and not u.is_hidden and (${pattern}::text is null or u.name ilike ${pattern} or u.email ilike ${pattern})`
      const beyond = after ? query`(u.name, u.id) > (${after.name}, ${after.id}::uuid)` : query`true`
      return [
        userRows(query, query`select * from core.user_account u where ${matching} and ${beyond} order by u.name, u.id limit ${pageSize + 1} offset ${after ? 0 : (pageNumber - 1) * pageSize}`),
        query<{ count: number }>`select count(*)::integer as count from (select 1 from core.user_account u where ${matching} limit ${countCap}) counted`,
      ]
    })
    const users = rows.slice(0, pageSize).map(asUser)
    const last = users.at(-1)
    const hasMore = rows.length > pageSize
    return { users, count: counted!.count, hasMore, nextCursor: hasMore && last ? writePosition(last) : null }
  }

  async get(viewer: Viewer, id: string): Promise<User> {
    const { tenantId } = viewer
    const [[row]] = await this.#db.read(tenantId, (query) =>
      [userRows(query, query`select * from core.user_account u where u.tenant_id = ${tenantId} and u.id = ${id} and (not u.is_hidden or u.id = ${viewer.userId})`)])
    if (!row) throw new Refusal('ERR_NO_USER_FOUND')
    return asUser(row)
  }

  /** The queues a user works in, for plugins. */
  async queuesOf(tenantId: string, userId: string): Promise<QueueId[]> {
    const rows = await this.#db.tenant(tenantId, (tx) => tx.select({ id: userQueue.queueId }).from(userQueue).where(and(eq(userQueue.tenantId, tenantId), eq(userQueue.userId, userId))))
    return rows.map((row) => mint<QueueId>(row.id))
  }

  /** A user's own preferences. Anybody else's are as if they did not exist. */
  async changeConfigs(viewer: Viewer, id: string, change: z.output<typeof UserConfigsChange>): Promise<z.output<typeof UserConfigs>> {
    if (id !== viewer.userId) throw new Refusal('ERR_NO_USER_FOUND')
    const { tenantId, userId } = viewer
    const [row] = await this.#db.tenant(tenantId, (tx) => tx.update(userAccount).set({ configs: sql`${userAccount.configs} || ${JSON.stringify(change)}::jsonb`, updatedAt: sql`now()` })
      .where(and(eq(userAccount.tenantId, tenantId), eq(userAccount.id, userId))).returning({ configs: userAccount.configs }))
    if (!row) throw new Refusal('ERR_NO_USER_FOUND')
    // The language decides what the server itself writes to this user.
    if (change.locale !== undefined) this.#bus.emit(userChangedTopic, { tenantId, userId } satisfies UserChangedNotice)
    return UserConfigs.parse(row.configs)
  }
}

const Position = z.tuple([z.string(), z.uuid()])
const writePosition = (user: User): string => Buffer.from(JSON.stringify([user.name, user.id])).toString('base64url')

function readPosition(text: string | undefined): { name: string; id: string } | undefined {
  if (text === undefined) return undefined
  try {
    const [name, id] = Position.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return { name, id }
  } catch (cause) {
    throw new Refusal('ERR_VALIDATION', { issues: [{ path: 'query.cursor', message: 'unknown position' }] }, { cause })
  }
}
