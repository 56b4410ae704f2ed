import type { Role } from '@recado/contracts'

/** Registry of plugins' permissions, in core/src/credentials. */
export interface PermissionRegistry {
  registerPluginPermissions(
    plugin: string,
    declared: Readonly<Record<string, { readonly roles: readonly Role[] }>>,
  ): void
  unregisterPluginPermissions(plugin: string): void
}
