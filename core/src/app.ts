import 'reflect-metadata'
import { randomBytes } from 'node:crypto'
import { container as globalContainer, type InjectionToken, instanceCachingFactory } from 'tsyringe'
import { createBus } from './bus/event-bus.ts'
import { systemClock } from './base/clock.ts'
import { closeInStages, workEndsWithinMs } from './base/closing.ts'
import { accessCalls, makeAccess } from './composition/access.ts'
import type { AppOptions, Making } from './composition/app-options.ts'
import { companyCalls, makeCompanies } from './composition/companies.ts'
import { conversationCalls, makeConversations } from './composition/conversations.ts'
import { makeFront, pluginCalls } from './composition/front.ts'
import { DemoProgram } from './demo/demo-program.ts'
import { demoRoutes } from './demo/demo.routes.ts'
import { makeNotifications, notificationCalls } from './composition/notifications.ts'
import { makeOperations, operationCalls } from './composition/operations.ts'
import { makePlumbing } from './composition/plumbing.ts'
import type { App } from './composition/running-app.ts'
import { makeWebhooks, webhookCalls } from './composition/webhooks.ts'
import {
  ACCESS,
  ATTENTION,
  BELL,
  BACKGROUND,
  BIRTHDAYS,
  BUS,
  CACHES,
  CLOCK,
  CONNECTIONS,
  DATABASE,
  DELIVERIES,
  DEPARTURES,
  DIRECTORY,
  DISTRIBUTION,
  EGRESS,
  FETCHES,
  GLOBALS,
  HTTP,
  IDLE,
  INBOUND,
  INSTALLED,
  JOBS,
  FACT_KEEPING,
  GRADE_KEEPING,
  OPENING_KEEPING,
  LINK_PREVIEWS,
  LICENCES,
  NOTIFICATIONS,
  PACE,
  PERMISSIONS,
  PLUGINS,
  PUSH_KEYS,
  REALTIME,
  SCHEDULED_SENDER,
  RETENTION,
  SEALER,
  SESSIONS,
  SETTINGS,
  SIGNALS,
  DESCRIPTIONS,
  CONNECTION_OPERATIONS,
  RESPONDER_DISPATCH,
  SNOOZED,
  TASK_RUNNER,
  COMPANY_ADDRESSES,
  TENANTS,
  SSO_DOMAINS,
  UPLOADS,
  WEBHOOK_INTAKE,
  WEBHOOK_RUNNER,
  WIRE,
  PLUGIN_KEYS,
} from './composition/tokens.ts'
import { ownAddress } from './base/config.ts'
import { defaultConnections, shareConnections } from './base/connection-budget.ts'
import { answers, openDatabase } from './db/database.ts'
import { addressReader } from './http/address.ts'
import { docsRoutes } from './http/docs.routes.ts'
import { listen } from './http/listen.ts'
import type { BoundRoute } from './http/route.ts'
import { checkRoutes } from './http/server.ts'
import { defaultTrustedProxies } from './base/trusted-proxies.ts'
import { SharedSweep } from './jobs/shared-sweep.ts'
import { settleFiles } from './media/place.ts'
import { bucketName } from './media/s3.ts'
import { Membership } from './nodes/membership.ts'
import type { NodePhase } from './operations/health.routes.ts'
import { publicAddressRoutes } from './http/public-address.ts'
import { Vitals } from './observability/vitals.ts'
import { makeOfferedIndexes } from './plugins/offered-indexes.ts'
import type { Routing } from './plugins/running-plugins.ts'

export type { AppOptions } from './composition/app-options.ts'

const sweepEarlyMs = 5_000
const sweepUnsentMs = 60_000
/** Longest time for which an entry of the audit trail is unsealed. */
const sealEveryMs = 5_000
const reviewLicencesMs = 60 * 60_000
/** Greatest delay of moving an idle ticket. */
const sweepIdleTicketsMs = 10_000
const wakeTicketsMs = 5_000
/** Greatest delay of handing on what a responder did not act on in time. */
const sweepRespondersMs = 5_000
/** Greatest delay of giving a waiting ticket to an available user. */
const distributeMs = 2_000
const sweepBirthdaysMs = 60_000
const sweepSsoDomainsMs = 60 * 60_000
const sweepSignInTracesMs = 10 * 60_000
const sweepRetentionMs = 60 * 60_000
/** Abandoned uploads are a day old by then; an hour more or less does not matter. */
const sweepUploadsMs = 60 * 60_000
/** What has expired is not shown; it only takes space. */
const sweepFactsMs = 5_000
const sweepLinkPreviewsMs = 60 * 60_000
const sweepWebhooksMs = 60 * 60_000
/** How long after an extension was put into the database its indexes are made at the latest. */
const makeIndexesMs = 10 * 60_000

/**
 * The composition root. Only it and the modules in composition/ use the container. Everything is a factory that runs
 * once, when it is first requested; asynchronous parts are made before.
 */
export async function createApp(options: AppOptions): Promise<App> {
  const { log } = options
  const root = globalContainer.createChildContainer()
  const get = <T>(of: InjectionToken<T>): T => root.resolve(of)
  const once = <T>(of: InjectionToken<T>, make: () => T): void =>
    void root.register(of, { useFactory: instanceCachingFactory(make) })

  const clock = options.clock ?? systemClock
  const shares = shareConnections(options.connections ?? defaultConnections)
  const pools = { poolSize: shares.queries, transactionPoolSize: shares.transactions }
  await settleFiles(options.ownerUrl, options.bucket !== undefined)
  const db = openDatabase({ url: options.appUrl, ...pools })
  const name = `node-${randomBytes(6).toString('hex')}`
  const alone = options.natsUrl === undefined
  const nodes = await Membership.join({
    pool: db.raw,
    name,
    version: options.version,
    bucket: options.bucket && bucketName(options.bucket),
    log,
    alone,
  })
  const bus = await createBus({
    db,
    nodes,
    natsUrl: options.natsUrl,
    isAlone: alone,
    log,
    clock,
    keepEventsDays: () => get(GLOBALS).get('keepEventsDays'),
  })
  root.register(CLOCK, { useValue: clock })
  root.register(DATABASE, { useValue: db })
  root.register(BUS, { useValue: bus })
  // The plugin host is given the list before it is filled: it reads it when the plugins start, and the routes need the
  // host.
  const routes: BoundRoute[] = []
  const serving: { routing?: Routing; port?: number } = {}
  const address = (): string => ownAddress(options.publicUrl, options.host, serving.port ?? options.port)
  const addressOf = addressReader(options.trustedProxies ?? defaultTrustedProxies(options.publicUrl), log)
  const making: Making = { once, get, options, shares, nodes, address, addressOf }
  makePlumbing(making)
  makeAccess(making)
  makeCompanies(making)
  makeConversations(making)
  makeNotifications(making)
  makeWebhooks(making)
  makeOperations(making)
  makeFront(making, { core: routes, routing: () => serving.routing })

  const demo = new DemoProgram(options.demoProgram, log)
  let phase: NodePhase = 'starting'
  routes.push(
    ...accessCalls(making),
    ...companyCalls(making),
    ...conversationCalls(making),
    ...notificationCalls(making),
    ...webhookCalls(making),
    ...pluginCalls(making),
    ...publicAddressRoutes(options.secret),
    ...operationCalls(making, () => phase),
    ...demoRoutes({ demo, db }),
  )
  const plugins = get(PLUGINS)
  await plugins.start()

  const http = get(HTTP)
  const own = [
    ...routes,
    ...docsRoutes({ routes: () => http.routes, version: options.version, publicUrl: options.publicUrl }),
  ]
  const routing: Routing = {
    check: (ofPlugins) =>
      void checkRoutes([...own, ...ofPlugins], (permission) => get(PERMISSIONS).isKnown(permission)),
    mount: () => http.setRoutes([...own, ...plugins.routes()]),
  }
  serving.routing = routing
  routing.mount()
  plugins.sockets.attach(get(WIRE))
  const listener = await listen(http, options, get(WIRE))
  serving.port = listener.port
  const sweep = (name: string, everyMs: number | (() => number), run: () => Promise<void>): SharedSweep =>
    new SharedSweep({ name, everyMs, log, run })
  const idle = sweep('idle tickets', sweepIdleTicketsMs, () => get(IDLE).sweep())
  const snoozed = sweep('tickets that were put off', wakeTicketsMs, () => get(SNOOZED).sweep())
  const responders = sweep('responders', sweepRespondersMs, () => get(RESPONDER_DISPATCH).sweep())
  const distribution = sweep('distribution of tickets', distributeMs, () => get(DISTRIBUTION).sweep())
  const birthdays = sweep('birthdays', sweepBirthdaysMs, () => get(BIRTHDAYS).sweep())
  const uploads = sweep('uploads', sweepUploadsMs, () => get(UPLOADS).sweep())
  const facts = sweep('facts', sweepFactsMs, () => get(FACT_KEEPING).sweep())
  const openings = sweep('opening hours', sweepFactsMs, () => get(OPENING_KEEPING).sweep())
  const linkPreviews = sweep('previews of links', sweepLinkPreviewsMs, () => get(LINK_PREVIEWS).sweep())
  const webhooks = sweep('webhooks', sweepWebhooksMs, () => get(WEBHOOK_RUNNER).sweep())
  const scheduled = sweep('scheduled messages', get(SCHEDULED_SENDER).restMs, () => get(SCHEDULED_SENDER).run())
  const retention = sweep('retention', sweepRetentionMs, () => get(RETENTION).sweep())
  const ending = new AbortController()
  const { ownerUrl, roles } = options
  const indexes = sweep('indexes of extensions', makeIndexesMs, () =>
    makeOfferedIndexes(plugins.indexed(), { ownerUrl, roles, log, signal: ending.signal }),
  )
  const forgetTraces = async (): Promise<void> => void (await db.raw`select core.forget_sign_in_traces(5000)`)
  const sweeps = [
    idle,
    snoozed,
    responders,
    distribution,
    birthdays,
    uploads,
    facts,
    openings,
    linkPreviews,
    webhooks,
    scheduled,
    retention,
    indexes,
    sweep('early events', sweepEarlyMs, () => get(INBOUND).sweepEarly()),
    sweep('unsent messages', sweepUnsentMs, () => get(CONNECTIONS).sweepUnsent()),
    sweep('audit seals', sealEveryMs, () => get(SEALER).run()),
    sweep('domains of single sign-on', sweepSsoDomainsMs, () => get(SSO_DOMAINS).sweep()),
    sweep('traces of signing in', sweepSignInTracesMs, forgetTraces),
    sweep('licences', reviewLicencesMs, () => get(LICENCES).review()),
  ]
  const notifications = get(NOTIFICATIONS)
  const bell = get(BELL)
  const vitals = new Vitals({
    log,
    check: () => get(INBOUND).check(),
    worksElsewhere: () => answers(options.appUrl),
    onHopeless: () => options.onHopeless?.(),
  })
  await get(JOBS).start()
  // Made with the installation, so that the first browser that asks finds the key there.
  await get(PUSH_KEYS)
    .pair()
    .catch((error: unknown) =>
      log.error(
        { err: error },
        'the key for notifications cannot be opened: was the secret of the installation changed?',
      ),
    )
  const grades = get(GRADE_KEEPING)
  await Promise.all([notifications.start(), bell.start(), grades.start()])
  const dispatch = get(RESPONDER_DISPATCH)
  await dispatch.start()
  // Other nodes ask this one for what its sessions can do.
  get(CONNECTION_OPERATIONS)
  await get(SESSIONS).start()
  await get(DELIVERIES).start()
  get(FETCHES).start()
  get(TASK_RUNNER).start()
  const webhookIntake = get(WEBHOOK_INTAKE)
  await webhookIntake.start()
  get(WEBHOOK_RUNNER).start()
  const stopListening = get(SCHEDULED_SENDER).onStored(() => scheduled.replan())
  const duties = await Promise.all(sweeps.map((shared) => nodes.keep(`sweep:${shared.name}`, shared)))
  get(INSTALLED).start()
  vitals.start()

  async function close(grace: Promise<void>): Promise<readonly string[]> {
    phase = 'draining'
    ending.abort()
    listener.drain()
    get(JOBS).drain()
    // Its work moves to the other nodes already.
    void nodes.drain()
    await grace
    const caches = [
      DIRECTORY,
      SIGNALS,
      DESCRIPTIONS,
      CONNECTION_OPERATIONS,
      PACE,
      ATTENTION,
      ACCESS,
      PLUGIN_KEYS,
      SETTINGS,
      GLOBALS,
      TENANTS,
      COMPANY_ADDRESSES,
      CACHES,
    ].map((part) => get<{ close(): void }>(part))
    stopListening()
    return closeInStages(
      [
        {
          untilMs: 6_500,
          parts: {
            sockets: () => {
              plugins.sockets.close()
              return get(REALTIME).close()
            },
            requests: () => listener.close(workEndsWithinMs).then(() => get(BACKGROUND).settled()),
            jobs: () => get(JOBS).close(),
            events: () =>
              Promise.all([
                notifications.close(),
                bell.close(),
                grades.close(),
                dispatch.close(),
                webhookIntake.close(),
                plugins.endEvents(),
              ]),
            deliveries: () => get(DELIVERIES).close(),
            fetches: () => get(FETCHES).close(),
            webhooks: () => get(WEBHOOK_RUNNER).close(),
            tasks: () => get(TASK_RUNNER).close(),
            sweeps: () => Promise.all(duties.map((duty) => duty.release())),
            installations: () => get(INSTALLED).close(),
            departures: () => get(DEPARTURES).close(),
            vitals: () => vitals.stop(),
            demo: () => demo.close(),
          },
        },
        // Closed last, because the earlier stages use them.
        { untilMs: 7_500, parts: { sessions: () => get(SESSIONS).close(), plugins: () => plugins.close() } },
        {
          untilMs: 8_000,
          parts: {
            bus: () => bus.close(),
            caches: () => {
              for (const cache of caches) cache.close()
            },
          },
        },
        { untilMs: 8_500, parts: { node: () => nodes.close(), egress: () => get(EGRESS).close() } },
        { untilMs: 9_000, parts: { database: () => db.close() } },
      ],
      log,
    )
  }
  let closing: Promise<readonly string[]> | undefined

  const app: App = {
    port: listener.port,
    http,
    plugins,
    db,
    openConnections: () => get(SESSIONS).reconcile(),
    async moveTickets() {
      await snoozed.now()
      await responders.now()
      await idle.now()
      await distribution.now()
      await birthdays.now()
    },
    checkDomains: () => get(SSO_DOMAINS).sweep(),
    sweepUploads: () => uploads.now(),
    sweepFacts: () => facts.now(),
    sweepOpenings: () => openings.now(),
    sweepLinkPreviews: () => linkPreviews.now(),
    sweepWebhooks: () => webhooks.now(),
    sweepRetention: () => retention.now(),
    sendScheduled: () => scheduled.now(),
    makeIndexes: () => indexes.now(),
    close: (grace = Promise.resolve()) => (closing ??= close(grace)),
  }
  await options.beforeReady?.(app).catch(async (error: unknown) => {
    await app.close()
    throw error
  })
  phase = 'serving'
  return app
}
