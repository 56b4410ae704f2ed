import { Refusal, type Locale, type PrivacyNotice, type Viewer } from '@recado/contracts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import { audit } from '../audit/audit.ts'
import type { Database, Tx } from '../db/database.ts'
import { newId } from '../base/ids.ts'
import type { GlobalSettings } from '../platform/global-settings.ts'
import { userAccount } from '../tables/user.table.ts'
import type { AccessService } from './access.service.ts'
import { consent } from '../tables/consent.table.ts'

/** Languages of the privacy notice, by preference, for a user without one in their own language. */
const instead: readonly Locale[] = ['en', 'pt-BR', 'es', 'ru']

interface Shown {
  readonly version: number
  readonly text: string
  readonly locale: Locale
}
export interface ConsentOptions {
  readonly db: Database
  readonly globals: Pick<GlobalSettings, 'get'>
  readonly access: AccessService
}

/**
 * The answer of users to the privacy notice (S4-125, S4-126). Every answer is kept for good with the words it was given
 * to. A new version asks everybody again.
 */
export class ConsentService {
  readonly #options: ConsentOptions
  constructor(options: ConsentOptions) {
    this.#options = options
  }

  async notice(viewer: Viewer, acceptedVersion: number | null): Promise<PrivacyNotice> {
    const notice = await this.#shown(viewer)
    return { notice, accepted: notice === null || (acceptedVersion ?? 0) >= notice.version }
  }

  /**
   * Accepting lets the user in. Rejecting switches the account off and ends its sessions, unless nobody would be left
   * who can look after the company (reading 27).
   *
   * @throws Refusal ERR_NOTICE_CHANGED, ERR_LGPD_LAST_ADMIN
   */
  async answer(
    viewer: Viewer,
    { version, accepted }: { version: number; accepted: boolean },
    ip: string,
  ): Promise<void> {
    const { db, access } = this.#options
    const { tenantId, userId } = viewer
    const notice = await this.#shown(viewer)
    if (notice?.version !== version) throw new Refusal('ERR_NOTICE_CHANGED')
    const outcome = await db.tenant(tenantId, async (tx): Promise<'accepted' | 'stays' | readonly string[]> => {
      const self = and(eq(userAccount.tenantId, tenantId), eq(userAccount.id, userId))
      const isLast = !accepted && (await isLastAdmin(tx, viewer))
      await tx.insert(consent).values({
        id: newId(),
        tenantId,
        userId,
        version,
        noticeHash: createHash('sha256').update(notice.text).digest('hex'),
        accepted,
        ip,
      })
      await audit(tx, {
        tenantId,
        userId,
        action: accepted ? 'consent.accept' : 'consent.reject',
        subject: userId,
        facts: { version, locale: notice.locale },
      })
      if (accepted) {
        await tx.update(userAccount).set({ consentVersion: version }).where(self)
        return 'accepted'
      }
      if (isLast) return 'stays'
      await tx
        .update(userAccount)
        .set({ isActive: false, updatedAt: sql`now()` })
        .where(self)
      return access.sessions.endIn(tx, { tenantId, userId }, 'ERR_USER_INACTIVE')
    })
    if (outcome === 'stays') throw new Refusal('ERR_LGPD_LAST_ADMIN')
    if (outcome !== 'accepted') access.announceEnd({ tenantId, userId }, outcome, 'ERR_USER_INACTIVE')
    access.sessions.announceChange(viewer)
  }

  async #shown({ locale }: Viewer): Promise<Shown | null> {
    const notice = await this.#options.globals.get('privacyNotice')
    if (!notice) return null
    for (const language of [locale, ...instead]) {
      const text = notice.text[language]
      if (text !== undefined) return { version: notice.version, text, locale: language }
    }
    return null
  }
}

/** Holds the company's administrators: of the last two, who reject at once, one stays. */
async function isLastAdmin(tx: Tx, { tenantId, userId }: Viewer): Promise<boolean> {
  const admins = await tx
    .select({ id: userAccount.id })
    .from(userAccount)
    .where(
      and(
        eq(userAccount.tenantId, tenantId),
        eq(userAccount.profile, 'admin'),
        eq(userAccount.isActive, true),
        isNull(userAccount.deletedAt),
      ),
    )
    .orderBy(userAccount.id)
    .for('update')
  return admins.length === 1 && admins[0]!.id === userId
}
