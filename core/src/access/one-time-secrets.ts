import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '../db/database.ts'

/** Purpose of a secret. It is accepted for no other one. */
export type OneTimePurpose =
  | 'passkey.signIn'
  | 'passkey.register'
  | 'passkey.confirm'
  | 'singleSignOn.state'
  | 'singleSignOn.code'

/** Owner of a secret; null while the caller is unknown. */
export interface OneTimeHolder {
  readonly tenantId: string | null
  readonly userId: string | null
}

/** Expired secrets go with the ones that are made after them, this many at a time. */
const sweptAtOnce = 100

/**
 * Secrets of 256 bits that are handed out for one act and used up by it, whatever its result: a second use finds
 * nothing. The database holds only their hash, and the data that the act needs.
 */
export class OneTimeSecrets {
  readonly #db: Database
  constructor({ db }: { db: Database }) {
    this.#db = db
  }

  async issue(purpose: OneTimePurpose, holder: OneTimeHolder, data: object, seconds: number): Promise<string> {
    const key = randomBytes(32).toString('base64url')
    await this.#db.raw`
      with swept as (
        delete from platform.one_time_secret
         where key_hash in (
           select key_hash
             from platform.one_time_secret
            where expires_at < now()
            order by expires_at limit ${sweptAtOnce} for update skip locked)
      )
      insert into platform.one_time_secret (key_hash, purpose, holder, data, expires_at)
      values (${hashOf(key)}, ${purpose},
              ${JSON.stringify({ tenantId: holder.tenantId, userId: holder.userId })}::text::jsonb,
              ${JSON.stringify(data)}::text::jsonb, now() + make_interval(secs => ${seconds}))`
    return key
  }

  /**
   * Takes a secret back. Undefined for one that is unknown, used, over, or was made for something else; it is gone then
   * too.
   */
  async redeem<T extends object>(
    purpose: OneTimePurpose,
    key: string,
  ): Promise<(OneTimeHolder & { readonly data: T }) | undefined> {
    const [row] = await this.#db.raw<{ purpose: string; holder: OneTimeHolder; data: T; fresh: boolean }[]>`
      delete from platform.one_time_secret
       where key_hash = ${hashOf(key)}
      returning purpose, holder, data, expires_at > now() as fresh`
    return row?.fresh && row.purpose === purpose ? { ...row.holder, data: row.data } : undefined
  }
}

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest()
