import {
  Connection,
  ConnectionCheck,
  defineRoute,
  Empty,
  id,
  ImportSettings,
  type ConnectionId,
  type QueueId,
  farewellLength,
  nameLengths,
} from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute, type IsConfirmed } from '../http/route.ts'
import type { ConnectionTasksService } from './connection-tasks.service.ts'
import type { ConnectionsService } from './connections.service.ts'

const byId = z.object({ id: id<ConnectionId>() })
const Name = z.string().trim().min(1).max(nameLengths.channel)
/** `{{name}}`, `{{fullName}}`, `{{agent}}` and `{{protocol}}` are filled in. */
const Farewell = z.string().trim().max(farewellLength).nullable()
const Config = z.record(z.string(), z.unknown())
const Create = z
  .object({
    name: Name,
    type: z.string().max(50),
    isDefault: z.boolean().optional(),
    queueId: id<QueueId>().nullable().optional(),
    farewellMessage: Farewell.optional(),
    config: Config.optional(),
  })
  .strict()
const Update = z
  .object({
    name: Name.optional(),
    isDefault: z.boolean().optional(),
    queueId: id<QueueId>().nullable().optional(),
    farewellMessage: Farewell.optional(),
    config: Config.optional(),
  })
  .strict()
const Test = z
  .object({ id: id<ConnectionId>().optional(), type: z.string().max(50), config: Config.default({}) })
  .strict()
const Restart = z.object({ isQrcode: z.boolean().optional(), reset: z.boolean().default(false) }).strict()
const Transfer = z.object({ from: id<ConnectionId>(), to: id<ConnectionId>() }).strict()

const read = { access: { kind: 'session', permission: 'channels.read' }, rate: 'read' } as const
const bringContacts = { access: { kind: 'session', permission: 'contacts.import' }, rate: 'write' } as const
const manage = { access: { kind: 'session', permission: 'channels.manage' }, rate: 'write' } as const

/** The product calls a channel connection a "whatsapp", of any type; the paths keep that name. */
export const connectionRoutes = (
  connections: ConnectionsService,
  tasks: ConnectionTasksService,
  isConfirmed: IsConfirmed,
): BoundRoute[] => [
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/whatsapp',
      summary: 'Channel connections of the company',
      ...read,
      response: z.array(Connection),
    }),
    (_request, caller) => connections.list(viewerOf(caller)),
  ),
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/whatsapp/:id',
      summary: 'One channel connection',
      ...read,
      params: byId,
      response: Connection,
      errors: ['ERR_NO_WAPP_FOUND'],
    }),
    (request, caller) => connections.get(viewerOf(caller), request.params.id),
  ),
  bindRoute(
    defineRoute({
      method: 'POST',
      path: '/whatsapp',
      summary: 'Create a channel connection',
      ...manage,
      body: Create,
      response: Connection,
      errors: [
        'ERR_CONNECTION_NAME_EXISTS',
        'ERR_CHANNEL_TYPE_UNKNOWN',
        'ERR_CONNECTION_LIMIT_REACHED',
        'ERR_FREE_PLAN_CONNECTION',
        'ERR_FREE_PLAN_VIOLATION',
        'ERR_RESELLER_CONNECTION_LIMIT',
        'ERR_NO_QUEUE_FOUND',
      ],
    }),
    (request, caller) => connections.create(viewerOf(caller), request.body),
  ),
  bindRoute(
    defineRoute({
      method: 'PUT',
      path: '/whatsapp/:id',
      summary:
        'Change a channel connection; with another address every secret has to be given again, in a confirmed session',
      ...manage,
      params: byId,
      body: Update,
      response: Connection,
      errors: ['ERR_NO_WAPP_FOUND', 'ERR_CONNECTION_NAME_EXISTS', 'ERR_NO_QUEUE_FOUND', 'ERR_CONFIRMATION_REQUIRED'],
    }),
    (request, caller) =>
      connections.update(
        { viewer: viewerOf(caller), isConfirmed: isConfirmed(caller) },
        request.params.id,
        request.body,
      ),
  ),
  bindRoute(
    defineRoute({
      method: 'DELETE',
      path: '/whatsapp/:id',
      summary: 'Delete a channel connection; its conversations stay',
      ...manage,
      params: byId,
      response: Empty,
      errors: ['ERR_NO_WAPP_FOUND'],
    }),
    async (request, caller) => {
      await connections.remove(viewerOf(caller), request.params.id)
      return {}
    },
  ),
  bindRoute(
    defineRoute({
      method: 'POST',
      path: '/whatsapp/:id/check',
      summary: 'Test a channel connection; answers which step is broken',
      ...manage,
      params: byId,
      response: ConnectionCheck,
      errors: ['ERR_NO_WAPP_FOUND', 'ERR_CHANNEL_TYPE_UNKNOWN'],
    }),
    (request, caller) => connections.check(viewerOf(caller), request.params.id, request.signal),
  ),
  bindRoute(
    defineRoute({
      method: 'POST',
      path: '/whatsapp/check',
      summary: 'Test settings before they are kept; of the connection `id`, kept secrets fill in what was not typed',
      ...manage,
      body: Test,
      response: ConnectionCheck,
      errors: ['ERR_NO_WAPP_FOUND', 'ERR_CHANNEL_TYPE_UNKNOWN', 'ERR_CONFIRMATION_REQUIRED'],
    }),
    (request, caller) =>
      connections.test({ viewer: viewerOf(caller), isConfirmed: isConfirmed(caller) }, request.body, request.signal),
  ),
  bindRoute(
    defineRoute({
      method: 'POST',
      path: '/whatsappsession/:id',
      summary: 'Connect',
      ...manage,
      params: byId,
      response: Connection,
      errors: ['ERR_NO_WAPP_FOUND', 'ERR_FREE_PLAN_CONNECTION', 'ERR_FREE_PLAN_VIOLATION'],
    }),
    (request, caller) => connections.setActive(viewerOf(caller), request.params.id, true),
  ),
  bindRoute(
    defineRoute({
      method: 'DELETE',
      path: '/whatsappsession/:id',
      summary: 'Disconnect',
      ...manage,
      params: byId,
      response: Connection,
      errors: ['ERR_NO_WAPP_FOUND'],
    }),
    (request, caller) => connections.setActive(viewerOf(caller), request.params.id, false),
  ),
  bindRoute(
    defineRoute({
      method: 'PUT',
      path: '/whatsappsession/:id',
      summary: 'Start the session again for a new code, or reset it: what was kept of the session is forgotten',
      ...manage,
      params: byId,
      body: Restart,
      response: Connection,
      errors: ['ERR_NO_WAPP_FOUND', 'ERR_CONNECTION_INACTIVE'],
    }),
    (request, caller) => connections.restart(viewerOf(caller), request.params.id, request.body.reset),
  ),
  bindRoute(
    defineRoute({
      method: 'POST',
      path: '/whatsapp/transfer',
      summary: 'Move the conversations of a connection to another one; goes on by itself',
      ...manage,
      body: Transfer,
      response: Connection,
      errors: ['ERR_NO_WAPP_FOUND', 'ERR_SAME_CONNECTION', 'ERR_CHANNELS_DIFFER', 'ERR_CONNECTION_BUSY'],
    }),
    (request, caller) => tasks.transfer(viewerOf(caller), request.body.from, request.body.to),
  ),
  bindRoute(
    defineRoute({
      method: 'POST',
      path: '/whatsapp/:id/import',
      summary: 'Bring in messages of the past; goes on by itself',
      ...manage,
      params: byId,
      body: ImportSettings,
      response: Connection,
      errors: ['ERR_NO_WAPP_FOUND', 'ERR_CHANNEL_UNSUPPORTED', 'ERR_IMPORT_DATES', 'ERR_CONNECTION_BUSY'],
    }),
    (request, caller) => tasks.startImport(viewerOf(caller), request.params.id, request.body),
  ),
  bindRoute(
    defineRoute({
      method: 'DELETE',
      path: '/whatsapp/:id/import',
      summary: 'Stop bringing in messages; what came stays',
      ...manage,
      params: byId,
      response: Connection,
      errors: ['ERR_NO_WAPP_FOUND'],
    }),
    (request, caller) => tasks.cancel(viewerOf(caller), request.params.id, 'import'),
  ),
  bindRoute(
    defineRoute({
      method: 'POST',
      path: '/whatsapp/:id/contacts',
      summary: 'Make contacts of those whom a channel knows; goes on by itself',
      ...bringContacts,
      params: byId,
      response: Connection,
      errors: ['ERR_NO_WAPP_FOUND', 'ERR_CHANNEL_UNSUPPORTED', 'ERR_CONNECTION_INACTIVE', 'ERR_CONNECTION_BUSY'],
    }),
    (request, caller) => tasks.startContactSync(viewerOf(caller), request.params.id),
  ),
  bindRoute(
    defineRoute({
      method: 'DELETE',
      path: '/whatsapp/:id/contacts',
      summary: 'Stop making contacts of those whom a channel knows; who came stays',
      ...bringContacts,
      params: byId,
      response: Connection,
      errors: ['ERR_NO_WAPP_FOUND'],
    }),
    (request, caller) => tasks.cancel(viewerOf(caller), request.params.id, 'contacts'),
  ),
]
