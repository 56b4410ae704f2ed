import { createHash } from 'node:crypto'
import { isQuietAt, type PluginNotice, type PushPayload, type UserId } from '@recado/contracts'
import { LocalClock } from '../base/local-clock.ts'
import type { Clock } from '../base/clock.ts'
import type { Database } from '../db/database.ts'
import type { LiveSession } from '../http/live-session.ts'
import type { Jobs, RunningJob } from '../jobs/jobs.ts'
import type { Attention } from './attention.ts'
import { mostReceivers, mostRests, pushAttempts, type BrowserPushes } from './browser-pushes.ts'
import type { NotificationChoices } from './notification-choices.ts'
import { noticePayload, type NoticeTitle } from './push-payload.ts'
import type { PushSubscriptions } from './push-subscriptions.ts'

const task = 'notifications.notice'
/** Of no conversation: a page in use tells its user by itself. */
const noTicket = ''

/** A notice of a plugin that waits for one browser. */
interface NoticeJob {
  readonly subscriptionId: string
  readonly plugin: string
  readonly title: NoticeTitle
  readonly notice: PluginNotice
  readonly rests?: number
}

export interface NoticePushesOptions {
  readonly db: Database
  readonly jobs: Jobs
  readonly clock: Clock
  readonly choices: NotificationChoices
  readonly subscriptions: PushSubscriptions
  readonly browsers: BrowserPushes
  readonly attention: Attention
}

/**
 * Pushes of plugins' notices to browsers whose user has no page of the product in use: one job for each browser, which
 * a later notice of the same tag replaces while it waits.
 */
export class NoticePushes {
  readonly #options: NoticePushesOptions
  constructor(options: NoticePushesOptions) {
    this.#options = options
    options.jobs.register(task, (job) => this.#deliver(job))
  }

  /** `title` is the plugin's name in each language. */
  async push(
    tenantId: string,
    users: readonly UserId[],
    job: Pick<NoticeJob, 'plugin' | 'title' | 'notice'>,
  ): Promise<void> {
    const { db, subscriptions } = this.#options
    if (users.length === 0 || !(await subscriptions.anyOf(tenantId))) return
    const [browsers] = await db.read(tenantId, (sql) => [
      sql<{ id: string }>`
        select id from core.push_subscription
         where tenant_id = ${tenantId} and user_id = any (${[...users]}::uuid[]) order by id limit ${mostReceivers}`,
    ])
    for (const { id } of browsers) await this.#enqueue(tenantId, { ...job, subscriptionId: id })
  }

  #enqueue(tenantId: string, job: NoticeJob, runAt?: Date): Promise<void> {
    return this.#options.db.tenant(tenantId, (tx) =>
      this.#options.jobs.enqueue(tx, {
        task,
        tenantId,
        data: job,
        key: `${job.subscriptionId}:${topicOf(job)}`,
        maxAttempts: pushAttempts,
        ...(runAt && { runAt }),
      }),
    )
  }

  async #deliver({ tenantId, data }: RunningJob): Promise<void> {
    const job = data as NoticeJob
    const { subscriptionId, rests = 0 } = job
    const again = await this.#options.browsers.deliver({
      tenantId,
      subscriptionId,
      topic: topicOf(job),
      payloadFor: (session) => this.#payloadFor(session, job),
    })
    if (again !== undefined && rests < mostRests)
      await this.#enqueue(tenantId, { ...job, rests: rests + 1 }, new Date(this.#options.clock.now().getTime() + again))
  }

  async #payloadFor(
    { viewer, sessionId, standing }: LiveSession,
    { title, notice }: NoticeJob,
  ): Promise<PushPayload | undefined> {
    const { tenantId, userId } = viewer
    if (standing.blocked || this.#options.attention.sees({ tenantId, userId, sessionId }, noTicket)) return undefined
    const choice = await this.#options.choices.of(viewer)
    const now = this.#options.clock.now()
    if (!choice.desktop || isQuietAt(choice, now, LocalClock.of(standing.timeZone).at(now))) return undefined
    return noticePayload(title, notice, viewer)
  }
}

/** At most 32 characters. */
const topicOf = ({ plugin, notice }: NoticeJob): string =>
  createHash('sha256').update(`${plugin} ${notice.tag}`).digest('base64url').slice(0, 32)
