import { Refusal, type UploadedFile, type Viewer } from '@recado/contracts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Permissions } from '../credentials/permissions.ts'
import { audit } from '../audit/audit.ts'
import type { Database } from '../db/database.ts'
import { holdAccounts, rightsOf } from './account-locks.ts'
import type { Pictures } from './picture.ts'
import { requireWithinReach } from './rights-ceiling.ts'
import { userAccount } from '../tables/user.table.ts'

/** Pictures of users: everybody sets their own, who manages users sets others'. */
export class UserPictures {
  readonly #options: { db: Database; permissions: Permissions; pictures: Pictures }
  constructor(options: { db: Database; permissions: Permissions; pictures: Pictures }) {
    this.#options = options
  }

  /** Null takes the picture away. */
  async set(viewer: Viewer, id: string, files: readonly UploadedFile[] | null): Promise<void> {
    const { db, permissions, pictures } = this.#options
    const { tenantId, userId } = viewer
    const isSelf = id === userId
    if (!isSelf && !viewer.can('users.manage')) throw new Refusal('ERR_NO_PERMISSION')
    const allowed = async (tx: Parameters<Parameters<Database['tenant']>[1]>[0]): Promise<void> => {
      const account = (await holdAccounts(tx, tenantId, [id])).get(id)
      if (!account) throw new Refusal('ERR_NO_USER_FOUND')
      if (!isSelf) requireWithinReach(viewer, rightsOf(account), permissions)
    }
    // Asked before a file is kept, and again with it.
    if (files) await db.tenant(tenantId, allowed)
    const image = files && (await pictures.store(tenantId, files))
    const before = await db.tenant(tenantId, async (tx) => {
      await allowed(tx)
      const own = and(eq(userAccount.tenantId, tenantId), eq(userAccount.id, id), isNull(userAccount.deletedAt))
      const [shown] = await tx.select({ image: userAccount.image }).from(userAccount).where(own)
      await tx
        .update(userAccount)
        .set({ image, updatedAt: sql`now()` as never })
        .where(own)
      await audit(tx, { tenantId, userId, action: 'users.picture', subject: id })
      return shown?.image ?? null
    })
    await pictures.discard(tenantId, before)
  }
}
