import {
  Refusal,
  type AssignablePermission,
  type CompanyRole,
  type CompanyRoleInput,
  type Viewer,
} from '@recado/contracts'
import { and, eq, sql } from 'drizzle-orm'
import type { Permissions } from '../credentials/permissions.ts'
import { userChangedTopic, type UserChangedNotice } from '../topics/access.ts'
import { audit } from '../audit/audit.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Database, Tx } from '../db/database.ts'
import { foreignKeyViolation, sqlState, uniqueViolation } from '../db/sql-errors.ts'
import { newId } from '../base/ids.ts'
import { requireHeld } from '../users/rights-ceiling.ts'
import { userAccount } from '../tables/user.table.ts'
import { companyRole } from '../tables/role.table.ts'

/** More than any company needs; bounds the one answer that holds them all. */
const most = 200

export interface RolesOptions {
  readonly db: Database
  readonly bus: Pick<EventBus, 'emit'>
  readonly permissions: Permissions
  /** Called after rights of a company's users changed: open clients redraw their menus. */
  readonly rightsChanged: (tenantId: string) => void
}

/** Roles that a company makes of the permissions of core and plugins. Names are unique in a company. */
export class RolesService {
  readonly #options: RolesOptions
  constructor(options: RolesOptions) {
    this.#options = options
  }

  list(viewer: Viewer): Promise<CompanyRole[]> {
    return this.#read(viewer, null)
  }

  /** Everything that a role of this company can hold. */
  permissions(): AssignablePermission[] {
    return this.#options.permissions.describeAssignable()
  }

  async create(viewer: Viewer, input: CompanyRoleInput): Promise<CompanyRole> {
    const { tenantId, userId } = viewer
    const id: string = newId()
    await this.#write(tenantId, async (tx) => {
      this.#requireGivable(viewer, undefined, input)
      await tx.insert(companyRole).values({ id, tenantId, ...input, permissions: [...new Set(input.permissions)] })
      await audit(tx, { tenantId, userId, action: 'roles.create', subject: id, facts: { ...input } })
    })
    return this.#one(viewer, id)
  }

  /** Its holders have the new rights and the new profile with their next request, on every node. */
  async update(viewer: Viewer, id: string, input: CompanyRoleInput): Promise<CompanyRole> {
    const { tenantId, userId } = viewer
    await this.#write(tenantId, async (tx) => {
      const [before] = await tx
        .select()
        .from(companyRole)
        .where(and(eq(companyRole.tenantId, tenantId), eq(companyRole.id, id)))
        .for('update')
      if (!before) throw new Refusal('ERR_NO_ROLE_FOUND')
      this.#requireGivable(viewer, before, input)
      await tx
        .update(companyRole)
        .set({ ...input, permissions: [...new Set(input.permissions)], updatedAt: sql`now()` as never })
        .where(and(eq(companyRole.tenantId, tenantId), eq(companyRole.id, id)))
      await tx
        .update(userAccount)
        .set({ profile: input.profile })
        .where(and(eq(userAccount.tenantId, tenantId), eq(userAccount.roleId, id)))
      await audit(tx, {
        tenantId,
        userId,
        action: 'roles.update',
        subject: id,
        facts: {
          before: { name: before.name, profile: before.profile, permissions: before.permissions },
          after: { ...input },
        },
      })
    })
    // The notice names one user, and every node reads all of them again.
    this.#options.bus.emit(userChangedTopic, { tenantId, userId } satisfies UserChangedNotice)
    this.#options.rightsChanged(tenantId)
    return this.#one(viewer, id)
  }

  /** Refuses with ERR_ROLE_IN_USE while users have it. */
  async remove(viewer: Viewer, id: string): Promise<void> {
    const { tenantId, userId } = viewer
    await this.#write(tenantId, async (tx) => {
      const [gone] = await tx
        .delete(companyRole)
        .where(and(eq(companyRole.tenantId, tenantId), eq(companyRole.id, id)))
        .returning({ name: companyRole.name })
      if (!gone) throw new Refusal('ERR_NO_ROLE_FOUND')
      await audit(tx, { tenantId, userId, action: 'roles.delete', subject: id, facts: { name: gone.name } })
    })
  }

  /**
   * Known permissions only, and none that the maker does not hold; permissions that were in the role before may stay.
   */
  #requireGivable(viewer: Viewer, before: CompanyRoleInput | undefined, input: CompanyRoleInput): void {
    const assignable = this.#options.permissions.assignable()
    const unknown = input.permissions.find((name) => !assignable.includes(name) && !before?.permissions.includes(name))
    if (unknown !== undefined)
      throw new Refusal('ERR_VALIDATION', { issues: [{ path: 'body.permissions', message: unknown }] })
    requireHeld(
      viewer,
      before && { role: before.profile, custom: before.permissions },
      { role: input.profile, custom: input.permissions },
      this.#options.permissions,
    )
  }

  async #one(viewer: Viewer, id: string): Promise<CompanyRole> {
    const [role] = await this.#read(viewer, id)
    if (!role) throw new Refusal('ERR_NO_ROLE_FOUND')
    return role
  }

  async #read({ tenantId }: Viewer, id: string | null): Promise<CompanyRole[]> {
    const [rows] = await this.#options.db.read(tenantId, (query) => [
      query<CompanyRole>`
      select r.id, r.name, r.profile, r.permissions,
             (select count(*)::integer
                from core.user_account u
               where u.tenant_id = r.tenant_id and u.role_id = r.id and u.deleted_at is null) as users
        from core.role r
       where r.tenant_id = ${tenantId} and (${id}::uuid is null or r.id = ${id})
       order by lower(r.name) limit ${most}`,
    ])
    return rows
  }

  async #write(tenantId: string, work: (tx: Tx) => Promise<void>): Promise<void> {
    try {
      await this.#options.db.tenant(tenantId, work)
    } catch (error) {
      if (sqlState(error) === uniqueViolation)
        throw new Refusal('ERR_ROLE_NAME_EXISTS', { issues: [{ path: 'body.name', message: 'taken' }] })
      if (sqlState(error) === foreignKeyViolation) throw new Refusal('ERR_ROLE_IN_USE')
      throw error
    }
  }
}
