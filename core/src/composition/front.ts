import { join } from 'node:path'
import { serviceWindowsOf } from '../channels/service-window.ts'
import { audit } from '../audit/audit.ts'
import { PluginKeys } from '../credentials/plugin-keys.ts'
import { ConnectedPrograms } from '../oauth/connected-programs.ts'
import { oauthRoutes } from '../oauth/oauth.routes.ts'
import { createIdempotency } from '../http/idempotency.ts'
import { createRateLimiter } from '../http/rate.ts'
import type { BoundRoute } from '../http/route.ts'
import { createHttp } from '../http/server.ts'
import { servePluginAssets, servePluginTexts, serveShell } from '../http/static.ts'
import { PluginInbox } from '../installations/inbox.ts'
import { InstallationStore } from '../installations/installation-store.ts'
import { installationRoutes } from '../installations/installations.routes.ts'
import { InstalledPlugins } from '../installations/installed-plugins.ts'
import { Installer } from '../installations/installer.ts'
import { PluginFiles } from '../installations/plugin-files.ts'
import { Publishers } from '../installations/publishers.ts'
import { sweptMedia } from '../messages/uploads.service.ts'
import { actingAs } from '../plugins/acting.ts'
import { subjectReader } from '../plugins/automation-subjects.ts'
import { corePorts } from '../plugins/core-ports.ts'
import { createPluginHost } from '../plugins/host.ts'
import { PluginConnections } from '../plugins/plugin-connections.ts'
import { erasePlugin } from '../plugins/migrate.ts'
import { pluginRoutes } from '../plugins/plugins.routes.ts'
import type { Routing } from '../plugins/running-plugins.ts'
import type { Making } from './app-options.ts'
import {
  ACCESS,
  ACTS,
  BOTS,
  DRAFTS,
  EXPECTED_REPLIES,
  FACTS,
  IMPORTS,
  BOUNDED_MEDIA,
  BUS,
  CAPTCHA,
  CLOCK,
  COMPANY_ADDRESSES,
  CONNECTIONS,
  CONTACTS,
  DATABASE,
  DIRECTORY,
  EGRESS,
  ENTRY,
  FEED,
  FILES,
  GLOBALS,
  HTTP,
  INSTALLATIONS,
  INSTALLED,
  JOBS,
  LIMITS,
  MAILER,
  MEDIA,
  MERGES,
  MESSAGES,
  METRICS,
  BELL,
  NOTICE_PUSHES,
  NOTIFICATIONS,
  CONNECTED_PROGRAMS,
  CONNECTION_OPERATIONS,
  CONTACT_CHANGES,
  CONTACT_CREATION,
  PERMISSIONS,
  PLUGINS,
  PLUGIN_WEBHOOKS,
  REALTIME,
  RESPONDER_DISPATCH,
  SETTINGS,
  TENANTS,
  TICKETS,
  TRANSFERS,
  VAULT,
  IDEMPOTENCY,
  OPENING_KEEPING,
  PLUGIN_KEYS,
  VIEWERS,
  VISITORS,
} from './tokens.ts'

/** The routes of core, and how those of plugins get in and out beside them. */
export interface RouteTable {
  readonly core: readonly BoundRoute[]
  routing(): Routing | undefined
}

/** Plugins, and the HTTP face with everything that stands before a route. */
export function makeFront({ once, get, options, shares, addressOf }: Making, routes: RouteTable): void {
  const { log, secret, ownerUrl, roles } = options
  const db = get(DATABASE)
  const bus = get(BUS)
  once(INSTALLATIONS, () => new InstallationStore(db))
  once(FILES, () => new PluginFiles(join(options.dataDir, 'plugins')))
  once(
    INSTALLED,
    () => new InstalledPlugins({ store: get(INSTALLATIONS), files: get(FILES), bus, log, host: () => get(PLUGINS) }),
  )
  once(IDEMPOTENCY, () => createIdempotency(db))
  once(
    CONNECTED_PROGRAMS,
    () =>
      new ConnectedPrograms({
        db,
        tokens: get(ACCESS).apiTokens,
        clock: get(CLOCK),
        secret,
        egress: get(EGRESS),
        publicUrl: options.publicUrl,
        resources: () => get(PLUGINS).connectable(),
      }),
  )
  once(PLUGIN_KEYS, () => new PluginKeys({ db, bus, clock: get(CLOCK) }))
  once(PLUGINS, () =>
    createPluginHost({
      folders: options.pluginFolders,
      installed: () => get(INSTALLED).present(),
      routing: routes.routing,
      ownerUrl,
      secret,
      roles,
      addressOf,
      databaseConnections: new PluginConnections(shares.plugins),
      coreRoutes: routes.core,
      egress: get(EGRESS),
      realtime: get(REALTIME),
      permissions: get(PERMISSIONS),
      clock: get(CLOCK),
      db,
      bus,
      jobs: get(JOBS),
      vault: get(VAULT),
      media: get(MEDIA),
      log,
      routeMedia: { users: get(BOUNDED_MEDIA), strangers: sweptMedia(get(BOUNDED_MEDIA)) },
      visitors: get(VISITORS),
      captcha: get(CAPTCHA),
      publicUrl: options.publicUrl,
      planLimits: (tenantId) => get(LIMITS).forPlugins(tenantId),
      globals: get(GLOBALS),
      serviceChanged: async (tenantId, kind) => {
        if (kind === 'openings') await get(OPENING_KEEPING).changed(tenantId)
      },
      ports: corePorts({
        db,
        bus: () => bus,
        feed: () => get(FEED),
        media: get(MEDIA),
        windows: () => serviceWindowsOf(get(PLUGINS).channels),
        contacts: () => get(CONTACTS),
        messages: () => get(MESSAGES),
        settings: get(SETTINGS),
        notifications: () => get(NOTIFICATIONS),
        notices: () => get(NOTICE_PUSHES),
        bell: () => get(BELL),
        realtime: get(REALTIME),
        botHold: () => get(BOTS),
        responders: () => get(RESPONDER_DISPATCH),
        replies: () => get(EXPECTED_REPLIES),
        webhooks: () => get(PLUGIN_WEBHOOKS),
        facts: () => get(FACTS),
        viewers: () => get(VIEWERS),
        mailer: () => get(MAILER),
        imports: () => get(IMPORTS),
        channels: () => get(PLUGINS).channels,
        operations: () => get(CONNECTION_OPERATIONS),
        changes: () => get(CONTACT_CHANGES),
        creation: () => get(CONTACT_CREATION),
        merges: () => get(MERGES),
        idempotency: () => get(IDEMPOTENCY),
        keys: () => get(PLUGIN_KEYS),
        tokens: () => get(ACCESS).apiTokens,
        programs: () => get(CONNECTED_PROGRAMS),
        tickets: () => get(TICKETS),
        transfers: () => get(TRANSFERS),
      }),
      subjects: subjectReader({
        db,
        media: get(MEDIA),
        windows: () => serviceWindowsOf(get(PLUGINS).channels),
        settings: get(SETTINGS),
        clock: get(CLOCK),
      }),
      acting: actingAs({
        tickets: () => get(TICKETS),
        transfers: () => get(TRANSFERS),
        messages: () => get(MESSAGES),
        acts: () => get(ACTS),
        drafts: () => get(DRAFTS),
        plugins: () => get(PLUGINS),
        clock: get(CLOCK),
      }),
      recordAct: (entry) => db.tenant(entry.tenantId, (tx) => audit(tx, { ...entry, action: 'token.act' })),
      companies: get(COMPANY_ADDRESSES),
      connections: {
        list: (tenantId, plugin) => get(CONNECTIONS).ofPlugin(tenantId, plugin),
        create: (tenantId, plugin, made) => get(CONNECTIONS).createFor(tenantId, plugin, made),
        change: (tenantId, plugin, id, change) => get(CONNECTIONS).changeFor(tenantId, plugin, id, change),
        remove: (tenantId, plugin, id) => get(CONNECTIONS).removeFor(tenantId, plugin, id),
        async lookup(connectionId) {
          const connection = await get(DIRECTORY).find(connectionId)
          return (
            connection && {
              tenantId: connection.tenantId,
              plugin: connection.plugin,
              active: connection.active,
              context: (signal) => get(DIRECTORY).context(connection, signal),
            }
          )
        },
      },
    }),
  )
  once(HTTP, () =>
    createHttp({
      log,
      metrics: get(METRICS),
      authenticator: get(ACCESS),
      permits: (viewer, permission) => viewer.can(permission),
      isPermission: (permission) => get(PERMISSIONS).isKnown(permission),
      rate: options.rate ?? createRateLimiter(),
      keys: get(PLUGIN_KEYS),
      idempotency: get(IDEMPOTENCY),
      config: { publicUrl: options.publicUrl },
      addressOf,
      beforeHandle: async (route, caller) => {
        await get(ENTRY).admit(route, caller)
        await get(PLUGINS).admit(route, caller)
      },
      fallbacks: [
        servePluginTexts((locale, hash) => get(PLUGINS).texts(locale, hash)),
        servePluginAssets((id, mark) => get(PLUGINS).assets(id, mark)),
        ...(options.shellDist
          ? [
              serveShell({
                dist: options.shellDist,
                logo: () => get(GLOBALS).get('logoUrl'),
                name: () => get(GLOBALS).get('applicationName'),
              }),
            ]
          : []),
      ],
    }),
  )
}

/** The calls around plugins. */
export const pluginCalls = (making: Making): BoundRoute[] => [
  ...pluginRoutes({
    host: making.get(PLUGINS),
    timeZone: (tenantId) => making.get(TENANTS).timeZone(tenantId),
    streamOf: (viewer) => making.get(REALTIME).streamOf(viewer),
    isConfirmed: (caller) => making.get(ENTRY).isConfirmed(caller),
  }),
  ...oauthRoutes(making.get(CONNECTED_PROGRAMS)),
  ...pluginInstallation(making),
]

function pluginInstallation({ get, options }: Making): BoundRoute[] {
  const host = get(PLUGINS)
  const inbox = new PluginInbox(join(options.dataDir, 'plugins-inbox'))
  const publishers = new Publishers(get(DATABASE))
  const installer = new Installer({
    store: get(INSTALLATIONS),
    files: get(FILES),
    inbox,
    publishers,
    installed: get(INSTALLED),
    host,
    bus: get(BUS),
    jobs: get(JOBS),
    signaturesRequired: options.pluginSignatures !== 'ask',
    eraseSchema: (plugin) => erasePlugin(options.ownerUrl, plugin),
  })
  return installationRoutes({ installer, inbox, publishers, host })
}
