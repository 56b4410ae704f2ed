import {
  fieldIssue,
  globalSettingsCatalogue,
  Refusal,
  typeAgain,
  type GlobalSecretKey,
  type GlobalSettingKey,
  type GlobalSettingValues,
  type PlatformSettings,
  type Viewer,
} from '@recado/contracts'
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
import { declaredValues, type DeclaredFacts } from './declared-settings.ts'
import { globalSettingValues, isSentAlike } from './global-settings-catalogue.ts'
import { versioned, type PrivacyNotice } from './privacy-notice.ts'

/** Time for which a change can go unnoticed whose announcement was lost. */
const keptMs = 10_000
const shortestWithHint = 12

const nothingDeclared: DeclaredFacts = { platformSettings: {}, platformSecrets: { get: async () => undefined } }

/** Stored settings, secrets still sealed. */
interface Stored {
  /** Values of core's settings. */
  readonly values: GlobalSettingValues
  /** Everything open, as it is stored. */
  readonly open: ReadonlyMap<string, unknown>
  readonly secrets: ReadonlyMap<string, { readonly sealed: Buffer; readonly last4: string | null }>
}

/** Whether a secret is set, and the settings that decide where it is sent; never the secret. */
export type SecretHint = { readonly set: boolean; readonly last4: string | null; readonly sentTo: readonly string[] }
/** A setting of core or of a plugin: what may be stored. */
interface Setting {
  readonly name: string
  readonly schema: z.ZodType
  readonly secret: boolean
  readonly sentTo: readonly string[]
}
const ownSettings = Object.entries(globalSettingsCatalogue).map(([name, entry]): Setting => ({
  name,
  schema: entry.schema,
  secret: 'secret' in entry,
  sentTo: 'secret' in entry ? entry.sentTo : [],
}))
export type GlobalSettingsChange = Partial<GlobalSettingValues> & Partial<Record<GlobalSecretKey, string | null>>

interface GlobalSettingsOptions {
  readonly db: Database
  readonly bus: Pick<EventBus, 'emit' | 'on'>
  readonly secret: string
  /** What running plugins declare for the installation; none without it. */
  readonly declared?: () => readonly PlatformSettings[]
}

/** The settings of the installation (S3-077), of core and of plugins: kept on each node, changed by masters alone. */
export class GlobalSettings {
  readonly #db: Database
  readonly #bus: Pick<EventBus, 'emit' | 'on'>
  readonly #key: Buffer
  readonly #known = new BriefCache<Stored>(keptMs, 1)
  readonly #leave: () => void
  readonly #declared: () => readonly PlatformSettings[]

  constructor({ db, bus, secret, declared = () => [] }: GlobalSettingsOptions) {
    this.#declared = declared
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
    const stored = await this.#stored()
    return { secret: this.#opened(stored, key), values: stored.values }
  }

  /** The value of a secret that a plugin declares; undefined while it is not set. Must not leave the server. */
  async declaredSecret(name: string): Promise<string | undefined> {
    return this.#opened(await this.#stored(), name)
  }

  /** What one plugin declares, for its context. A secret is not given out with settings that lead to another server. */
  async declaredFacts(declared: PlatformSettings): Promise<DeclaredFacts> {
    if (declared.settings.length === 0) return nothingDeclared
    const values = declaredValues([declared], (await this.#stored()).open)
    const get = async (name: string): Promise<string | undefined> => {
      const setting = declared.settings.find((one) => one.name === name)
      if (!setting?.secret) return undefined
      const stored = await this.#stored()
      if (!isSentAlike(setting.sentTo, values, declaredValues([declared], stored.open))) return undefined
      return this.#opened(stored, name)
    }
    return { platformSettings: Object.freeze(values), platformSecrets: { get } }
  }

  /** All values, those of plugins among them; of secrets only whether they are set. */
  async view(): Promise<{ values: Record<string, unknown>; secrets: Record<string, SecretHint> }> {
    const stored = await this.#stored()
    const hints = this.#settings()
      .filter(({ secret }) => secret)
      .map(({ name, sentTo }): [string, SecretHint] => [
        name,
        { set: stored.secrets.has(name), last4: stored.secrets.get(name)?.last4 ?? null, sentTo },
      ])
    return { values: this.#valuesIn(stored), secrets: Object.fromEntries(hints) }
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
      const before = this.#valuesIn(stored)
      const moved = this.#settings()
        .filter(({ name, secret }) => secret && stored.secrets.has(name) && !Object.hasOwn(change, name))
        .filter(({ sentTo }) => !isSentAlike(sentTo, before, { ...before, ...given }))
      if (moved.length > 0)
        throw new Refusal('ERR_VALIDATION', { issues: moved.map(({ name }) => typeAgain(`body.${name}`)) })
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

  #opened({ secrets }: Stored, name: string): string | undefined {
    const found = secrets.get(name)
    return found && unseal(this.#key, found.sealed, placeOf(name)).toString()
  }

  async #versionedNotice(given: PrivacyNotice): Promise<PrivacyNotice> {
    const [latest] = await this.#db.raw<{ version: number }[]>`select core.latest_consent_version() as version`
    return versioned(given, await this.get('privacyNotice'), latest!.version)
  }

  #row(key: string, value: unknown): { key: string; value?: unknown; sealed: Buffer | null; last4: string | null } {
    const setting = this.#settings().find(({ name }) => name === key)
    if (!setting) throw new Refusal('ERR_NO_SETTING_FOUND', { detail: key.slice(0, 60) })
    if (setting.secret && value === null) return { key, sealed: null, last4: null }
    const parsed = setting.schema.safeParse(value)
    if (!parsed.success)
      throw new Refusal('ERR_VALIDATION', {
        issues: parsed.error.issues.map((issue) => fieldIssue(issue, 'body', key)),
      })
    if (!setting.secret) return { key, value: parsed.data, sealed: null, last4: null }
    const secret = parsed.data as string
    return {
      key,
      sealed: seal(this.#key, Buffer.from(secret), placeOf(key)),
      last4: secret.length >= shortestWithHint ? secret.slice(-4) : null,
    }
  }

  #settings(): readonly Setting[] {
    return [...ownSettings, ...this.#declared().flatMap(({ settings }) => settings)]
  }

  #valuesIn({ values, open }: Stored): Record<string, unknown> {
    return { ...declaredValues(this.#declared(), open), ...values }
  }

  #stored(): Promise<Stored> {
    return this.#known.get('all', async () => {
      const rows = await this.#db.raw<Row[]>`select key, value, sealed, last4 from platform.global_setting`
      return storedIn(rows)
    })
  }
}

type Row = Pick<typeof globalSetting.$inferSelect, 'key' | 'value' | 'sealed' | 'last4'>

function storedIn(rows: readonly Row[]): Stored {
  const open = new Map(rows.filter((row) => row.sealed === null).map((row) => [row.key, row.value]))
  const secrets = new Map(rows.flatMap(({ key, sealed, last4 }) => (sealed ? [[key, { sealed, last4 }] as const] : [])))
  return { values: globalSettingValues(open), open, secrets }
}

const placeOf = (key: string): readonly string[] => ['platform.global_setting', 'sealed', key]
