import { Refusal, type SsoDomain, type Viewer } from '@recado/contracts'
import { and, asc, eq } from 'drizzle-orm'
import { createHmac } from 'node:crypto'
import { audit } from '../../audit/audit.ts'
import type { Clock } from '../../base/clock.ts'
import type { Database } from '../../db/database.ts'
import { derivedKey } from '../../security/keys.ts'
import { ssoDomain } from '../../tables/sso-provider.table.ts'
import type { TxtLookup } from './txt-records.ts'

/** Interval of automatic checks of a domain. */
const checkEveryMs = 24 * 60 * 60_000
/**
 * Time for which a proven domain stays valid after its record is gone; the company's administrators are warned
 * meanwhile.
 */
export const graceMs = 7 * 24 * 60 * 60_000
/** Domains that one sweep looks at. */
const sweptAtOnce = 100
/** Fifty providers of twenty domains; bounds the answer in any case. */
const listed = 1_000

const label = '_recado-challenge'
const prefix = 'recado-domain-verification='

type Row = typeof ssoDomain.$inferSelect
/** Since when a domain is proven, and since when its record is gone. */
type Standing = Pick<Row, 'verifiedAt' | 'missingSince'>

export interface SsoDomainsOptions {
  readonly db: Database
  readonly clock: Clock
  /** The installation's: tokens of companies follow from it. */
  readonly secret: string
  readonly dns: Pick<TxtLookup, 'find'>
}

/**
 * The proof that a company owns the domains of its identity providers: a TXT record at `_recado-challenge.<domain>`
 * with a token of the company. A token of one company proves nothing for another.
 */
export class SsoDomainsService {
  readonly #options: SsoDomainsOptions
  readonly #key: Buffer
  constructor(options: SsoDomainsOptions) {
    this.#options = options
    this.#key = derivedKey(options.secret, 'domain challenges v1')
  }

  async list(tenantId: string): Promise<SsoDomain[]> {
    const rows = await this.#options.db.tenant(tenantId, (tx) =>
      tx.select().from(ssoDomain).where(eq(ssoDomain.tenantId, tenantId)).orderBy(asc(ssoDomain.domain)).limit(listed),
    )
    return rows.map((row) => this.#shown(row))
  }

  /** Checks now, and answers the result. @throws Refusal ERR_NO_SSO_DOMAIN_FOUND */
  async check({ tenantId, userId }: Pick<Viewer, 'tenantId' | 'userId'>, domain: string): Promise<SsoDomain> {
    const [known] = await this.#options.db.tenant(tenantId, (tx) =>
      tx.select().from(ssoDomain).where(of(tenantId, domain)),
    )
    if (!known) throw new Refusal('ERR_NO_SSO_DOMAIN_FOUND')
    const row = await this.#look(tenantId, domain, userId)
    if (!row) throw new Refusal('ERR_NO_SSO_DOMAIN_FOUND')
    return this.#shown(row)
  }

  /** Looks at those of all companies that nobody has looked at for a day. */
  async sweep(): Promise<void> {
    const before = new Date(this.#options.clock.now().getTime() - checkEveryMs).toISOString()
    const due = await this.#options.db.raw<{ tenant_id: string; domain: string }[]>`
      select * from core.due_sso_domains(${before}::timestamptz, ${sweptAtOnce})`
    for (const { tenant_id: tenantId, domain } of due) await this.#look(tenantId, domain, null)
  }

  async #look(tenantId: string, domain: string, by: string | null): Promise<Row | undefined> {
    const problem = await this.#problem(tenantId, domain)
    const now = this.#options.clock.now()
    return this.#options.db.tenant(tenantId, async (tx) => {
      const [row] = await tx.select().from(ssoDomain).where(of(tenantId, domain)).for('update')
      if (!row) return undefined
      const standing = standingAfter(row, problem, now)
      const seen = { ...standing, problem, checkedAt: now }
      const [changed] = await tx.update(ssoDomain).set(seen).where(of(tenantId, domain)).returning()
      const isProven = standing.verifiedAt !== null
      if (isProven !== (row.verifiedAt !== null)) {
        const action = isProven ? 'singleSignOn.prove' : 'singleSignOn.lose'
        await audit(tx, { tenantId, userId: by, action, subject: row.providerId, facts: { domain } })
      }
      return changed
    })
  }

  async #problem(tenantId: string, domain: string): Promise<Row['problem']> {
    const { name, value } = this.#record(tenantId, domain)
    const found = await this.#options.dns.find(name)
    if ('unreachable' in found) return 'unreachable'
    if (found.records.some((record) => record.trim() === value)) return null
    return found.records.length === 0 ? 'missing' : 'different'
  }

  #record(tenantId: string, domain: string): { name: string; value: string } {
    const token = createHmac('sha256', this.#key).update(tenantId).digest('hex').slice(0, 40)
    return { name: `${label}.${domain}`, value: prefix + token }
  }

  #shown(row: Row): SsoDomain {
    const { domain, providerId, problem, verifiedAt, missingSince } = row
    const endsAt = verifiedAt && missingSince ? new Date(missingSince.getTime() + graceMs) : null
    return {
      domain,
      providerId,
      problem,
      status: verifiedAt ? 'verified' : 'pending',
      verifiedAt: verifiedAt?.toISOString() ?? null,
      checkedAt: row.checkedAt?.toISOString() ?? null,
      endsAt: endsAt?.toISOString() ?? null,
      record: this.#record(row.tenantId, domain),
    }
  }
}

/** Standing of a domain after a check. A name server that does not answer proves nothing either way. */
export function standingAfter({ verifiedAt, missingSince }: Standing, problem: Row['problem'], now: Date): Standing {
  if (problem === null) return { verifiedAt: verifiedAt ?? now, missingSince: null }
  if (verifiedAt === null) return { verifiedAt, missingSince: null }
  if (problem === 'unreachable') return { verifiedAt, missingSince }
  const since = missingSince ?? now
  const isOver = now.getTime() - since.getTime() >= graceMs
  return isOver ? { verifiedAt: null, missingSince: null } : { verifiedAt, missingSince: since }
}

const of = (tenantId: string, domain: string) => and(eq(ssoDomain.tenantId, tenantId), eq(ssoDomain.domain, domain))
