import { Locale } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { Clock } from '../base/clock.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import type { EndpointNotices } from './webhook-settling.ts'

/** The page says it too: an old letter says nothing new. */
const tellsForMs = 3 * 86_400_000
/** Administrators who get a letter. */
const readersMost = 50

/** Letters to the company's administrators when the server has disabled an endpoint. */
export const disabledNotices = (mailer: Pick<Mailer, 'send' | 'page'>, clock: Clock): EndpointNotices => ({
  async disabled(tx, tenantId) {
    const readers = await tx.execute<{ email: string; name: string; locale: string | null; company: string }>(sql`
      select u.email, u.name, u.configs ->> 'locale' as locale, t.locale as company
        from core.user_account u join core.tenant t on t.id = u.tenant_id
       where u.tenant_id = ${tenantId} and u.profile = 'admin' and u.is_active order by u.id limit ${readersMost}`)
    for (const { email, name, locale, company } of readers)
      await mailer.send(
        tx,
        tenantId,
        {
          kind: 'webhookDisabled',
          to: email,
          name,
          locale: Locale.catch(Locale.parse(company)).parse(locale),
          link: mailer.page('/configuracoes/webhooks'),
        },
        new Date(clock.now().getTime() + tellsForMs),
      )
  },
})
