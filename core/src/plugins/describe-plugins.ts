import {
  contractVersion,
  corePermissions,
  locales,
  tierAllows,
  type BellNotice,
  type ChannelSpec,
  type PluginDefinition,
  type PluginInfo,
  type PluginModule,
  type ShellManifest,
  type Tier,
  type Viewer,
} from '@recado/contracts'
import type { PluginBellKind } from '../notifications/bell.ts'
import type { DeclaredPlatformSettings } from '../platform/declared-settings.ts'
import type { Vault } from '../vault/vault.ts'
import type { Availabilities } from './availability.ts'
import { pluginScope } from './plugin-names.ts'
import type { TenantPlugins } from './enablement.ts'
import type { Guard } from './guard.ts'
import type { BrokenPlugin, RunningPlugin } from './installed-plugin.ts'
import { permissionName } from './shape.ts'
import { namespaceOf } from './plugin-names.ts'

/** Parts of the shell's manifest that depend on plugins and rights. */
export type PluginManifest = Omit<ShellManifest, 'timeZone' | 'texts' | 'stream'>
type Contributions = Pick<ShellManifest['plugins'][number], 'slots' | 'pages' | 'commands'>

/**
 * Contributions that the shell may draw for this viewer: those whose permission they lack are left out. A plugin that
 * is switched on and above the company's tier has its pages alone, with the tier they require.
 */
export function manifestFor(
  viewer: Viewer,
  tenant: TenantPlugins,
  running: Iterable<RunningPlugin>,
  availability: Availabilities,
): PluginManifest {
  const judged = [...running].map((plugin) => ({ plugin, ...availability.judge(plugin, tenant) }))
  const usable = judged.filter((each) => each.usable).map(({ plugin }) => plugin)
  const shown = judged.filter((each) => each.usable || (each.enabled && tenant.isActive)).map(({ plugin }) => plugin)
  const permissions = [
    ...Object.keys(corePermissions),
    ...usable.flatMap(({ id, definition }) =>
      Object.keys(definition.permissions).map((name) => permissionName(id, name)),
    ),
  ]
  return {
    contract: contractVersion,
    plugins: shown.map((plugin) => ({
      id: plugin.id,
      version: plugin.definition.version,
      title: { ...plugin.definition.title },
      namespace: namespaceOf(plugin.id),
      locales: { ...plugin.folder.locales },
      errors: Object.keys(plugin.definition.errors),
      remote: plugin.folder.remote,
      ...contributionsFor(viewer, tenant.tier, plugin),
    })),
    off: judged
      .filter(({ plugin }) => !shown.includes(plugin))
      .flatMap(({ plugin: { definition, ui } }) =>
        ui.pages.map(({ path }) => ({ path, title: { ...definition.title } })),
      ),
    channels: usable.flatMap((plugin) => plugin.channels.map((channel) => channel.info)),
    permissions: permissions.filter((permission) => viewer.can(permission)),
    role: viewer.role,
    tier: tenant.tier,
  }
}

/** Kinds of entries of the bell that this viewer may read, of the plugins that the company uses. */
export function bellKindsFor(
  viewer: Viewer,
  tenant: TenantPlugins,
  running: Iterable<RunningPlugin>,
  availability: Availabilities,
): readonly PluginBellKind[] {
  return [...running]
    .filter((plugin) => availability.judge(plugin, tenant).usable)
    .flatMap(({ id, definition }) =>
      (definition.bell ?? [])
        .filter(({ permission }: BellNotice) => viewer.can(wholePermission(id, permission)))
        .map(({ id: notice, textKey, path, isFailure = false }: BellNotice) => ({
          plugin: id,
          notice,
          textKey,
          path,
          isFailure,
        })),
    )
}

/** The name of a permission as core knows it: that of one of the plugin's own begins with its id. */
export const wholePermission = (plugin: string, permission: string): string =>
  permission in corePermissions ? permission : permissionName(plugin, permission)

interface Tiered {
  readonly tier?: Tier | undefined
}

/** A page above the company's tier stays: the shell says there what it needs. */
function contributionsFor(viewer: Viewer, have: Tier, { id, definition, ui }: RunningPlugin): Contributions {
  const { slots, pages, commands } = ui
  const isShown = ({ when }: { when?: { permission?: string | undefined } | undefined }): boolean => {
    const wanted = when?.permission
    return wanted === undefined || viewer.can(wholePermission(id, wanted))
  }
  const shownPages = pages.filter(isShown)
  const hidden = new Set(pages.filter((page) => !shownPages.includes(page)).map((page) => page.path))
  /** The plugin's own tier, or that of its part where it is higher. */
  const tierOf = ({ tier = 'free' }: Tiered): Tier => (tierAllows(tier, definition.tier) ? tier : definition.tier)
  const isLicensed = (part: Tiered): boolean => tierAllows(have, tierOf(part))
  return {
    slots: slots.filter((slot) => isShown(slot) && isLicensed(slot)),
    pages: shownPages.map((page) => (isLicensed(page) ? page : { ...page, tier: tierOf(page) })),
    commands: commands.filter((command) => !hidden.has(command.path) && isLicensed(command)),
  }
}

/** A running plugin as the plugins page shows it to an administrator. */
export async function infoOf(
  plugin: RunningPlugin,
  tenantId: string,
  tenant: TenantPlugins,
  { availability, guard, vault }: { availability: Availabilities; guard: Guard; vault: Vault },
): Promise<PluginInfo> {
  const { enabled, allowedByTier } = availability.judge(plugin, tenant)
  const suspension = guard.suspension(plugin.id, tenantId)
  const stored = tenant.rows.get(plugin.id)?.settings ?? {}
  const kept =
    plugin.form.secretNames.length === 0
      ? {}
      : await vault.describe({ tenantId, owner: plugin.id, scope: pluginScope }, plugin.form.targets(stored))
  return {
    ...declared(plugin),
    installation: plugin.folder.installed?.info ?? null,
    status: suspension === undefined ? 'ready' : 'suspended',
    reason: suspension ?? null,
    enabled,
    allowedByTier,
    form: [...plugin.form.fields],
    // Only fields of the current schema: a field that became secret since must not be answered here.
    values: Object.fromEntries(
      plugin.form.fields
        .filter((field) => field.type !== 'secret' && Object.hasOwn(stored, field.name))
        .map((field) => [field.name, stored[field.name]]),
    ),
    secretsSet: Object.fromEntries(
      plugin.form.secretNames.map((name) => [
        name,
        { set: kept[name] !== undefined, last4: kept[name]?.last4 ?? null },
      ]),
    ),
    namespace: namespaceOf(plugin.id),
    locales: { ...plugin.folder.locales },
  }
}

/** What a running plugin declares for the whole installation, for the global settings. */
export const declaredPlatformOf = ({ id, definition, folder, platform }: RunningPlugin): DeclaredPlatformSettings => ({
  ...platform,
  plugin: id,
  title: definition.title,
  description: definition.description,
  namespace: namespaceOf(id),
  locales: folder.locales,
  errors: definition.errors,
})

/** A plugin that did not start. Of one that could not even be imported only the folder's name is known. */
export function infoOfBroken({ id, folder, module, fault }: BrokenPlugin): PluginInfo {
  return {
    ...(module ? declared({ ...module, id }) : undeclared(id)),
    installation: folder.installed?.info ?? null,
    status: fault.status,
    reason: fault.message,
    enabled: false,
    allowedByTier: true,
    form: [],
    values: {},
    secretsSet: {},
    namespace: namespaceOf(id),
    locales: { ...folder.locales },
  }
}

type Declared = Pick<
  PluginInfo,
  | 'id'
  | 'version'
  | 'publisher'
  | 'title'
  | 'description'
  | 'tier'
  | 'permissions'
  | 'egress'
  | 'acting'
  | 'uses'
  | 'attributes'
  | 'channels'
  | 'errors'
>

const declared = ({ id, definition }: PluginModule & { readonly id: string }): Declared => ({
  id,
  version: definition.version,
  publisher: definition.publisher,
  title: { ...definition.title },
  description: { ...definition.description },
  tier: definition.tier,
  permissions: Object.entries(definition.permissions as PluginDefinition['permissions']).map(
    ([name, { titleKey, roles }]) => ({ name: permissionName(id, name), titleKey, roles: [...roles] }),
  ),
  egress: [...(definition.egress ?? [])],
  acting: [...(definition.acting ?? [])],
  uses: [...(definition.uses ?? [])],
  attributes: Object.entries(definition.attributes ?? {}).map(([name, { owner, type, label }]) => ({
    name,
    owner,
    type,
    label: { ...label },
  })),
  channels: Object.values(definition.channels as Record<string, ChannelSpec>).map((channel) => channel.type),
  errors: Object.keys(definition.errors),
})

const undeclared = (id: string): Declared => ({
  id,
  version: '',
  publisher: '',
  title: Object.fromEntries(locales.map((locale) => [locale, id])),
  description: {},
  tier: 'free',
  permissions: [],
  egress: [],
  acting: [],
  uses: [],
  attributes: [],
  channels: [],
  errors: [],
})
