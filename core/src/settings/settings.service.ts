import {
  fieldIssue,
  Refusal,
  type CompanySettingKey,
  type CompanySettings,
  type Viewer,
  type VisibilitySettings,
} from '@recado/contracts'
import { sql } from 'drizzle-orm'
import { audit } from '../audit/audit.ts'
import { BriefCache } from '../base/brief-cache.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Database } from '../db/database.ts'
import { setting } from '../tables/setting.table.ts'
import { isSettingKey, settingSchemas, settingValues } from './settings-catalogue.ts'
import type { DistributionSettings, SettingsReader } from './settings-reader.ts'
import { settingChangedTopic, type SettingChangedNotice } from '../topics/settings.ts'

/**
 * The settings of companies: typed, with fallbacks, kept on each node until one is changed; a lost notice of that
 * matters for ten seconds.
 */
export class SettingsService implements SettingsReader {
  readonly #db: Database
  readonly #bus: Pick<EventBus, 'emit' | 'on'>
  readonly #known: BriefCache<CompanySettings>
  readonly #leave: () => void

  /**
   * `keptMs`: how long a change can go unnoticed whose announcement was lost; every other change is noticed at once.
   */
  constructor(options: { db: Database; bus: Pick<EventBus, 'emit' | 'on'>; keptMs?: number }) {
    this.#known = new BriefCache(options.keptMs ?? 10_000, 5_000)
    this.#db = options.db
    this.#bus = options.bus
    this.#leave = options.bus.on(settingChangedTopic, (data) =>
      this.#known.forget((data as SettingChangedNotice).tenantId),
    )
  }

  all(tenantId: string): Promise<CompanySettings> {
    return this.#known.get(tenantId, async () => {
      const [rows] = await this.#db.read(tenantId, (sql) => [
        sql<{ key: string; value: unknown }>`select key, value from core.setting where tenant_id = ${tenantId}`,
      ])
      return settingValues(rows)
    })
  }

  async get<Key extends CompanySettingKey>(tenantId: string, key: Key): Promise<CompanySettings[Key]> {
    return (await this.all(tenantId))[key]
  }

  async visibility(tenantId: string): Promise<VisibilitySettings> {
    const values = await this.all(tenantId)
    return {
      hideAssignedToOthers: values.NotViewAssignedTickets,
      hideWithoutQueue: values.NotViewTicketsQueueUndefined,
      hideWithBot: values.NotViewTicketsChatBot,
      hideContactData: values.hideContactData,
    }
  }

  async birthdays(tenantId: string): Promise<{ message: string; connectionId: string }> {
    const values = await this.all(tenantId)
    return { message: values.birthdayMessage, connectionId: values.birthdayConnectionId }
  }

  async distribution(tenantId: string): Promise<DistributionSettings> {
    const values = await this.all(tenantId)
    return { mode: values.autoDistribution, capacity: values.agentCapacity, walletRouting: values.walletRouting }
  }

  /** Stores a value after its schema accepted it. Refuses with ERR_NO_SETTING_FOUND and ERR_VALIDATION. */
  async set(viewer: Viewer, key: string, value: unknown): Promise<unknown> {
    if (!isSettingKey(key)) throw new Refusal('ERR_NO_SETTING_FOUND')
    const parsed = settingSchemas[key].safeParse(value)
    if (!parsed.success)
      throw new Refusal('ERR_VALIDATION', {
        issues: parsed.error.issues.map((issue) => fieldIssue(issue, 'body', 'value')),
      })
    const { tenantId, userId } = viewer
    await this.#db.tenant(tenantId, async (tx) => {
      const row = { value: parsed.data, updatedAt: sql`now()` }
      await tx
        .insert(setting)
        .values({ tenantId, key, ...row })
        .onConflictDoUpdate({ target: [setting.tenantId, setting.key], set: row })
      await audit(tx, { tenantId, userId, action: 'settings.change', subject: key, facts: { value: parsed.data } })
    })
    this.#known.forget(tenantId)
    this.#bus.emit(settingChangedTopic, { tenantId, key } satisfies SettingChangedNotice)
    return parsed.data
  }

  close(): void {
    this.#leave()
  }
}
