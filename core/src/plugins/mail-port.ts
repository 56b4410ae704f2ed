import { Locale, Refusal, UserLetter, type CorePorts } from '@recado/contracts'
import { createHash } from 'node:crypto'
import type { Database } from '../db/database.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import { requireUse, type PortUser } from './attribute-port.ts'

export interface MailPortParts {
  readonly db: Database
  readonly mailer: () => Pick<Mailer, 'sendNow'>
}

/** E-mails of plugins to users: see {@link CorePorts}. Addresses stay with core. */
export const mailPort = ({ db, mailer }: MailPortParts, tenantId: string, plugin: PortUser): CorePorts['mail'] => ({
  async send(user, given, { key }) {
    requireUse(plugin, 'mail.send')
    const letter = UserLetter.parse(given)
    const [[reader]] = await db.read(tenantId, (sql) => [
      sql<{ email: string; locale: string }>`
        select u.email, coalesce(u.configs ->> 'locale', t.locale) as locale
          from core.user_account u join core.tenant t on t.id = u.tenant_id
         where u.tenant_id = ${tenantId} and u.id = ${user} and u.is_active and u.deleted_at is null`,
    ])
    if (!reader) throw new Refusal('ERR_NO_USER_FOUND')
    const id = createHash('sha256')
      .update(JSON.stringify([plugin.id, tenantId, user, key]))
      .digest('hex')
      .slice(0, 40)
    await mailer().sendNow({ to: reader.email, locale: Locale.catch('pt-BR').parse(reader.locale) }, letter, id)
  },
})
