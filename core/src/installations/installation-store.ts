import { PluginPackageManifest } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import { audit } from '../audit/audit.ts'
import type { Database, Tx } from '../db/database.ts'
import type { PackedPlugin } from './packed-plugin.ts'

/** A plugin as the database knows it, without its archive. */
export interface InstalledRow {
  readonly id: string
  readonly version: string
  readonly hash: string
  readonly manifest: PluginPackageManifest
  readonly manifestHash: string
  /** Raw Ed25519 key, base64; null for an unsigned one. */
  readonly publisherKey: string | null
  readonly installedBy: string
  readonly installedAt: string
  /** Its files are gone and its data is here. */
  readonly removed: boolean
}

/** An archive that waits to be installed. */
export interface StoredInspection {
  readonly id: string
  readonly plugin: string
  readonly hash: string
  readonly archive: Uint8Array
  readonly installedHash: string | null
  readonly expiresAt: string
}

/** The user who changes the installation, and their company, in whose audit trail it is recorded. */
export interface Actor {
  readonly tenantId: string
  readonly userId: string
  readonly name: string
}

/** A signed-in user may look at a few plugins at once; more push the oldest out. They are large. */
const inspectionsKept = 5
const inspectionMinutes = 30

type Raw = Omit<InstalledRow, 'installedAt'> & { installedAt: Date }

/** The installation's plugins, in the schema `installation`: the truth that every node's folder follows. */
export class InstallationStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** Plugins that are or were installed, in the order of their installation. */
  async all(): Promise<InstalledRow[]> {
    const rows = await this.#db.raw<Raw[]>`${this.#columns()} order by installed_at, id`
    return rows.map(rowOf)
  }

  async find(id: string): Promise<InstalledRow | undefined> {
    const [row] = await this.#db.raw<Raw[]>`${this.#columns()} where id = ${id}`
    return row && rowOf(row)
  }

  /**
   * Ids and archives of what is installed, in the order of its installation: cheap enough to be asked every few
   * seconds.
   */
  async present(): Promise<{ id: string; hash: string }[]> {
    return [
      ...(await this.#db.raw<
        { id: string; hash: string }[]
      >`select id, hash from installation.plugin where removed_at is null order by installed_at, id`),
    ]
  }

  /** Runs `work` while no other node of the installation runs any: two of them must not migrate one plugin by turns. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    const connection = await this.#db.raw.reserve()
    try {
      await connection`select pg_advisory_lock(hashtext('recado:install'))`
      try {
        return await work()
      } finally {
        await connection`select pg_advisory_unlock(hashtext('recado:install'))`
      }
    } finally {
      connection.release()
    }
  }

  async archive(id: string, hash: string): Promise<Uint8Array | undefined> {
    const [row] = await this.#db.raw<
      { archive: Uint8Array | null }[]
    >`select archive from installation.plugin where id = ${id} and hash = ${hash}`
    return row?.archive ?? undefined
  }

  /**
   * Puts a plugin into the place of what was inspected before it. False when something else is in that place by now.
   * @param before hash of what was installed when it was inspected; null for nothing
   */
  save(
    actor: Actor,
    { manifest, hash, manifestHash, seal, bytes }: PackedPlugin,
    before: string | null,
    inspection: string,
  ): Promise<boolean> {
    const key = seal.kind === 'signed' ? seal.publicKey : null
    return this.#db.tenant(actor.tenantId, async (tx) => {
      const saved = await tx.execute(sql`
        insert into installation.plugin as p (id, version, hash, archive, manifest, manifest_hash, publisher_key,
          installed_by, installed_by_name)
        values (${manifest.id}, ${manifest.version}, ${hash}, ${Buffer.from(bytes)}, ${JSON.stringify(manifest)}::jsonb,
                ${manifestHash}, ${key}, ${actor.userId}, ${actor.name})
        on conflict (id) do update set version = excluded.version, hash = excluded.hash, archive = excluded.archive,
                                       manifest = excluded.manifest, manifest_hash = excluded.manifest_hash,
               publisher_key = excluded.publisher_key, installed_by = excluded.installed_by,
               installed_by_name = excluded.installed_by_name, installed_at = now(), removed_at = null
         where case when p.removed_at is null then p.hash end is not distinct from ${before}::text
        returning id`)
      if (saved.length === 0) return false
      await tx.execute(sql`delete from installation.inspection where id = ${inspection}`)
      await audit(tx, {
        ...who(actor),
        action: 'plugin.install',
        subject: manifest.id,
        facts: { version: manifest.version, hash, signed: key !== null },
      })
      return true
    })
  }

  /** Removes the plugin and switches it off everywhere. Its data stays. False when it was already removed. */
  remove(actor: Actor, id: string): Promise<boolean> {
    return this.#db.tenant(actor.tenantId, async (tx) => {
      const removed = await tx.execute(sql`
        update installation.plugin set archive = null, removed_at = now()
         where id = ${id} and removed_at is null
        returning id`)
      if (removed.length === 0) return false
      await retire(tx, id, false)
      await audit(tx, { ...who(actor), action: 'plugin.remove', subject: id })
      return true
    })
  }

  /**
   * Deletes the record of a removed plugin with its settings and secrets. Its schema is deleted before, by the owner.
   */
  erase(actor: Actor, id: string): Promise<void> {
    return this.#db.tenant(actor.tenantId, async (tx) => {
      await retire(tx, id, true)
      await tx.execute(sql`delete from installation.plugin where id = ${id} and removed_at is not null`)
      await audit(tx, { ...who(actor), action: 'plugin.erase', subject: id })
    })
  }

  /** `company: connection` of active connections of a plugin, a few of them. */
  async activeConnections(id: string): Promise<string[]> {
    const rows = await this.#db.raw<
      { tenant: string; connection: string }[]
    >`select tenant, connection from core.connections_of_plugin(${id}, 20)`
    return rows.map(({ tenant, connection }) => `${tenant}: ${connection}`)
  }

  async keepInspection(
    id: string,
    actor: Actor,
    { manifest, hash, bytes }: PackedPlugin,
    installedHash: string | null,
  ): Promise<{ expiresAt: string }> {
    const [row] = await this.#db.raw<{ expires_at: Date }[]>`
      insert into installation.inspection (id, plugin, hash, archive, installed_hash, made_by, expires_at)
      values (${id}, ${manifest.id}, ${hash}, ${Buffer.from(bytes)}, ${installedHash}, ${actor.userId},
              now() + make_interval(mins => ${inspectionMinutes}))
      returning expires_at`
    await this.#db.raw`
      delete from installation.inspection where expires_at <= now()
          or id in (select id
                      from installation.inspection
                     where made_by = ${actor.userId}
                     order by expires_at desc offset ${inspectionsKept})`
    return { expiresAt: row!.expires_at.toISOString() }
  }

  /** Undefined for one that is unknown, has expired, or is somebody else's. */
  async inspection(id: string, actor: Actor): Promise<StoredInspection | undefined> {
    const [row] = await this.#db.raw<(Omit<StoredInspection, 'expiresAt'> & { expiresAt: Date })[]>`
      select id, plugin, hash, archive, installed_hash as "installedHash", expires_at as "expiresAt"
        from installation.inspection
       where id = ${id} and made_by = ${actor.userId} and expires_at > now()`
    return row && { ...row, expiresAt: row.expiresAt.toISOString() }
  }

  /** False when there was none. */
  async discardInspection(id: string, actor: Actor): Promise<boolean> {
    return (
      (
        await this.#db.raw`
          delete from installation.inspection where id = ${id} and made_by = ${actor.userId} and expires_at > now()`
      ).count > 0
    )
  }

  #columns() {
    return this.#db.raw`
      select id, version, hash, manifest, manifest_hash as "manifestHash", publisher_key as "publisherKey",
             installed_by_name as "installedBy",
      installed_at as "installedAt", removed_at is not null as removed from installation.plugin`
  }
}

const who = ({ tenantId, userId }: Actor): Pick<Actor, 'tenantId' | 'userId'> => ({ tenantId, userId })
const retire = (tx: Tx, id: string, erase: boolean): Promise<unknown> =>
  tx.execute(sql`select core.retire_plugin(${id}, ${erase})`)
const rowOf = (row: Raw): InstalledRow => ({
  ...row,
  manifest: PluginPackageManifest.parse(row.manifest),
  installedAt: row.installedAt.toISOString(),
})
