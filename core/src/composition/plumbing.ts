import { join } from 'node:path'
import { Background } from '../access/background.ts'
import { createWire } from '../http/listen.ts'
import { VisitorGate } from '../http/visitor-gate.ts'
import { graphileJobs } from '../jobs/graphile-jobs.ts'
import { Mailer } from '../platform/mail/mailer.ts'
import { diskBlobs } from '../media/disk.ts'
import { diskAlone, placedBlobs } from '../media/placed-blobs.ts'
import { s3Blobs } from '../media/s3.ts'
import { StorageQuota, withinQuota } from '../media/storage-quota.ts'
import { createMediaStore } from '../media/store.ts'
import { createMetrics } from '../observability/metrics.ts'
import { GlobalSettings } from '../platform/global-settings.ts'
import { globalSettingsChangedTopic } from '../topics/platform.ts'
import { createRealtime } from '../realtime/socket-server.ts'
import { createEgress } from '../security/guarded-egress.ts'
import { createVault } from '../vault/tenant-vault.ts'
import { SettingsService } from '../settings/settings.service.ts'
import { tenantChangedTopic, type TenantChangedNotice } from '../topics/tenants.ts'
import { CacheTools } from '../tools/cache-tools.ts'
import type { Making } from './app-options.ts'
import {
  ATTENTION,
  BACKGROUND,
  BLOBS,
  BOUNDED_MEDIA,
  BUS,
  CACHES,
  CLOCK,
  DATABASE,
  EGRESS,
  GLOBALS,
  HTTP,
  JOBS,
  LIMITS,
  MAILER,
  MEDIA,
  METRICS,
  PLUGINS,
  REALTIME,
  SETTINGS,
  SIGNALS,
  SOCKET_RULES,
  STORAGE,
  TICKET_PRESENCE,
  VAULT,
  VISITORS,
  WIRE,
} from './tokens.ts'

/** Registers the common services: stores, timers, mail, settings, sockets. */
export function makePlumbing({ once, get, options, shares, address, addressOf }: Making): void {
  const { log, secret } = options
  const db = get(DATABASE)
  const bus = get(BUS)
  once(METRICS, () => createMetrics())
  once(VAULT, () => createVault(db, secret, bus))
  const disk = diskBlobs(join(options.dataDir, 'media'))
  const bucket = options.bucket && s3Blobs(options.bucket)
  once(BLOBS, () => (bucket ? placedBlobs({ db, disk, bucket }) : diskAlone(disk)))
  once(MEDIA, () => createMediaStore({ db, blobs: get(BLOBS), secret, clock: get(CLOCK) }))
  once(STORAGE, () => {
    const quota = new StorageQuota({
      db,
      allowed: (tenantId) => db.tenant(tenantId, (tx) => get(LIMITS).storage(tx, tenantId)),
    })
    bus.on(tenantChangedTopic, (data) => quota.changed((data as TenantChangedNotice).tenantId))
    bus.on(globalSettingsChangedTopic, () => quota.changed())
    return quota
  })
  once(BOUNDED_MEDIA, () => withinQuota(get(MEDIA), get(STORAGE)))
  once(VISITORS, () => new VisitorGate({ clock: get(CLOCK), figures: options.visitorFigures }))
  once(EGRESS, () => createEgress(options.egress))
  once(JOBS, () => graphileJobs({ appUrl: options.appUrl, log, connections: shares.jobs }))
  once(
    MAILER,
    () =>
      new Mailer({
        jobs: get(JOBS),
        settings: get(GLOBALS),
        egress: get(EGRESS),
        secret,
        clock: get(CLOCK),
        log,
        address,
      }),
  )
  once(BACKGROUND, () => new Background(log))
  once(SETTINGS, () => new SettingsService({ db, bus }))
  once(GLOBALS, () => new GlobalSettings({ db, bus, secret, declared: () => get(PLUGINS).platformSettings() }))
  once(CACHES, () => new CacheTools({ db, bus }))
  once(WIRE, () => createWire(get(HTTP)))
  once(REALTIME, () =>
    createRealtime({
      server: get(WIRE),
      bus,
      log,
      publicUrl: options.publicUrl,
      addressOf,
      visibilityOf: (tenantId) => get(SETTINGS).visibility(tenantId),
      authenticate: (accessToken, sessionId) => get(SOCKET_RULES).authenticate(accessToken, sessionId),
      review: (sessionIds) => get(SOCKET_RULES).review(sessionIds),
      onViewing: ({ page, sessionId, viewer }, shown) => {
        get(ATTENTION).noted({ page, tenantId: viewer.tenantId, userId: viewer.userId, sessionId, ...shown })
        get(TICKET_PRESENCE).noted(viewer, page, shown.ticketId)
      },
      onAgentTyping: (viewer, ticketId, mode) => get(SIGNALS).typing(viewer, ticketId, mode),
    }),
  )
}
