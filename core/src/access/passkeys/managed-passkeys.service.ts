import {
  Refusal,
  type AuditAction,
  type ManagedPasskey,
  type ManagedPasskeyPage,
  type PasskeyTenant,
  type Viewer,
} from '@recado/contracts'
import { and, desc, eq, ilike, lt, or, sql } from 'drizzle-orm'
import { audit } from '../../audit/audit.ts'
import { readCursor, writeCursor } from '../../db/cursor.ts'
import type { Database, Tx } from '../../db/database.ts'
import { requireManaged } from '../../users/account-locks.ts'
import { userAccount } from '../../tables/user.table.ts'
import type { Permissions } from '../../credentials/permissions.ts'
import { passkey } from '../../tables/passkey.table.ts'
import { asPasskey, passkeyShape } from './passkeys.service.ts'

export interface ManagedPasskeyQuery {
  readonly searchParam: string
  readonly tenantId?: string | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

const shape = {
  ...passkeyShape,
  userId: userAccount.id,
  userName: userAccount.name,
  userEmail: userAccount.email,
  at: sql<string>`to_char(${passkey.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
}
type Row = Parameters<typeof asPasskey>[0] & { userId: string; userName: string; userEmail: string; at: string }
const asManaged = ({ userId, userName, userEmail, at: _at, ...row }: Row): ManagedPasskey => ({
  ...asPasskey(row),
  user: { id: userId, name: userName, email: userEmail },
})

/**
 * The passkeys of a company for who looks after its users: the way back for somebody who lost a device (reading 21).
 * Another company than one's own takes the permission over the whole installation (reading 3), and nobody's keys are
 * changed by who may not change their account.
 */
export class ManagedPasskeysService {
  readonly #db: Database
  readonly #permissions: Permissions
  readonly #changed: (owner: { tenantId: string; userId: string }) => void

  /** `changed`: told after a key of a user was switched or deleted. */
  constructor(options: {
    db: Database
    permissions: Permissions
    changed(owner: { tenantId: string; userId: string }): void
  }) {
    this.#db = options.db
    this.#permissions = options.permissions
    this.#changed = (owner) => options.changed(owner)
  }

  /** Newest first. */
  async list(
    viewer: Viewer,
    { searchParam, tenantId: wanted, cursor, limit }: ManagedPasskeyQuery,
  ): Promise<ManagedPasskeyPage> {
    const tenantId = companyOf(viewer, wanted)
    const after = readCursor(cursor)
    const pattern = `%${searchParam.replace(/[\\%_]/g, '\\$&')}%`
    const rows = await this.#db.tenant(tenantId, (tx) =>
      joined(
        tx,
        and(
          eq(passkey.tenantId, tenantId),
          searchParam === ''
            ? undefined
            : or(
                ilike(userAccount.name, pattern),
                ilike(userAccount.email, pattern),
                ilike(passkey.deviceName, pattern),
              ),
          after &&
            or(
              sql`${passkey.createdAt} < ${after.at}::text::timestamptz`,
              and(sql`${passkey.createdAt} = ${after.at}::text::timestamptz`, lt(passkey.id, after.id)),
            ),
        ),
      )
        .orderBy(desc(passkey.createdAt), desc(passkey.id))
        .limit(limit + 1),
    )
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    const hasMore = rows.length > limit
    return {
      passkeys: page.map(asManaged),
      hasMore,
      nextCursor: hasMore && last ? writeCursor({ at: last.at, id: last.id }) : null,
    }
  }

  /** One that is switched off signs nobody in, and does not prevent the password. */
  toggle(viewer: Viewer, id: string, wanted: string | undefined): Promise<ManagedPasskey> {
    return this.#change(viewer, id, wanted, async (tx, tenantId) => {
      const [row] = await tx
        .update(passkey)
        .set({ isActive: sql`not ${passkey.isActive}` })
        .where(and(eq(passkey.tenantId, tenantId), eq(passkey.id, id)))
        .returning({ isActive: passkey.isActive })
      return row && { action: row.isActive ? 'passkey.activate' : 'passkey.deactivate', isActive: row.isActive }
    })
  }

  async remove(viewer: Viewer, id: string, wanted: string | undefined): Promise<void> {
    await this.#change(viewer, id, wanted, async (tx, tenantId) => {
      const gone = await tx
        .delete(passkey)
        .where(and(eq(passkey.tenantId, tenantId), eq(passkey.id, id)))
        .returning({ isActive: passkey.isActive })
      return gone[0] && { action: 'passkey.delete', isActive: gone[0].isActive }
    })
  }

  /** The companies of the installation. @throws Refusal ERR_NO_PERMISSION for anybody but masters */
  async tenants(viewer: Viewer): Promise<PasskeyTenant[]> {
    if (!viewer.can('platform.manage')) throw new Refusal('ERR_NO_PERMISSION')
    return this.#db.raw<PasskeyTenant[]>`
      select id, name, passkeys from core.passkey_tenants(${viewer.tenantId}, ${viewer.userId})`
  }

  async #change(
    viewer: Viewer,
    id: string,
    wanted: string | undefined,
    work: (tx: Tx, tenantId: string) => Promise<{ action: AuditAction; isActive: boolean } | undefined>,
  ): Promise<ManagedPasskey> {
    const tenantId = companyOf(viewer, wanted)
    const changed = await this.#db.tenant(tenantId, async (tx) => {
      const [row] = await joined(tx, and(eq(passkey.tenantId, tenantId), eq(passkey.id, id)))
      if (row) await requireManaged(tx, viewer, { tenantId, userId: row.userId }, this.#permissions)
      const done = row && (await work(tx, tenantId))
      if (!row || !done) throw new Refusal('ERR_NO_PASSKEY_FOUND')
      await audit(tx, {
        tenantId,
        userId: viewer.userId,
        action: done.action,
        subject: id,
        facts: { deviceName: row.deviceName, ofUser: row.userId, byCompany: viewer.tenantId },
      })
      return { ...asManaged(row), isActive: done.isActive }
    })
    this.#changed({ tenantId, userId: changed.user.id })
    return changed
  }
}

const joined = (tx: Tx, where: ReturnType<typeof and>) =>
  tx
    .select(shape)
    .from(passkey)
    .innerJoin(userAccount, and(eq(userAccount.tenantId, passkey.tenantId), eq(userAccount.id, passkey.userId)))
    .where(where)

function companyOf(viewer: Viewer, wanted: string | undefined): string {
  if (wanted === undefined || wanted === viewer.tenantId) return viewer.tenantId
  if (!viewer.can('platform.manage')) throw new Refusal('ERR_NO_PERMISSION')
  return wanted
}
