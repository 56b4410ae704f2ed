import { defineRoute, PluginInfo, Refusal, ShellManifest, type StreamPosition, type Viewer } from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute, type IsConfirmed } from '../http/route.ts'
import type { PluginHost } from './host.ts'

const ReadManifest = defineRoute({
  method: 'GET',
  path: '/api/shell/manifest',
  summary: 'What the shell may draw for the signed-in user: pages, slots, commands, channel types and permissions.',
  access: { kind: 'session', permission: 'account.own' },
  rate: 'read',
  response: ShellManifest,
})
const ListPlugins = defineRoute({
  method: 'GET',
  path: '/api/plugins',
  summary:
    'All installed plugins with their status, settings form and stored settings. Secrets only say whether they ' +
    'are set.',
  access: { kind: 'session', permission: 'plugins.manage' },
  rate: 'read',
  response: z.object({ plugins: z.array(PluginInfo) }),
})
const ChangePlugin = defineRoute({
  method: 'PUT',
  path: '/api/plugins/:id',
  summary:
    'Saves the settings of a plugin for the company and switches it on or off. An empty secret keeps its value, ' +
    'null erases it; with another address every secret has to be given again, in a confirmed session. A secret that ' +
    'its receiver refuses is not saved; `untested` names those that nobody could be asked about.',
  access: { kind: 'session', permission: 'plugins.manage' },
  rate: 'write',
  params: z.object({ id: z.string().max(50) }),
  body: z.object({ enabled: z.boolean().optional(), settings: z.record(z.string().max(100), z.unknown()).optional() }),
  response: PluginInfo,
  errors: [
    'ERR_CONFIRMATION_REQUIRED',
    'ERR_PLUGIN_NOT_FOUND',
    'ERR_PLUGIN_UNAVAILABLE',
    'ERR_PLUGIN_SETTINGS',
    'ERR_PLUGIN_DISABLED',
    'ERR_TIER_REQUIRED',
    'ERR_ATTRIBUTE_LIMIT',
  ],
})

export interface PluginRoutesDeps {
  readonly host: Pick<PluginHost, 'manifest' | 'list' | 'enable' | 'disable' | 'saveSettings'>
  timeZone(tenantId: string): Promise<string>
  /** Where the stream of the user's pushes stands on this node; kept for the socket that follows. */
  streamOf(viewer: Viewer): StreamPosition
  readonly isConfirmed: IsConfirmed
}

/** Core's own routes around plugins: the shell's manifest, and the plugins page of administrators. */
export const pluginRoutes = ({ host, timeZone, streamOf, isConfirmed }: PluginRoutesDeps): BoundRoute[] => [
  bindRoute(ReadManifest, async (_request, caller) => {
    const viewer = viewerOf(caller)
    // Before anything is read: what changes from here on is pushed to who begins there.
    const stream = streamOf(viewer)
    const [manifest, zone] = await Promise.all([host.manifest(viewer), timeZone(viewer.tenantId)])
    return { ...manifest, stream, timeZone: zone }
  }),
  bindRoute(ListPlugins, async (_request, caller) => ({ plugins: await host.list(viewerOf(caller)) })),
  bindRoute(ChangePlugin, async ({ params: { id }, body: { enabled, settings } }, caller) => {
    const viewer = viewerOf(caller)
    const editor = { viewer, isConfirmed: isConfirmed(caller) }
    const untested = settings === undefined ? [] : await host.saveSettings(id, editor, settings)
    if (enabled !== undefined)
      await (enabled ? host.enable(viewer.tenantId, id, viewer) : host.disable(viewer.tenantId, id, viewer))
    const changed = (await host.list(viewer)).find((plugin) => plugin.id === id)
    if (!changed) throw new Refusal('ERR_PLUGIN_NOT_FOUND')
    return { ...changed, ...(untested.length > 0 && { untested: [...untested] }) }
  }),
]
