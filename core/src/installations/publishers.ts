import { Refusal, type PluginPublisher } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import { audit } from '../audit/audit.ts'
import type { Database } from '../db/database.ts'
import type { Actor } from './installation-store.ts'
import { fingerprintOf, rawKey } from './seal.ts'

/** The publishers whose signatures this installation trusts. A handful: they are added by hand. */
export class Publishers {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  async list(): Promise<PluginPublisher[]> {
    const rows = await this.#db.raw<(Omit<PluginPublisher, 'addedAt'> & { addedAt: Date })[]>`
      select fingerprint, name, public_key as "publicKey", added_at as "addedAt", added_by_name as "addedBy"
        from installation.publisher
       order by lower(name), fingerprint`
    return rows.map((row) => ({ ...row, addedAt: row.addedAt.toISOString() }))
  }

  /** The name under which a key is trusted. */
  async nameOf(fingerprint: string): Promise<string | undefined> {
    const [row] = await this.#db.raw<
      { name: string }[]
    >`select name from installation.publisher where fingerprint = ${fingerprint}`
    return row?.name
  }

  /**
   * Adding a key again gives it the new name.
   * @throws Refusal ERR_VALIDATION for what is no Ed25519 key
   */
  async trust(actor: Actor, name: string, publicKey: string): Promise<PluginPublisher> {
    const key = rawKey(publicKey)
    if (!key)
      throw new Refusal('ERR_VALIDATION', {
        issues: [{ path: 'body.publicKey', message: 'An Ed25519 public key has 32 bytes' }],
      })
    const fingerprint = fingerprintOf(key)
    await this.#db.tenant(actor.tenantId, async (tx) => {
      await tx.execute(sql`
        insert into installation.publisher (fingerprint, name, public_key, added_by, added_by_name)
        values (${fingerprint}, ${name}, ${key.toString('base64')}, ${actor.userId}, ${actor.name})
        on conflict (fingerprint) do update set name = excluded.name`)
      await audit(tx, {
        tenantId: actor.tenantId,
        userId: actor.userId,
        action: 'publisher.trust',
        subject: fingerprint,
        facts: { name },
      })
    })
    return (await this.list()).find((publisher) => publisher.fingerprint === fingerprint)!
  }

  /**
   * Plugins that it signed stay installed; those that it signs from now on need a confirmation.
   * @throws Refusal ERR_NOT_FOUND
   */
  distrust(actor: Actor, fingerprint: string): Promise<void> {
    return this.#db.tenant(actor.tenantId, async (tx) => {
      const gone = await tx.execute(
        sql`delete from installation.publisher where fingerprint = ${fingerprint} returning name`,
      )
      if (gone.length === 0) throw new Refusal('ERR_NOT_FOUND')
      await audit(tx, {
        tenantId: actor.tenantId,
        userId: actor.userId,
        action: 'publisher.distrust',
        subject: fingerprint,
        facts: { name: gone[0]!['name'] },
      })
    })
  }
}
