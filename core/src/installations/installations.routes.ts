import {
  defineRoute,
  Empty,
  packageLimits,
  PluginInboxEntry,
  PluginInfo,
  PluginInspection,
  PluginPublisher,
  Refusal,
  type Viewer,
  nameLengths,
} from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute, type Caller } from '../http/route.ts'
import type { PluginHost } from '../plugins/host.ts'
import type { PluginInbox } from './inbox.ts'
import type { Actor } from './installation-store.ts'
import type { Installer } from './installer.ts'
import type { Publishers } from './publishers.ts'

const install = { access: { kind: 'session', permission: 'plugins.install' }, rate: 'write' } as const
/**
 * Code that runs in the server for every company: installing and removing it requires a recently confirmed identity.
 */
const confirmed = { ...install, access: { ...install.access, confirmed: true } } as const
const see = { ...install, rate: 'read' } as const
const byInspection = z.object({ id: z.uuid() })

const unreadable = [
  'ERR_PLUGIN_ARCHIVE',
  'ERR_PLUGIN_ARCHIVE_UNSAFE',
  'ERR_PLUGIN_ARCHIVE_TOO_LARGE',
  'ERR_PLUGIN_CONTENT',
  'ERR_PLUGIN_INCOMPATIBLE',
  'ERR_PLUGIN_ID_TAKEN',
]

const Inspect = defineRoute({
  method: 'POST',
  path: '/plugins/installations',
  summary:
    'Look at a packed plugin, uploaded as a file or lying in the inbox of the data folder. Nothing of it runs; ' +
    'what it asks for and who signed it is answered.',
  ...install,
  rate: 'upload',
  encoding: 'multipart',
  maxBody: packageLimits.packedBytes + 100_000,
  body: z.object({ folder: z.string().max(100).optional() }),
  response: PluginInspection,
  status: 201,
  errors: [...unreadable, 'ERR_NO_FILE_UPLOADED', 'ERR_NO_PLUGIN_IN_INBOX'],
})
const Confirm = defineRoute({
  method: 'POST',
  path: '/plugins/installations/:id/confirm',
  summary:
    'Install what was inspected, and start it. `acceptUnsigned` says that its concerns were read: no signature, ' +
    'an unknown publisher, another one than before.',
  ...confirmed,
  params: byInspection,
  body: z.object({ acceptUnsigned: z.boolean().default(false) }),
  response: PluginInfo,
  errors: [
    'ERR_NO_PLUGIN_INSPECTION',
    'ERR_PLUGIN_SIGNATURE',
    'ERR_PLUGIN_SIGNATURE_REQUIRED',
    'ERR_PLUGIN_ACCEPTANCE_REQUIRED',
    'ERR_PLUGIN_CHANGED',
    'ERR_PLUGIN_NOT_STARTED',
    'ERR_PLUGIN_ID_TAKEN',
  ],
})
const Discard = defineRoute({
  method: 'DELETE',
  path: '/plugins/installations/:id',
  summary: 'Forget an inspection.',
  ...install,
  params: byInspection,
  response: Empty,
  errors: ['ERR_NO_PLUGIN_INSPECTION'],
})
const Remove = defineRoute({
  method: 'DELETE',
  path: '/plugins/:id/installation',
  summary: 'Remove an installed plugin. Its data stays, unless `data=delete` comes with the id once more as `confirm`.',
  ...confirmed,
  params: z.object({ id: z.string().max(50) }),
  query: z.object({ data: z.enum(['keep', 'delete']).default('keep'), confirm: z.string().max(50).optional() }),
  response: Empty,
  errors: ['ERR_PLUGIN_NOT_FOUND', 'ERR_PLUGIN_SHIPPED', 'ERR_PLUGIN_IN_USE'],
})
const Inbox = defineRoute({
  method: 'GET',
  path: '/plugins/inbox',
  summary: 'What lies in the inbox of plugins in the data folder.',
  ...see,
  response: z.object({ entries: z.array(PluginInboxEntry) }),
})
const ListPublishers = defineRoute({
  method: 'GET',
  path: '/plugins/publishers',
  summary: 'Publishers whose signatures are trusted here.',
  ...see,
  response: z.object({ publishers: z.array(PluginPublisher) }),
})
const TrustPublisher = defineRoute({
  method: 'POST',
  path: '/plugins/publishers',
  summary: 'Trust a publisher by their public key.',
  ...confirmed,
  body: z.object({ name: z.string().trim().min(1).max(nameLengths.publisher), publicKey: z.base64().max(100) }),
  response: PluginPublisher,
  status: 201,
})
const DistrustPublisher = defineRoute({
  method: 'DELETE',
  path: '/plugins/publishers/:fingerprint',
  summary: 'Trust a publisher no more. What they signed stays installed.',
  ...install,
  params: z.object({ fingerprint: z.string().regex(/^[0-9a-f]{64}$/) }),
  response: Empty,
})

export interface InstallationRoutesDeps {
  readonly installer: Installer
  readonly inbox: PluginInbox
  readonly publishers: Publishers
  readonly host: Pick<PluginHost, 'list'>
}

const actorOf = (caller: Caller): Actor => viewerOf(caller)

/** Installing and removing plugins: for masters of the installation, see docs/decisions/022. */
export const installationRoutes = ({ installer, inbox, publishers, host }: InstallationRoutesDeps): BoundRoute[] => [
  {
    ...bindRoute(Inspect, ({ body: { folder }, files: [file] }, caller) => {
      if (folder !== undefined) return installer.inspectFromInbox(actorOf(caller), folder)
      if (!file) throw new Refusal('ERR_NO_FILE_UPLOADED')
      return installer.inspect(actorOf(caller), file.bytes)
    }),
    maxFile: { bytes: packageLimits.packedBytes, code: 'ERR_PLUGIN_ARCHIVE_TOO_LARGE' },
  },
  bindRoute(Confirm, async ({ params, body }, caller) =>
    infoOf(host, viewerOf(caller), await installer.confirm(actorOf(caller), params.id, body.acceptUnsigned)),
  ),
  bindRoute(Discard, async ({ params }, caller) => {
    await installer.discard(actorOf(caller), params.id)
    return {}
  }),
  bindRoute(Remove, async ({ params: { id }, query: { data, confirm } }, caller) => {
    const erase = data === 'delete'
    if (erase && confirm !== id)
      throw new Refusal('ERR_VALIDATION', {
        issues: [{ path: 'query.confirm', message: 'The id of the plugin has to be given once more' }],
      })
    await installer.remove(actorOf(caller), id, erase)
    return {}
  }),
  bindRoute(Inbox, async () => ({ entries: await inbox.list() })),
  bindRoute(ListPublishers, async () => ({ publishers: await publishers.list() })),
  bindRoute(TrustPublisher, ({ body }, caller) => publishers.trust(actorOf(caller), body.name, body.publicKey)),
  bindRoute(DistrustPublisher, async ({ params }, caller) => {
    await publishers.distrust(actorOf(caller), params.fingerprint)
    return {}
  }),
]

async function infoOf(host: Pick<PluginHost, 'list'>, viewer: Viewer, id: string): Promise<PluginInfo> {
  const info = (await host.list(viewer)).find((plugin) => plugin.id === id)
  if (!info) throw new Refusal('ERR_PLUGIN_NOT_FOUND')
  return info
}
