import 'reflect-metadata'
import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import { join } from 'node:path'
import type { Logger } from '@recado/contracts'
import { container as globalContainer, instanceCachingFactory, type InjectionToken } from 'tsyringe'
import { accessRoutes } from './access/access.routes.ts'
import { AccessService } from './access/access.service.ts'
import { apiTokenRoutes } from './access/api-tokens.routes.ts'
import { Background } from './access/background.ts'
import { Captcha } from './access/captcha/captcha.ts'
import { consentRoutes } from './access/consent.routes.ts'
import { ConsentService } from './access/consent.service.ts'
import { EntryRules } from './access/entry-rules.ts'
import { PasswordResets } from './access/password-reset/password-reset.service.ts'
import { OneTimeSecrets } from './access/one-time-secrets.ts'
import { DecoyCredentials } from './access/passkeys/decoys.ts'
import { ManagedPasskeysService } from './access/passkeys/managed-passkeys.service.ts'
import { PasskeyRequired } from './access/passkeys/passkey-required.ts'
import { PasskeySignIn } from './access/passkeys/passkey-sign-in.ts'
import { passkeyRoutes } from './access/passkeys/passkeys.routes.ts'
import { PasskeysService } from './access/passkeys/passkeys.service.ts'
import { Passwords } from './access/passwords.ts'
import { Permissions } from './access/permissions.ts'
import { RefreshCookie } from './access/refresh-cookie.ts'
import { RecoveryCodes } from './access/second-factor/recovery-codes.ts'
import { secondFactorRoutes } from './access/second-factor/second-factor.routes.ts'
import { SecondFactorService } from './access/second-factor/second-factor.service.ts'
import { IdentityProviders } from './access/single-sign-on/identity-provider.ts'
import { singleSignOnRoutes } from './access/single-sign-on/single-sign-on.routes.ts'
import { SingleSignOn } from './access/single-sign-on/single-sign-on.ts'
import { SsoProvidersService } from './access/single-sign-on/sso-providers.service.ts'
import { AuditSealer } from './audit/audit-sealer.ts'
import { AuditVerifier } from './audit/audit-verifier.ts'
import { auditRoutes } from './audit/audit.routes.ts'
import { AuditService } from './audit/audit.service.ts'
import { SessionList } from './access/session-list.ts'
import { sessionRoutes } from './access/sessions.routes.ts'
import { SocketRules } from './access/socket-rules.ts'
import { Registration } from './access/registration/registration.service.ts'
import { signingInRoutes } from './access/signing-in.routes.ts'
import { busRoutes } from './bus/bus.routes.ts'
import type { EventBus } from './bus/bus.ts'
import { createBus } from './bus/event-bus.ts'
import { createChatFinder } from './channels/chat-finder.ts'
import { ConnectionDirectory } from './channels/connection-directory.ts'
import { ConnectionTasksService } from './channels/connection-tasks.service.ts'
import { connectionRoutes } from './channels/connections.routes.ts'
import { ConnectionsService } from './channels/connections.service.ts'
import { createDeliveries, type Deliveries } from './channels/delivery.ts'
import { deliverBy } from './channels/delivery-mode.ts'
import { hookRoutes } from './channels/hooks.routes.ts'
import { createImports, type Imports } from './channels/imports.ts'
import { createInbound, type Inbound } from './channels/inbound.ts'
import { createMediaFetches, type MediaFetches } from './channels/media-fetch.ts'
import { serviceWindowsOf } from './channels/service-window.ts'
import { SessionSignals } from './channels/session-signals.ts'
import { Sessions } from './channels/sessions.ts'
import { transferConversations, transferTask } from './channels/transfer.ts'
import { systemClock, type Clock } from './clock.ts'
import { ownAddress, type PluginSignatures } from './config.ts'
import { ContactMerges } from './contacts/contact-merges.ts'
import { contactRoutes } from './contacts/contacts.routes.ts'
import { ContactsService } from './contacts/contacts.service.ts'
import { openDatabase, type Database } from './db/database.ts'
import { groupRoutes } from './groups/groups.routes.ts'
import { GroupsService } from './groups/groups.service.ts'
import { createIdempotency } from './http/idempotency.ts'
import { docsRoutes } from './http/docs.routes.ts'
import { checkRoutes } from './http/server.ts'
import { createWire, listen } from './http/listen.ts'
import { createRateLimiter, type RateLimiter } from './http/rate.ts'
import { createHttp, type Http } from './http/server.ts'
import { servePluginAssets, serveShell } from './http/static.ts'
import type { BoundRoute } from './http/route.ts'
import { PluginInbox } from './installations/inbox.ts'
import { InstallationStore } from './installations/installation-store.ts'
import { installationRoutes } from './installations/installations.routes.ts'
import { InstalledPlugins } from './installations/installed-plugins.ts'
import { Installer } from './installations/installer.ts'
import { PluginFiles } from './installations/plugin-files.ts'
import { Publishers } from './installations/publishers.ts'
import { graphileJobs } from './jobs/graphile-jobs.ts'
import type { Jobs } from './jobs/jobs.ts'
import { Recurring } from './jobs/recurring.ts'
import { Mailer } from './mail/mailer.ts'
import { diskBlobs } from './media/disk.ts'
import { ffmpegTranscoder } from './media/transcode.ts'
import { mediaRoutes } from './media/media.routes.ts'
import type { BlobStore, MediaStore } from './media/media.ts'
import { createMediaStore, type SignedMedia } from './media/store.ts'
import { MessageForwards } from './messages/forward.service.ts'
import { messageRoutes } from './messages/messages.routes.ts'
import { MessageActs } from './messages/message-acts.service.ts'
import { MessagesService, type MessagesDeps } from './messages/messages.service.ts'
import { healthRoutes } from './observability/health.routes.ts'
import { createMetrics, type Metrics } from './observability/metrics.ts'
import { GlobalSettings } from './platform/global-settings.ts'
import { globalSettingsRoutes } from './platform/global-settings.routes.ts'
import { planRoutes } from './platform/plans.routes.ts'
import { PlansService } from './platform/plans.service.ts'
import { corePorts } from './plugins/core-ports.ts'
import { createPluginHost, type PluginHost } from './plugins/host.ts'
import { erasePlugin } from './plugins/migrate.ts'
import { pluginRoutes } from './plugins/plugins.routes.ts'
import type { Routing } from './plugins/running-plugins.ts'
import { Erasures } from './privacy/erasures.ts'
import { Exports } from './privacy/exports.ts'
import { PrivacyRequests } from './privacy/privacy-requests.ts'
import { privacyRoutes } from './privacy/privacy.routes.ts'
import { queueRoutes } from './queues/queues.routes.ts'
import { QueuesService } from './queues/queues.service.ts'
import type { Realtime } from './realtime/realtime.ts'
import { createRealtime } from './realtime/socket-server.ts'
import { roleRoutes } from './roles/roles.routes.ts'
import { RolesService } from './roles/roles.service.ts'
import type { Egress } from './security/egress.ts'
import { createEgress, type EgressOptions } from './security/guarded-egress.ts'
import { createVault } from './security/tenant-vault.ts'
import type { Vault } from './security/vault.ts'
import { settingsRoutes } from './settings/settings.routes.ts'
import { SettingsService } from './settings/settings.service.ts'
import { tagRoutes } from './tags/tags.routes.ts'
import { TagsService } from './tags/tags.service.ts'
import { companiesRoutes } from './tenants/companies.routes.ts'
import { CompaniesService } from './tenants/companies.service.ts'
import { LicencesService } from './tenants/licences.service.ts'
import { Limits } from './tenants/limits.ts'
import { companyRoutes } from './tenants/company.routes.ts'
import { CompanyService } from './tenants/company.service.ts'
import { tenantRoutes } from './tenants/tenants.routes.ts'
import { TenantsService } from './tenants/tenants.service.ts'
import { createProtocols } from './tickets/protocol.ts'
import { createTicketFeed, type TicketFeed } from './tickets/ticket-feed.ts'
import { ticketRoutes } from './tickets/tickets.routes.ts'
import { TicketsService } from './tickets/tickets.service.ts'
import { CacheTools } from './tools/cache-tools.ts'
import { JobTools } from './tools/job-tools.ts'
import { SystemInfo } from './tools/system-info.ts'
import { toolsRoutes } from './tools/tools.routes.ts'
import { AccountsService } from './users/accounts.service.ts'
import { Pictures } from './users/picture.ts'
import { UserDeletion } from './users/user-deletion.ts'
import { UserPictures } from './users/user-pictures.ts'
import { UserPresence } from './users/presence.ts'
import { presenceRoutes } from './users/presence.routes.ts'
import { userRoutes } from './users/users.routes.ts'
import { UsersService } from './users/users.service.ts'

/** Everything a node is made from. Tests give less than main.ts: a port of 0, their own database, their own plugins. */
export interface AppOptions {
  readonly ownerUrl: string
  readonly appUrl: string
  readonly natsUrl?: string | undefined
  readonly secret: string
  readonly dataDir: string
  readonly host: string
  readonly port: number
  readonly publicUrl?: string | undefined
  readonly version: string
  readonly pluginFolders: readonly string[]
  /** Which plugins may be installed while the product runs; `ask` when absent. */
  readonly pluginSignatures?: PluginSignatures
  /** The built shell; absent in tests that only talk to the API. */
  readonly shellDist?: string
  readonly log: Logger
  readonly clock?: Clock
  readonly egress?: EgressOptions
  readonly poolSize?: number
  /** Budgets of the rate limiter; the defaults of rate.ts when absent. */
  readonly rate?: RateLimiter
}

/** A running node. */
export interface App {
  readonly port: number
  readonly http: Http
  readonly plugins: PluginHost
  readonly db: Database
  /** Opens at once what was stored behind the services' back: the connections of a company that was just made. */
  openConnections(): Promise<void>
  /** Drains: no new work is taken, what runs may end, leases and locks are given back. */
  close(): Promise<void>
}

const token = <T>(name: string): InjectionToken<T> => Symbol(name) as unknown as InjectionToken<T>
const CLOCK = token<Clock>('Clock')
const DATABASE = token<Database>('Database')
const BUS = token<EventBus>('EventBus')
const JOBS = token<Jobs>('Jobs')
const METRICS = token<Metrics>('Metrics')
const VAULT = token<Vault>('Vault')
const MEDIA = token<MediaStore & SignedMedia>('MediaStore')
const EGRESS = token<Egress & { close(): Promise<void> }>('Egress')
const PERMISSIONS = token<Permissions>('Permissions')
const PASSWORDS = token<Passwords>('Passwords')
const PICTURES = token<Pictures>('Pictures')
const ACCESS = token<AccessService>('AccessService')
const SECOND_FACTOR = token<SecondFactorService>('SecondFactorService')
const GLOBALS = token<GlobalSettings>('GlobalSettings')
const CACHES = token<CacheTools>('CacheTools')
const CAPTCHA = token<Captcha>('Captcha')
const MAILER = token<Mailer>('Mailer')
const BACKGROUND = token<Background>('Background')
const ENTRY = token<EntryRules>('EntryRules')
const SOCKET_RULES = token<SocketRules>('SocketRules')
const PRESENCE = token<UserPresence>('UserPresence')
const SEALER = token<AuditSealer>('AuditSealer')
const BLOBS = token<BlobStore>('BlobStore')
const EXPORTS = token<Exports>('Exports')
const ERASURES = token<Erasures>('Erasures')
const REALTIME = token<Realtime>('Realtime')
const FEED = token<TicketFeed>('TicketFeed')
const SETTINGS = token<SettingsService>('SettingsService')
const TENANTS = token<TenantsService>('TenantsService')
const LIMITS = token<Limits>('Limits')
const LICENCES = token<LicencesService>('LicencesService')
const RESETS = token<PasswordResets>('PasswordResets')
const PROTOCOLS = token<ReturnType<typeof createProtocols>>('Protocols')
const CONTACTS = token<ContactsService>('ContactsService')
const MERGES = token<ContactMerges>('ContactMerges')
const TICKETS = token<TicketsService>('TicketsService')
const MESSAGES = token<MessagesService>('MessagesService')
const ACTS = token<MessageActs>('MessageActs')
const FORWARDS = token<MessageForwards>('MessageForwards')
const DIRECTORY = token<ConnectionDirectory>('ConnectionDirectory')
const CONNECTIONS = token<ConnectionsService>('ConnectionsService')
const TASKS = token<ConnectionTasksService>('ConnectionTasksService')
const IMPORTS = token<Imports>('Imports')
const SESSIONS = token<Sessions>('Sessions')
const SIGNALS = token<SessionSignals>('SessionSignals')
const INBOUND = token<Inbound>('Inbound')
const DELIVERIES = token<Deliveries>('Deliveries')
const FETCHES = token<MediaFetches>('MediaFetches')
const PLUGINS = token<PluginHost>('PluginHost')
const INSTALLED = token<InstalledPlugins>('InstalledPlugins')
const INSTALLATIONS = token<InstallationStore>('InstallationStore')
const FILES = token<PluginFiles>('PluginFiles')
const HTTP = token<Http>('Http')
const WIRE = token<Server>('Wire')

/** Without NATS there is one node, and a restarted one is the same: it takes its own leases over at once. */
const nodeName = (natsUrl: string | undefined): string => (natsUrl === undefined ? 'single' : `node-${randomBytes(6).toString('hex')}`)
const sweepEarlyMs = 5_000
const sweepUnsentMs = 60_000
/** How long an entry of the audit trail stands unsealed at most. */
const sealEveryMs = 5_000
const reviewLicencesMs = 60 * 60_000
const sweepSignInTracesMs = 10 * 60_000

/**
 * The composition root: the only file that knows the container. Everything is a factory that is run once, when it is
 * first asked for; what has to be awaited is made before.
 */
export async function createApp(options: AppOptions): Promise<App> {
  const { log } = options
  const node = nodeName(options.natsUrl)
  const root = globalContainer.createChildContainer()
  const get = <T>(of: InjectionToken<T>): T => root.resolve(of)
  const once = <T>(of: InjectionToken<T>, make: () => T): void => void root.register(of, { useFactory: instanceCachingFactory(make) })

  const clock = options.clock ?? systemClock
  const db = openDatabase({ url: options.appUrl, ...(options.poolSize ? { poolSize: options.poolSize } : {}) })
  const bus = await createBus({ db, natsUrl: options.natsUrl, log, clock })
  root.register(CLOCK, { useValue: clock })
  root.register(DATABASE, { useValue: db })
  root.register(BUS, { useValue: bus })
  // The plugin host is given the list before it is filled: it reads it when the plugins start, and the routes need the host.
  const routes: BoundRoute[] = []
  const serving: { routing?: Routing; port?: number } = {}
  const address = (): string => ownAddress(options.publicUrl, options.host, serving.port ?? options.port)
  registerServices(once, get, options, { node, address })
  registerFront(once, get, options, { core: routes, routing: () => serving.routing })

  let draining = false
  routes.push(...coreRoutes(get, options), ...healthRoutes({ checks: { database: () => db.raw`select 1` }, draining: () => draining, metrics: get(METRICS) }))
  const plugins = get(PLUGINS)
  await plugins.start()

  const http = get(HTTP)
  const own = [...routes, ...docsRoutes({ routes: () => http.routes, version: options.version, publicUrl: options.publicUrl })]
  const routing: Routing = {
    check: (ofPlugins) => void checkRoutes([...own, ...ofPlugins], (permission) => get(PERMISSIONS).isKnown(permission)),
    mount: () => http.setRoutes([...own, ...plugins.routes()]),
  }
  serving.routing = routing
  routing.mount()
  const listener = await listen(http, options, get(WIRE))
  serving.port = listener.port
  const sweeps = [
    new Recurring({ name: 'early events', everyMs: sweepEarlyMs, log, run: () => get(INBOUND).sweepEarly() }),
    new Recurring({ name: 'unsent messages', everyMs: sweepUnsentMs, log, run: () => get(CONNECTIONS).sweepUnsent() }),
    new Recurring({ name: 'audit seals', everyMs: sealEveryMs, log, run: () => get(SEALER).run() }),
    new Recurring({ name: 'traces of signing in', everyMs: sweepSignInTracesMs, log, run: async () => void await db.raw`select core.forget_sign_in_traces(5000)` }),
  ]
  const licences = new Recurring({ name: 'licences', everyMs: reviewLicencesMs, log, run: () => get(LICENCES).review() })
  await get(JOBS).start()
  await get(SESSIONS).start()
  await get(DELIVERIES).start()
  get(FETCHES).start()
  get(IMPORTS).start()
  for (const sweep of [...sweeps, licences]) sweep.start()
  void licences.now()
  get(INSTALLED).start()

  return {
    port: listener.port, http, plugins, db,
    openConnections: () => get(SESSIONS).reconcile(),
    async close() {
      draining = true
      await Promise.all([...sweeps, licences].map((sweep) => sweep.stop()))
      await get(INSTALLED).close()
      await get(REALTIME).close()
      await listener.close(5_000)
      await get(BACKGROUND).settled()
      await get(FETCHES).close()
      await get(IMPORTS).close()
      await get(DELIVERIES).close()
      await get(SESSIONS).close()
      await plugins.close()
      await get(JOBS).close()
      get(DIRECTORY).close()
      get(SIGNALS).close()
      get(ACCESS).close()
      get(SETTINGS).close()
      get(GLOBALS).close()
      get(TENANTS).close()
      get(CACHES).close()
      await bus.close()
      await get(EGRESS).close()
      await db.close()
    },
  }
}

type Once = <T>(of: InjectionToken<T>, make: () => T) => void
type Get = <T>(of: InjectionToken<T>) => T

interface Place { readonly node: string; /** Under which people reach the installation. */ address(): string }

function registerServices(once: Once, get: Get, options: AppOptions, { node, address }: Place): void {
  const { log, secret } = options
  const db = get(DATABASE)
  const bus = get(BUS)
  const tellRead = (tenantId: string, ticketId: string): void => void get(SIGNALS).read(tenantId, ticketId).catch((error: unknown) => log.debug({ err: error }, 'reading was not passed on'))
  const windows = () => serviceWindowsOf(get(PLUGINS).channels)
  once(METRICS, () => {
    const metrics = createMetrics()
    metrics.gauge('recado_outbox_events', 'Events that wait for the relay; 10000 means at least as many', async () => Number((await db.raw`select count(*) as waiting from (select 1 from bus.outbox limit 10000) counted`)[0]!['waiting']))
    return metrics
  })
  once(VAULT, () => createVault(db, secret, bus))
  once(BLOBS, () => diskBlobs(join(options.dataDir, 'media')))
  once(MEDIA, () => createMediaStore({ db, blobs: get(BLOBS), secret, clock: get(CLOCK) }))
  once(EGRESS, () => createEgress(options.egress))
  once(JOBS, () => graphileJobs({ appUrl: options.appUrl, log }))
  once(PERMISSIONS, () => new Permissions())
  once(PASSWORDS, () => new Passwords())
  once(PICTURES, () => new Pictures(get(MEDIA)))
  once(SECOND_FACTOR, () => new SecondFactorService({
    db, vault: get(VAULT), clock: get(CLOCK), codes: new RecoveryCodes(secret), issuer: () => get(GLOBALS).get('applicationName'), isRequired: (tenantId) => get(SETTINGS).get(tenantId, 'requireSecondFactor'),
  }))
  // What asks for something the person can still give comes last, so that nobody types a code in vain.
  once(ACCESS, () => new AccessService({
    db, bus, clock: get(CLOCK), secret, passwords: get(PASSWORDS), pictures: get(PICTURES), permissions: get(PERMISSIONS), settings: get(SETTINGS), captcha: get(CAPTCHA), captchaMode: () => get(GLOBALS).get('captchaMode'),
    guards: [new PasskeyRequired(options.publicUrl), get(SECOND_FACTOR)], log,
    presenceChanged: (user) => void get(PRESENCE).tell(user).catch((error: unknown) => log.debug({ err: error }, 'colleagues were not told who came or left')),
  }))
  once(PRESENCE, () => new UserPresence({ db, realtime: () => get(REALTIME) }))
  once(SOCKET_RULES, () => new SocketRules({ access: get(ACCESS), entry: get(ENTRY), clock: get(CLOCK) }))
  once(CAPTCHA, () => new Captcha({ db, clock: get(CLOCK), secret }))
  once(BACKGROUND, () => new Background(log))
  once(MAILER, () => new Mailer({ jobs: get(JOBS), settings: get(GLOBALS), egress: get(EGRESS), secret, clock: get(CLOCK), log, address }))
  once(GLOBALS, () => new GlobalSettings({ db, bus, secret }))
  once(CACHES, () => new CacheTools({ db, bus }))
  once(ENTRY, () => new EntryRules({ clock: get(CLOCK), tierOf: (tenantId) => get(TENANTS).tier(tenantId), noticeVersion: async () => (await get(GLOBALS).get('privacyNotice'))?.version ?? null }))
  once(SEALER, () => new AuditSealer({ db, clock: get(CLOCK), secret }))
  once(EXPORTS, () => new Exports({ db, jobs: get(JOBS), blobs: get(BLOBS), media: get(MEDIA), clock: get(CLOCK), secret, plugins: get(PLUGINS) }))
  once(ERASURES, () => new Erasures({ db, bus, jobs: get(JOBS), blobs: get(BLOBS), clock: get(CLOCK), secret, feed: get(FEED), plugins: get(PLUGINS), log }))
  once(SETTINGS, () => new SettingsService({ db, bus }))
  once(TENANTS, () => new TenantsService({ db, bus }))
  once(LIMITS, () => new Limits({ clock: get(CLOCK), globals: get(GLOBALS), tierOf: (tenantId) => get(TENANTS).tier(tenantId) }))
  once(RESETS, () => new PasswordResets({ db, clock: get(CLOCK), passwords: get(PASSWORDS), mailer: get(MAILER), background: get(BACKGROUND), log, access: get(ACCESS) }))
  once(LICENCES, () => new LicencesService({ db, bus, clock: get(CLOCK), globals: get(GLOBALS), secret, publicUrl: options.publicUrl }))
  once(PROTOCOLS, () => createProtocols({ settings: get(SETTINGS), clock: get(CLOCK), timeZone: (tenantId) => get(TENANTS).timeZone(tenantId) }))
  once(WIRE, () => createWire(get(HTTP)))
  once(REALTIME, () => createRealtime({
    server: get(WIRE), bus, log, publicUrl: options.publicUrl, visibilityOf: (tenantId) => get(SETTINGS).visibility(tenantId),
    authenticate: (accessToken, sessionId) => get(SOCKET_RULES).authenticate(accessToken, sessionId), review: (sessionIds) => get(SOCKET_RULES).review(sessionIds),
    onAgentTyping: (viewer, ticketId, mode) => get(SIGNALS).typing(viewer, ticketId, mode),
  }))
  once(SIGNALS, () => new SessionSignals({ db, bus, settings: get(SETTINGS), channels: get(PLUGINS).channels, realtime: () => get(REALTIME), session: (id) => get(SESSIONS).find(id)?.session, log }))
  once(FEED, () => createTicketFeed({ db, realtime: get(REALTIME), media: get(MEDIA), windows, onError: (error) => log.warn({ err: error }, 'a change could not be shown; clients see it with their next reading') }))
  once(CONTACTS, () => new ContactsService({ db, settings: get(SETTINGS) }))
  once(MERGES, () => new ContactMerges({ db, bus, feed: get(FEED), settings: get(SETTINGS) }))
  once(TICKETS, () => new TicketsService({ db, bus, feed: get(FEED), settings: get(SETTINGS), windows, chats: createChatFinder(get(PLUGINS).channels), protocols: get(PROTOCOLS), onRead: tellRead }))
  const messagesDeps = (): MessagesDeps => ({ db, bus, feed: get(FEED), media: get(MEDIA), transcoder: ffmpegTranscoder({ media: get(MEDIA) }), settings: get(SETTINGS), channels: get(PLUGINS).channels, windows, clock: get(CLOCK), deliver: deliverBy(() => get(GLOBALS).get('deliveryMode'), () => get(DELIVERIES)), awaited: (id) => get(FETCHES).poke(id), onRead: tellRead })
  once(MESSAGES, () => new MessagesService(messagesDeps()))
  once(ACTS, () => new MessageActs(messagesDeps()))
  once(FORWARDS, () => new MessageForwards({ db, settings: get(SETTINGS), channels: get(PLUGINS).channels, clock: get(CLOCK), tickets: get(TICKETS), messages: get(MESSAGES) }))
  once(DIRECTORY, () => new ConnectionDirectory({
    db, bus, vault: get(VAULT), media: get(MEDIA), channels: get(PLUGINS).channels, log, publicUrl: options.publicUrl, inbound: () => get(INBOUND),
    setState: (connection, state) => void get(CONNECTIONS).report(connection, state).catch((error: unknown) => log.warn({ err: error, connection: connection.id }, 'a state could not be kept')),
  }))
  once(CONNECTIONS, () => new ConnectionsService({ db, bus, vault: get(VAULT), realtime: get(REALTIME), feed: get(FEED), channels: get(PLUGINS).channels, directory: get(DIRECTORY), limits: get(LIMITS), leave: (id) => get(SESSIONS).giveBack(id) }))
  once(SESSIONS, () => new Sessions({
    db, directory: get(DIRECTORY), channels: get(PLUGINS).channels, node, log, opened: (id) => { get(DELIVERIES).poke(id); get(IMPORTS).poke(id) },
    report: (connection, state, attempt) => void get(CONNECTIONS).report(connection, state, attempt).catch((error: unknown) => log.warn({ err: error, connection: connection.id }, 'a state could not be kept')),
  }))
  once(TASKS, () => {
    get(JOBS).register(transferTask, transferConversations({ db, feed: get(FEED), progressed: (place) => get(CONNECTIONS).progressed(place) }))
    return new ConnectionTasksService({ db, jobs: get(JOBS), clock: get(CLOCK), channels: get(PLUGINS).channels, connections: get(CONNECTIONS), imports: (id) => get(IMPORTS).poke(id) })
  })
  once(IMPORTS, () => createImports({
    db, bus, log, inbound: () => get(INBOUND), find: (id) => get(DIRECTORY).find(id), session: (id) => get(SESSIONS).find(id)?.session, openIds: () => get(SESSIONS).openIds(), progressed: (place) => get(CONNECTIONS).progressed(place),
  }))
  once(DELIVERIES, () => createDeliveries({ db, bus, feed: get(FEED), log, node, open: (id) => get(SESSIONS).find(id), openIds: () => get(SESSIONS).openIds() }))
  once(FETCHES, () => createMediaFetches({ db, bus, media: get(MEDIA), feed: get(FEED), log, session: (id) => get(SESSIONS).find(id)?.session, openIds: () => get(SESSIONS).openIds() }))
  once(INBOUND, () => createInbound({
    db, bus, feed: get(FEED), realtime: get(REALTIME), settings: get(SETTINGS), protocols: get(PROTOCOLS), metrics: get(METRICS), log, echoed: (source, message) => get(DELIVERIES).echoed(source, message),
    settle: (tenantId, identities) => get(MERGES).settle(tenantId, identities), awaited: (id) => get(FETCHES).poke(id),
  }))
}

function coreRoutes(get: Get, options: AppOptions): BoundRoute[] {
  const db = get(DATABASE)
  const bus = get(BUS)
  const cookie = new RefreshCookie(options.publicUrl)
  return [
    ...accessRoutes({ access: get(ACCESS), cookie }),
    ...signingIn(get, options),
    ...signInRoutes(get, options, cookie),
    ...sessionRoutes({ access: get(ACCESS), list: new SessionList({ db, access: get(ACCESS) }) }),
    ...apiTokenRoutes(get(ACCESS).apiTokens),
    ...consentRoutes(new ConsentService({ db, globals: get(GLOBALS), access: get(ACCESS) })),
    ...presenceRoutes(get(PRESENCE)),
    ...peopleRoutes(get),
    ...queueRoutes({ queues: new QueuesService({ db, bus, limits: get(LIMITS) }) }),
    ...tagRoutes({ tags: new TagsService({ db }) }),
    ...settingsRoutes({ settings: get(SETTINGS), version: options.version }),
    ...tenantRoutes({ tenants: get(TENANTS), licences: get(LICENCES) }),
    ...companiesRoutes(new CompaniesService({ db, bus, clock: get(CLOCK), limits: get(LIMITS), passwords: get(PASSWORDS), invite: (email) => get(RESETS).ask({ email }) }), get(LICENCES)),
    ...planRoutes(new PlansService({ db, bus })),
    ...companyRoutes(new CompanyService({ db, tenants: get(TENANTS) })),
    ...installationTools(get, options),
    ...ticketRoutes(get(TICKETS)), ...messageRoutes({ messages: get(MESSAGES), acts: get(ACTS), forwards: get(FORWARDS) }), ...contactRoutes(get(CONTACTS), get(MERGES)), ...connectionRoutes(get(CONNECTIONS), get(TASKS)),
    ...hookRoutes({ directory: get(DIRECTORY), channels: get(PLUGINS).channels, inbound: get(INBOUND) }), ...mediaRoutes(get(MEDIA)), ...pluginRoutes(get(PLUGINS)), ...pluginInstallation(get, options), ...busRoutes({ bus, db }),
    ...auditRoutes({ trail: new AuditService({ db }), verifier: new AuditVerifier({ db, secret: options.secret }) }),
    ...privacyRoutes({ exports: get(EXPORTS), erasures: get(ERASURES), requests: new PrivacyRequests(db) }),
  ]
}

function installationTools(get: Get, options: AppOptions): BoundRoute[] {
  const db = get(DATABASE)
  const system = new SystemInfo({ db, bus: options.natsUrl === undefined ? 'local' : 'nats', plugins: () => get(PLUGINS).plugins.map(({ id, version, status }) => ({ id, version, status })) })
  return [
    ...globalSettingsRoutes({ globals: get(GLOBALS), mailer: get(MAILER), egress: get(EGRESS), publicUrl: options.publicUrl }),
    ...toolsRoutes({ caches: get(CACHES), jobs: new JobTools({ db }), system, version: options.version }),
  ]
}

function peopleRoutes(get: Get): BoundRoute[] {
  const shared = { db: get(DATABASE), bus: get(BUS), permissions: get(PERMISSIONS), pictures: get(PICTURES), sessions: get(ACCESS).sessions, rightsChanged: (tenantId: string) => get(REALTIME).pluginsChanged(tenantId) }
  return [
    ...userRoutes({
      users: new UsersService(shared), accounts: new AccountsService({ ...shared, passwords: get(PASSWORDS), limits: get(LIMITS) }), pictures: new UserPictures(shared),
      deletion: new UserDeletion({ ...shared, feed: get(FEED) }), isConfirmed: (caller) => get(ENTRY).isConfirmed(caller),
    }),
    ...roleRoutes({ roles: new RolesService(shared) }), ...groupRoutes({ groups: new GroupsService(shared) }),
  ]
}

function signingIn(get: Get, { log }: AppOptions): readonly BoundRoute[] {
  const deps = { db: get(DATABASE), clock: get(CLOCK), passwords: get(PASSWORDS), mailer: get(MAILER), background: get(BACKGROUND), log }
  return signingInRoutes({
    access: get(ACCESS), captcha: get(CAPTCHA), resets: get(RESETS), registration: new Registration({ ...deps, settings: get(GLOBALS) }),
  })
}

/** Ways of signing in beside the password. */
function signInRoutes(get: Get, { publicUrl, secret, log }: AppOptions, cookie: RefreshCookie): BoundRoute[] {
  const db = get(DATABASE)
  const access = get(ACCESS)
  const secrets = new OneTimeSecrets({ db })
  const identityProviders = new IdentityProviders(get(EGRESS))
  const providers = new SsoProvidersService({ db, vault: get(VAULT), providers: identityProviders })
  return [
    ...passkeyRoutes({
      passkeys: new PasskeysService({ db, secrets, rpName: () => get(GLOBALS).get('applicationName') }), signIn: new PasskeySignIn({ db, access, secrets, decoys: new DecoyCredentials(secret) }),
      managed: new ManagedPasskeysService({ db }), cookie, publicUrl,
    }),
    ...secondFactorRoutes({ secondFactor: get(SECOND_FACTOR), access }),
    ...singleSignOnRoutes({ providers, signOn: new SingleSignOn({ db, access, secrets, providers, identityProviders, limits: get(LIMITS), log }), cookie, publicUrl }),
  ]
}

function pluginInstallation(get: Get, options: AppOptions): BoundRoute[] {
  const host = get(PLUGINS)
  const inbox = new PluginInbox(join(options.dataDir, 'plugins-inbox'))
  const publishers = new Publishers(get(DATABASE))
  const installer = new Installer({
    store: get(INSTALLATIONS), files: get(FILES), inbox, publishers, installed: get(INSTALLED), host, bus: get(BUS), jobs: get(JOBS),
    signaturesRequired: options.pluginSignatures === 'required', eraseSchema: (plugin) => erasePlugin(options.ownerUrl, plugin),
  })
  return installationRoutes({ installer, inbox, publishers, host })
}

interface RouteTable { readonly core: readonly BoundRoute[]; routing(): Routing | undefined }

function registerFront(once: Once, get: Get, options: AppOptions, routes: RouteTable): void {
  const { log, secret, ownerUrl } = options
  const db = get(DATABASE)
  const bus = get(BUS)
  once(INSTALLATIONS, () => new InstallationStore(db))
  once(FILES, () => new PluginFiles(join(options.dataDir, 'plugins')))
  once(INSTALLED, () => new InstalledPlugins({ store: get(INSTALLATIONS), files: get(FILES), bus, log, host: () => get(PLUGINS) }))
  once(PLUGINS, () => createPluginHost({
    folders: options.pluginFolders, installed: () => get(INSTALLED).present(), routing: routes.routing, ownerUrl, secret, coreRoutes: routes.core, egress: get(EGRESS), realtime: get(REALTIME), permissions: get(PERMISSIONS), clock: get(CLOCK),
    db, bus, jobs: get(JOBS), vault: get(VAULT), media: get(MEDIA), log, planLimits: (tenantId) => get(LIMITS).forPlugins(tenantId),
    ports: corePorts({ db, media: get(MEDIA), windows: () => serviceWindowsOf(get(PLUGINS).channels), contacts: () => get(CONTACTS), messages: () => get(MESSAGES) }),
    connections: {
      list: (tenantId, plugin) => get(CONNECTIONS).ofPlugin(tenantId, plugin),
      async lookup(connectionId) {
        const connection = await get(DIRECTORY).find(connectionId)
        return connection && { tenantId: connection.tenantId, plugin: connection.plugin, active: connection.active, context: (signal) => get(DIRECTORY).context(connection, signal) }
      },
    },
  }))
  once(HTTP, () => createHttp({
    log, metrics: get(METRICS), authenticator: get(ACCESS), permits: (viewer, permission) => viewer.can(permission), isPermission: (permission) => get(PERMISSIONS).isKnown(permission), rate: options.rate ?? createRateLimiter(), idempotency: createIdempotency(db),
    config: { publicUrl: options.publicUrl }, beforeHandle: async (route, caller) => {
      await get(ENTRY).admit(route, caller)
      await get(PLUGINS).admit(route, caller)
    },
    fallbacks: [servePluginAssets((id, mark) => get(PLUGINS).assets(id, mark)), ...(options.shellDist ? [serveShell({ dist: options.shellDist, logo: () => get(GLOBALS).get('logoUrl') })] : [])],
  }))
}
