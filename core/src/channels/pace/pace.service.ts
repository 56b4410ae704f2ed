import {
  canSeeTicket,
  mint,
  Refusal,
  type ChannelPace,
  type ConnectionId,
  type ConnectionPace,
  type MessageWait,
  type PaceSettings,
  type Viewer,
} from '@recado/contracts'
import { audit } from '../../audit/audit.ts'
import type { Clock } from '../../base/clock.ts'
import type { EventBus } from '../../bus/bus.ts'
import { queriesOf, type Database } from '../../db/database.ts'
import type { SettingsReader } from '../../settings/settings-reader.ts'
import { factsOf } from '../../tickets/ticket-lock.ts'
import type { ChannelCatalogue } from '../channel-catalogue.ts'
import { daily, openingAfter, openingRoom, type OpeningRules } from './openings.ts'
import { announcePace } from './pace-governor.ts'
import { holdKept, openingsCounted, readPace, settingsKept } from './pace-rows.ts'
import { waitingMessage } from './waiting-message.ts'

interface PaceServiceDeps {
  readonly db: Database
  readonly bus: Pick<EventBus, 'emit'>
  readonly channels: Pick<ChannelCatalogue, 'find'>
  readonly settings: Pick<SettingsReader, 'visibility'>
  readonly clock: Clock
}

/** Times further ahead are not worked out. */
const longestWaitMs = 14 * 86_400_000

/** What people see of the pace of connections, and what administrators decide about it. */
export class PaceService {
  readonly #deps: PaceServiceDeps
  constructor(deps: PaceServiceDeps) {
    this.#deps = deps
  }

  /** @throws Refusal ERR_NO_WAPP_FOUND, ERR_CHANNEL_UNSUPPORTED for a channel without a pace */
  async get({ tenantId }: Viewer, connectionId: string): Promise<ConnectionPace> {
    const pace = await this.#paceOf(tenantId, connectionId)
    const { db, clock } = this.#deps
    const now = clock.now()
    const [stored, [[counted]]] = await Promise.all([
      readPace(db, tenantId, connectionId, now),
      db.read(tenantId, (sql) => [openingsCounted(sql, tenantId, connectionId)]),
    ])
    const rules: OpeningRules = { ...stored, pace }
    const today = daily(rules, stored.state, now)
    const room = openingRoom(rules, stored.state, now)
    const { held } = stored.state
    return {
      connectionId: mint<ConnectionId>(connectionId),
      settings: stored.settings,
      openedToday: today.opened,
      openingsToday: today.limit,
      openingsPerHour: pace.openings.perHour,
      warmUpDay: today.warmUpDay,
      waiting: counted!.waiting,
      nextAt: room.most > 0 ? null : room.at.toISOString(),
      hold: held && held.until > now ? { ...held, until: held.until.toISOString() } : null,
    }
  }

  /** @throws Refusal as {@link get} */
  async change(viewer: Viewer, connectionId: string, settings: PaceSettings): Promise<ConnectionPace> {
    const { tenantId, userId } = viewer
    await this.#paceOf(tenantId, connectionId)
    await this.#deps.db.tenant(tenantId, async (tx) => {
      await settingsKept(queriesOf(tx), tenantId, connectionId, settings)
      await audit(tx, { tenantId, userId, action: 'connection.pace', subject: connectionId, facts: { ...settings } })
    })
    return this.#changed(viewer, connectionId)
  }

  /** Goes on beginning chats in spite of what stopped it. @throws Refusal as {@link get} */
  async resume(viewer: Viewer, connectionId: string): Promise<ConnectionPace> {
    const { tenantId, userId } = viewer
    await this.#paceOf(tenantId, connectionId)
    await this.#deps.db.tenant(tenantId, async (tx) => {
      await holdKept(queriesOf(tx), tenantId, connectionId, null)
      await audit(tx, { tenantId, userId, action: 'connection.paceResume', subject: connectionId, facts: {} })
    })
    return this.#changed(viewer, connectionId)
  }

  /**
   * GET /messages/{messageId}/wait: why a message has not gone out. Null for one that has, or that never will.
   *
   * @throws Refusal ERR_NO_MESSAGE_FOUND
   */
  async waitOf(viewer: Viewer, messageId: string): Promise<MessageWait | null> {
    const { db, settings, clock } = this.#deps
    const { tenantId } = viewer
    const visibility = await settings.visibility(tenantId)
    const [[message], [place]] = await db.read(tenantId, (sql) => [
      sql<{
        user_id: string | null
        queue_id: string | null
        bot: string | null
        connection_id: string
        type: string
        status: string
      }>`
        select t.user_id, t.queue_id, t.bot, m.connection_id, k.type, k.status
          from core.message m
          join core.ticket t on t.tenant_id = m.tenant_id and t.id = m.ticket_id
          join core.connection k on k.tenant_id = m.tenant_id and k.id = m.connection_id
         where m.tenant_id = ${tenantId} and m.id = ${messageId}`,
      waitingMessage(sql, tenantId, messageId),
    ])
    if (!message || !canSeeTicket(viewer, factsOf(message), visibility)) throw new Refusal('ERR_NO_MESSAGE_FOUND')
    if (!place) return null
    const now = clock.now()
    const because = (reason: MessageWait['reason'], until: Date | null = null, limit: number | null = null) => ({
      reason,
      until: until && until > now ? until.toISOString() : null,
      limit,
    })
    if (place.state === 'leased') return because('sending')
    if (message.status !== 'connected') return because('disconnected')
    if (place.is_behind) return because('behind')
    if (place.state === 'retry' && place.next_at > now) return because('retry', place.next_at)
    const pace = this.#deps.channels.find(message.type)?.spec.pace
    if (!pace || !place.opens) return because('sending')
    const stored = await readPace(db, tenantId, message.connection_id, now)
    const latest = new Date(now.getTime() + longestWaitMs)
    const room = openingAfter({ ...stored, pace }, stored.state, now, { ahead: place.ahead ?? 0, latest })
    return because(room.reason ?? 'sending', room.at < latest ? room.at : null, room.limit)
  }

  #changed(viewer: Viewer, connectionId: string): Promise<ConnectionPace> {
    announcePace(this.#deps.bus, connectionId)
    return this.get(viewer, connectionId)
  }

  async #paceOf(tenantId: string, connectionId: string): Promise<ChannelPace> {
    const [[row]] = await this.#deps.db.read(tenantId, (sql) => [
      sql<{ type: string }>`select type from core.connection
        where tenant_id = ${tenantId} and id = ${connectionId} and deleted_at is null`,
    ])
    if (!row) throw new Refusal('ERR_NO_WAPP_FOUND')
    const pace = this.#deps.channels.find(row.type)?.spec.pace
    if (!pace) throw new Refusal('ERR_CHANNEL_UNSUPPORTED')
    return pace
  }
}
