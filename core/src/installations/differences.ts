import type { PluginInspection, PluginPackageManifest } from '@recado/contracts'
import { compare } from 'semver'

type Asked = PluginInspection['added']

/**
 * Requests of a manifest, each in a form that covers all of it: a permission that is given to more roles is another
 * item than before, and so is an attribute of another type.
 */
const asked = ({
  permissions,
  egress,
  acting,
  uses,
  attributes,
  channels,
  pages,
  listens,
}: PluginPackageManifest): { readonly [K in keyof Asked]: ReadonlyMap<string, string> } => ({
  permissions: new Map(
    permissions.flatMap(({ name, roles }) => roles.map((role) => [`${name} ${role}`, name] as const)),
  ),
  egress: named(egress),
  acting: named(acting),
  uses: named(uses),
  attributes: new Map(attributes.map(({ name, owner, type }) => [`${owner} ${name} ${type}`, name])),
  channels: named(channels.map(({ type }) => type)),
  pages: named(pages),
  listens: named(listens),
})
const named = (names: readonly string[]): ReadonlyMap<string, string> => new Map(names.map((name) => [name, name]))

/** Requests of `next` that `before` did not have. Without a `before` these are all. */
export function addedBy(next: PluginPackageManifest, before: PluginPackageManifest | undefined): Asked {
  const wanted = asked(next)
  const known = before && asked(before)
  const added = (part: keyof Asked): string[] => [
    ...new Set([...wanted[part]].filter(([item]) => !known?.[part].has(item)).map(([, name]) => name)),
  ]
  return {
    permissions: added('permissions'),
    egress: added('egress'),
    acting: added('acting'),
    uses: added('uses'),
    attributes: added('attributes'),
    channels: added('channels'),
    pages: added('pages'),
    listens: added('listens'),
  }
}

/** Relation of a version to the installed one. Other bytes of the same version are an update. */
export function changeTo(
  next: { readonly version: string; readonly hash: string },
  before: { readonly version: string; readonly hash: string; readonly removed: boolean } | undefined,
): PluginInspection['change'] {
  if (!before || before.removed) return 'new'
  if (next.hash === before.hash) return 'same'
  return compare(next.version, before.version) < 0 ? 'downgrade' : 'update'
}
