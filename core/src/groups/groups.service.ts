import {
  Refusal,
  type UploadedFile,
  type UserGroup,
  type UserGroupInput,
  type UserId,
  type Viewer,
} from '@recado/contracts'
import { and, eq, sql } from 'drizzle-orm'
import { audit } from '../audit/audit.ts'
import type { Database, Tx } from '../db/database.ts'
import { sqlState, uniqueViolation } from '../db/sql-errors.ts'
import { newId } from '../base/ids.ts'
import type { Pictures } from '../users/picture.ts'
import { userGroup, userGroupMember } from '../tables/group.table.ts'

/** More than any company forms; bounds the one answer that holds them all. */
const most = 500

interface GroupRow {
  id: string
  name: string
  image: string | null
  isActive: boolean
  users: { id: string; name: string; image: string | null; isOnline: boolean }[]
}

/** Groups of users (S3-027), for chats between colleagues. Names are unique in a company; deleted users are in none. */
export class GroupsService {
  readonly #db: Database
  readonly #pictures: Pictures
  constructor({ db, pictures }: { db: Database; pictures: Pictures }) {
    this.#db = db
    this.#pictures = pictures
  }

  list(viewer: Viewer): Promise<UserGroup[]> {
    return this.#read(viewer, null)
  }

  async create(viewer: Viewer, input: UserGroupInput): Promise<UserGroup> {
    const { tenantId, userId } = viewer
    const id: string = newId()
    await this.#write(tenantId, async (tx) => {
      await tx
        .insert(userGroup)
        .values({ id, tenantId, name: input.name, ...(input.isActive !== undefined && { isActive: input.isActive }) })
      await setMembers(tx, tenantId, id, input.userIds)
      await audit(tx, {
        tenantId,
        userId,
        action: 'groups.create',
        subject: id,
        facts: { name: input.name, users: input.userIds.length },
      })
    })
    return this.#one(viewer, id)
  }

  async update(viewer: Viewer, id: string, input: UserGroupInput): Promise<UserGroup> {
    const { tenantId, userId } = viewer
    await this.#write(tenantId, async (tx) => {
      const changed = await tx
        .update(userGroup)
        .set({
          name: input.name,
          ...(input.isActive !== undefined && { isActive: input.isActive }),
          updatedAt: sql`now()` as never,
        })
        .where(and(eq(userGroup.tenantId, tenantId), eq(userGroup.id, id)))
        .returning({ id: userGroup.id })
      if (changed.length === 0) throw new Refusal('ERR_NO_GROUP_FOUND')
      await tx
        .delete(userGroupMember)
        .where(and(eq(userGroupMember.tenantId, tenantId), eq(userGroupMember.groupId, id)))
      await setMembers(tx, tenantId, id, input.userIds)
      await audit(tx, {
        tenantId,
        userId,
        action: 'groups.update',
        subject: id,
        facts: { name: input.name, users: input.userIds.length },
      })
    })
    return this.#one(viewer, id)
  }

  /** Null takes the picture away. */
  async setPicture(viewer: Viewer, id: string, files: readonly UploadedFile[] | null): Promise<UserGroup> {
    const { tenantId, userId } = viewer
    await this.#one(viewer, id)
    const image = files && (await this.#pictures.store(tenantId, files))
    let before: string | null = null
    await this.#write(tenantId, async (tx) => {
      const [shown] = await tx
        .select({ image: userGroup.image })
        .from(userGroup)
        .where(and(eq(userGroup.tenantId, tenantId), eq(userGroup.id, id)))
        .for('update')
      before = shown?.image ?? null
      const changed = await tx
        .update(userGroup)
        .set({ image, updatedAt: sql`now()` as never })
        .where(and(eq(userGroup.tenantId, tenantId), eq(userGroup.id, id)))
        .returning({ id: userGroup.id })
      if (changed.length === 0) throw new Refusal('ERR_NO_GROUP_FOUND')
      await audit(tx, { tenantId, userId, action: 'groups.picture', subject: id })
    })
    await this.#pictures.discard(tenantId, before)
    return this.#one(viewer, id)
  }

  async remove(viewer: Viewer, id: string): Promise<void> {
    const { tenantId, userId } = viewer
    let picture: string | null = null
    await this.#write(tenantId, async (tx) => {
      const [gone] = await tx
        .delete(userGroup)
        .where(and(eq(userGroup.tenantId, tenantId), eq(userGroup.id, id)))
        .returning({ name: userGroup.name, image: userGroup.image })
      picture = gone?.image ?? null
      if (!gone) throw new Refusal('ERR_NO_GROUP_FOUND')
      await audit(tx, { tenantId, userId, action: 'groups.delete', subject: id, facts: { name: gone.name } })
    })
    await this.#pictures.discard(tenantId, picture)
  }

  async #one(viewer: Viewer, id: string): Promise<UserGroup> {
    const [group] = await this.#read(viewer, id)
    if (!group) throw new Refusal('ERR_NO_GROUP_FOUND')
    return group
  }

  async #read({ tenantId }: Viewer, id: string | null): Promise<UserGroup[]> {
    const [rows] = await this.#db.read(tenantId, (query) => [
      query<GroupRow>`
      select g.id, g.name, g.image, g.is_active as "isActive",
             coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name, 'image', u.image,
               'isOnline', u.is_online) order by u.name,
               u.id)
                         from core.user_group_member m
                         join core.user_account u on u.tenant_id = m.tenant_id
                            and u.id = m.user_id
                            and u.deleted_at is null
                        where m.tenant_id = g.tenant_id and m.group_id = g.id), '[]') as users
        from core.user_group g
       where g.tenant_id = ${tenantId} and (${id}::uuid is null or g.id = ${id})
       order by lower(g.name) limit ${most}`,
    ])
    const url = (image: string | null): string | null => this.#pictures.url(tenantId, image)
    return rows.map((row) => ({
      ...row,
      image: url(row.image),
      users: row.users.map((user) => ({ ...user, id: user.id as UserId, image: url(user.image) })),
    }))
  }

  async #write(tenantId: string, work: (tx: Tx) => Promise<void>): Promise<void> {
    try {
      await this.#db.tenant(tenantId, work)
    } catch (error) {
      throw sqlState(error) === uniqueViolation
        ? new Refusal('ERR_GROUP_NAME_EXISTS', { issues: [{ path: 'body.name', message: 'taken' }] })
        : error
    }
  }
}

/** Members are held, so that nobody is deleted while they join. @throws Refusal ERR_NO_USER_FOUND */
async function setMembers(tx: Tx, tenantId: string, groupId: string, userIds: readonly string[]): Promise<void> {
  const wanted = [...new Set(userIds)]
  if (wanted.length === 0) return
  const there = await tx.execute(sql`
    select 1
      from core.user_account
     where tenant_id = ${tenantId} and id in ${wanted} and deleted_at is null
     order by id for key share`)
  if (there.length !== wanted.length) throw new Refusal('ERR_NO_USER_FOUND')
  await tx.insert(userGroupMember).values(wanted.map((userId) => ({ tenantId, groupId, userId })))
}
