import { diagnosticsRoute } from '../channels/connection-diagnostics.ts'
import { ConnectionDirectory } from '../channels/connection-directory.ts'
import { ConnectionOperations } from '../channels/connection-operations.ts'
import { ConnectionTasksService } from '../channels/connection-tasks.service.ts'
import { connectionRoutes } from '../channels/connections.routes.ts'
import { ConnectionsService } from '../channels/connections.service.ts'
import { syncContacts } from '../channels/contact-sync.ts'
import { createDeliveries } from '../channels/delivery.ts'
import { hookRoutes } from '../channels/hooks.routes.ts'
import { importHistory } from '../channels/imports.ts'
import { createMediaFetches } from '../channels/media-fetch.ts'
import { PaceGovernor } from '../channels/pace/pace-governor.ts'
import { paceRoutes } from '../channels/pace/pace.routes.ts'
import { PaceService } from '../channels/pace/pace.service.ts'
import { serviceWindowsOf } from '../channels/service-window.ts'
import { SessionSignals } from '../channels/session-signals.ts'
import { Sessions } from '../channels/sessions.ts'
import { createTaskRunner } from '../channels/task-runner.ts'
import { transferConversations, transferTask } from '../channels/transfer.ts'
import { ErasedAddresses } from '../contacts/erased-addresses.ts'
import type { BoundRoute } from '../http/route.ts'
import type { ServiceWindows } from '../tickets/ticket-rows.ts'
import type { Making } from './app-options.ts'
import {
  BUS,
  CLOCK,
  CONNECTIONS,
  DATABASE,
  DELIVERIES,
  DIRECTORY,
  ENTRY,
  FEED,
  FETCHES,
  INBOUND,
  JOBS,
  LIMITS,
  LINK_PREVIEWS,
  MEDIA,
  MERGES,
  PACE,
  CONNECTION_OPERATIONS,
  PLUGINS,
  REALTIME,
  SESSIONS,
  SETTINGS,
  SIGNALS,
  TASK_RUNNER,
  TASKS,
  VAULT,
} from './tokens.ts'

/** Connections of channels: their sessions, what comes in, what goes out, and their tasks. */
export function makeConnections({ once, get, options, nodes }: Making): void {
  const { log } = options
  const db = get(DATABASE)
  const bus = get(BUS)
  once(
    SIGNALS,
    () =>
      new SessionSignals({
        db,
        bus,
        settings: get(SETTINGS),
        channels: get(PLUGINS).channels,
        realtime: () => get(REALTIME),
        session: (id) => get(SESSIONS).find(id)?.session,
        log,
      }),
  )
  once(
    CONNECTION_OPERATIONS,
    () =>
      new ConnectionOperations({
        db,
        bus,
        channels: get(PLUGINS).channels,
        session: (id) => get(SESSIONS).find(id)?.session,
        node: nodes.name,
        log,
      }),
  )
  once(
    DIRECTORY,
    () =>
      new ConnectionDirectory({
        db,
        bus,
        vault: get(VAULT),
        media: get(MEDIA),
        channels: get(PLUGINS).channels,
        log,
        publicUrl: options.publicUrl,
        node: nodes.name,
        inbound: () => get(INBOUND),
        pluginOf: (plugin, tenantId, signal) => get(PLUGINS).contextOf(plugin, tenantId, signal),
        linkPreview: (...message) => get(LINK_PREVIEWS).ofSent(...message),
        setState: (connection, state) =>
          void get(CONNECTIONS)
            .report(connection, state)
            .catch((error: unknown) =>
              log.warn({ err: error, connection: connection.id }, 'a state could not be kept'),
            ),
      }),
  )
  once(
    CONNECTIONS,
    () =>
      new ConnectionsService({
        db,
        bus,
        vault: get(VAULT),
        realtime: get(REALTIME),
        feed: get(FEED),
        channels: get(PLUGINS).channels,
        directory: get(DIRECTORY),
        limits: get(LIMITS),
        leave: (id) => get(SESSIONS).giveBack(id),
      }),
  )
  once(
    SESSIONS,
    () =>
      new Sessions({
        db,
        bus,
        directory: get(DIRECTORY),
        channels: get(PLUGINS).channels,
        nodes,
        log,
        settled: (id) => get(DELIVERIES).settled(id),
        opened: (id) => {
          get(PACE).forget(id)
          get(DELIVERIES).poke(id)
          get(FETCHES).poke(id)
          get(TASK_RUNNER).poke(id)
        },
        report: (connection, state, attempt) =>
          void get(CONNECTIONS)
            .report(connection, state, attempt)
            .catch((error: unknown) =>
              log.warn({ err: error, connection: connection.id }, 'a state could not be kept'),
            ),
      }),
  )
  once(TASKS, () => {
    get(JOBS).register(
      transferTask,
      transferConversations({
        db,
        feed: get(FEED),
        wake: (id) => get(DELIVERIES).poke(id),
        progressed: (place) => get(CONNECTIONS).progressed(place),
      }),
    )
    return new ConnectionTasksService({
      db,
      jobs: get(JOBS),
      clock: get(CLOCK),
      channels: get(PLUGINS).channels,
      connections: get(CONNECTIONS),
      wake: (id) => get(TASK_RUNNER).poke(id),
    })
  })
  once(TASK_RUNNER, () =>
    createTaskRunner(
      {
        db,
        bus,
        log,
        find: (id) => get(DIRECTORY).find(id),
        session: (id) => get(SESSIONS).find(id)?.session,
        openIds: () => get(SESSIONS).openIds(),
        progressed: (place) => get(CONNECTIONS).progressed(place),
      },
      [
        importHistory({ db, inbound: () => get(INBOUND) }),
        syncContacts({
          db,
          bus,
          limits: get(LIMITS),
          erased: new ErasedAddresses(options.secret),
          settle: (tenantId, identities) => get(MERGES).settle(tenantId, identities),
        }),
      ],
    ),
  )
  once(PACE, () => new PaceGovernor({ db, bus, log, clock: get(CLOCK), changed: (id) => get(DELIVERIES).poke(id) }))
  once(DELIVERIES, () =>
    createDeliveries({
      db,
      bus,
      feed: get(FEED),
      log,
      node: nodes.name,
      open: (id) => get(SESSIONS).find(id),
      openIds: () => get(SESSIONS).openIds(),
      pace: get(PACE),
    }),
  )
  once(FETCHES, () =>
    createMediaFetches({
      db,
      bus,
      media: get(MEDIA),
      feed: get(FEED),
      log,
      session: (id) => get(SESSIONS).find(id)?.session,
      openIds: () => get(SESSIONS).openIds(),
    }),
  )
}

/** What tells the session of a connection, and by it the customer's device, that a ticket was read. */
export const readingTold =
  ({ get, options: { log } }: Making) =>
  (tenantId: string, ticketId: string): void =>
    void get(SIGNALS)
      .read(tenantId, ticketId)
      .catch((error: unknown) => log.debug({ err: error }, 'reading was not passed on'))

/** The service windows of the channels that are there. */
export const channelWindows =
  ({ get }: Making) =>
  (): ServiceWindows =>
    serviceWindowsOf(get(PLUGINS).channels)

/** The calls of connections, and those by which providers deliver. */
export function connectionCalls({ get, options }: Making): BoundRoute[] {
  return [
    ...connectionRoutes(get(CONNECTIONS), get(TASKS), (caller) => get(ENTRY).isConfirmed(caller)),
    ...paceRoutes(
      new PaceService({
        db: get(DATABASE),
        bus: get(BUS),
        channels: get(PLUGINS).channels,
        settings: get(SETTINGS),
        clock: get(CLOCK),
      }),
    ),
    diagnosticsRoute({
      db: get(DATABASE),
      vault: get(VAULT),
      channels: get(PLUGINS).channels,
      operations: get(CONNECTION_OPERATIONS),
      version: options.version,
      versionOf: (plugin) => get(PLUGINS).plugins.find(({ id }) => id === plugin)?.version ?? null,
      clock: get(CLOCK),
    }),
    ...hookRoutes({ directory: get(DIRECTORY), channels: get(PLUGINS).channels, inbound: get(INBOUND) }),
  ]
}
