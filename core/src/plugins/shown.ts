import type { ChannelSpec, EventDefinition, PluginModule, PluginPackageManifest, Role } from '@recado/contracts'
import { PluginFault } from './fault.ts'
import { permissionName } from './shape.ts'

type Definition = PluginModule['definition']

/**
 * Holds an installed plugin to what was shown of it before it was installed. Less than that is fine.
 *
 * @throws PluginFault `invalid`, with the first thing its code asks for and its manifest did not
 */
export function requireShown(manifest: PluginPackageManifest, definition: Definition): void {
  if (definition.version !== manifest.version) throw beyond(`says that it is version ${definition.version}`)
  if (definition.publisher !== manifest.publisher) throw beyond(`says that ${definition.publisher} published it`)
  requirePermissions(manifest, definition)
  const wanted: [string, readonly string[], readonly string[]][] = [
    ['reaches', definition.egress ?? [], manifest.egress],
    ['acts in the name of users on', definition.acting ?? [], manifest.acting],
    ['uses', definition.uses ?? [], manifest.uses],
    [
      'brings the attribute',
      Object.entries(definition.attributes ?? {}).map(([name, { owner, type }]) => `${name} (${owner}, ${type})`),
      manifest.attributes.map(({ name, owner, type }) => `${name} (${owner}, ${type})`),
    ],
    [
      'provides the channel',
      Object.values(definition.channels as Record<string, ChannelSpec>).map(({ type }) => type),
      manifest.channels.map(({ type }) => type),
    ],
    ['has the page', (definition.ui?.pages ?? []).map(({ path }) => path), manifest.pages],
    // Events within the plugin itself need no check.
    [
      'listens to',
      Object.values(definition.on as Record<string, EventDefinition>)
        .map(({ name }) => name)
        .filter((name) => !name.startsWith(`${definition.id}.`)),
      manifest.listens,
    ],
  ]
  for (const [verb, items, shown] of wanted) {
    const surplus = items.find((item) => !shown.includes(item))
    if (surplus !== undefined) throw beyond(`${verb} ${surplus}`)
  }
}

function requirePermissions({ id, permissions }: PluginPackageManifest, definition: Definition): void {
  const shown = new Map(permissions.map(({ name, roles }) => [permissionName(id, name), roles]))
  for (const [name, { roles }] of Object.entries(
    definition.permissions as Record<string, { readonly roles: readonly Role[] }>,
  )) {
    const full = permissionName(id, name)
    const granted = shown.get(full)
    if (!granted) throw beyond(`brings the permission ${full}`)
    const role = roles.find((wanted) => !granted.includes(wanted))
    if (role !== undefined) throw beyond(`gives the permission ${full} to the role ${role}`)
  }
}

const beyond = (what: string): PluginFault =>
  new PluginFault('invalid', `its code ${what}, and its manifest does not say so`)
