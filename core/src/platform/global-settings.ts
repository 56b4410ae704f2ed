import { fieldIssue, Refusal, typeAgain, type Viewer } from '@recado/contracts'
import { inArray, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { audit } from '../audit/audit.ts'
import { BriefCache } from '../base/brief-cache.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Database } from '../db/database.ts'
import { derivedKey } from '../security/keys.ts'
import { seal, unseal } from '../security/sealed.ts'
import { globalSetting } from '../tables/global-setting.table.ts'
import { globalSettingsChangedTopic } from '../topics/platform.ts'
import {
  destinationOf,
  globalSecretKeys,
  globalSettingsCatalogue,
  globalSettingValues,
  isSentAlike,
  type GlobalSecretKey,
  type GlobalSettingKey,
  type GlobalSettingValues,
} from './global-settings-catalogue.ts'
import { versioned, type PrivacyNotice } from './privacy-notice.ts'

/** Time for which a change can go unnoticed whose announcement was lost. */
const keptMs = 10_000
const shortestWithHint = 12

/** Stored settings, secrets still sealed. */
interface Stored {
  readonly values: GlobalSettingValues
  readonly secrets: ReadonlyMap<string, { readonly sealed: Buffer; readonly last4: string | null }>
}

/** Whether a secret is set, and the settings that decide where it is sent; never the secret. */
export type SecretHint = { readonly set: boolean; readonly last4: string | null; readonly sentTo: readonly string[] }
export type GlobalSettingsChange = Partial<GlobalSettingValues> & Partial<Record<GlobalSecretKey, string | null>>

/** The settings of the installation (S3-077): kept on each node, changed by masters alone. */
export class GlobalSettings {
  readonly #db: Database
  readonly #bus: Pick<EventBus, 'emit' | 'on'>
  readonly #key: Buffer
  readonly #known = new BriefCache<Stored>(keptMs, 1)
  readonly #leave: () => void

  constructor({ db, bus, secret }: { db: Database; bus: Pick<EventBus, 'emit' | 'on'>; secret: string }) {
    this.#db = db
    this.#bus = bus
    this.#key = derivedKey(secret, 'global settings v1')
    this.#leave = bus.on(globalSettingsChangedTopic, () => this.#known.clear())
  }

  async all(): Promise<GlobalSettingValues> {
    return (await this.#stored()).values
  }

  async get<K extends GlobalSettingKey>(key: K): Promise<GlobalSettingValues[K]> {
    return (await this.all())[key]
  }

  /**
   * The value of a secret, for who uses it, with the settings of the same moment that say where it is sent; undefined
   * while it is not set. Must not leave the server.
   */
  async secret(
    key: GlobalSecretKey,
  ): Promise<{ readonly secret: string | undefined; readonly values: GlobalSettingValues }> {
    const { secrets, values } = await this.#stored()
    const found = secrets.get(key)
    return { secret: found && unseal(this.#key, found.sealed, placeOf(key)).toString(), values }
  }

  async secretHints(): Promise<Record<GlobalSecretKey, SecretHint>> {
    const { secrets } = await this.#stored()
    return Object.fromEntries(
      globalSecretKeys.map((key) => [
        key,
        { set: secrets.has(key), last4: secrets.get(key)?.last4 ?? null, sentTo: destinationOf(key) },
      ]),
    ) as Record<GlobalSecretKey, SecretHint>
  }

  /**
   * Stores what is given, all of it or nothing; null takes a secret away. A stored secret that would be sent to another
   * server is refused unless it is given again or taken away. The caller has checked the permission.
   *
   * @throws Refusal ERR_NO_SETTING_FOUND, ERR_VALIDATION
   */
  async change(viewer: Pick<Viewer, 'tenantId' | 'userId'>, change: Readonly<Record<string, unknown>>): Promise<void> {
    const rows = Object.entries(change).map(([key, value]) => this.#row(key, value))
    if (rows.length === 0) return
    const emptied = rows.filter((row) => row.sealed === null && row.value === undefined).map((row) => row.key)
    const kept = rows
      .filter((row) => !emptied.includes(row.key))
      .map(({ value, ...row }) => ({ ...row, value: value ?? null }))
    const given = Object.fromEntries(kept.filter((row) => row.sealed === null).map((row) => [row.key, row.value]))
    const notice = kept.find((row) => row.key === 'privacyNotice')
    if (notice) notice.value = await this.#versionedNotice(notice.value as PrivacyNotice)
    await this.#db.tenant(viewer.tenantId, async (tx) => {
      // One change at a time, judged by what is stored and not by what this node remembers.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext('platform.global_setting'))`)
      const stored = storedIn(await tx.select().from(globalSetting))
      const moved = globalSecretKeys
        .filter((key) => stored.secrets.has(key) && !Object.hasOwn(change, key))
        .filter((key) => !isSentAlike(key, stored.values, { ...stored.values, ...given }))
      if (moved.length > 0)
        throw new Refusal('ERR_VALIDATION', { issues: moved.map((key) => typeAgain(`body.${key}`)) })
      if (emptied.length > 0) await tx.delete(globalSetting).where(inArray(globalSetting.key, emptied))
      if (kept.length > 0)
        await tx
          .insert(globalSetting)
          .values(kept)
          .onConflictDoUpdate({
            target: globalSetting.key,
            set: {
              value: sql`excluded.value`,
              sealed: sql`excluded.sealed`,
              last4: sql`excluded.last4`,
              updatedAt: sql`now()`,
            },
          })
      await audit(tx, {
        tenantId: viewer.tenantId,
        userId: viewer.userId,
        action: 'platform.settings',
        subject: 'global',
        facts: { keys: rows.map((row) => row.key) },
      })
    })
    this.#known.clear()
    this.#bus.emit(globalSettingsChangedTopic, null)
  }

  close(): void {
    this.#leave()
  }

  async #versionedNotice(given: PrivacyNotice): Promise<PrivacyNotice> {
    const [latest] = await this.#db.raw<{ version: number }[]>`select core.latest_consent_version() as version`
    return versioned(given, await this.get('privacyNotice'), latest!.version)
  }

  #row(key: string, value: unknown): { key: string; value?: unknown; sealed: Buffer | null; last4: string | null } {
    if (!Object.hasOwn(globalSettingsCatalogue, key))
      throw new Refusal('ERR_NO_SETTING_FOUND', { detail: key.slice(0, 60) })
    const isSecret = globalSecretKeys.some((name) => name === key)
    if (isSecret && value === null) return { key, sealed: null, last4: null }
    const parsed = (globalSettingsCatalogue[key as GlobalSettingKey].schema as z.ZodType).safeParse(value)
    if (!parsed.success)
      throw new Refusal('ERR_VALIDATION', {
        issues: parsed.error.issues.map((issue) => fieldIssue(issue, 'body', key)),
      })
    if (!isSecret) return { key, value: parsed.data, sealed: null, last4: null }
    const secret = parsed.data as string
    return {
      key,
      sealed: seal(this.#key, Buffer.from(secret), placeOf(key)),
      last4: secret.length >= shortestWithHint ? secret.slice(-4) : null,
    }
  }

  #stored(): Promise<Stored> {
    return this.#known.get('all', async () => {
      const rows = await this.#db.raw<Row[]>`select key, value, sealed, last4 from platform.global_setting`
      return storedIn(rows)
    })
  }
}

type Row = Pick<typeof globalSetting.$inferSelect, 'key' | 'value' | 'sealed' | 'last4'>

const storedIn = (rows: readonly Row[]): Stored => ({
  values: globalSettingValues(new Map(rows.filter((row) => row.sealed === null).map((row) => [row.key, row.value]))),
  secrets: new Map(rows.flatMap(({ key, sealed, last4 }) => (sealed ? [[key, { sealed, last4 }]] : []))),
})

const placeOf = (key: string): readonly string[] => ['platform.global_setting', 'sealed', key]
