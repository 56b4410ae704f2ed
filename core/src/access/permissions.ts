import { corePermissions, masterPermissions, roles, type Role } from '@recado/contracts'

const bare = /^[a-zA-Z][a-zA-Z0-9]*(\.[a-zA-Z][a-zA-Z0-9]*)*$/

/**
 * The one place that decides what a role may do: core's permissions and those that loaded plugins declare. An unknown
 * permission is nobody's. Whether a plugin is enabled for a company is the plugin host's question, asked before this one.
 */
export class Permissions {
  readonly #granted: Record<Role, Set<string>>
  readonly #plugins = new Map<string, readonly string[]>()

  constructor() {
    const core = Object.entries(corePermissions) as [string, readonly Role[]][]
    this.#granted = Object.fromEntries(roles.map((role) => [role, new Set(core.filter(([, granted]) => granted.includes(role)).map(([name]) => name))])) as Record<Role, Set<string>>
  }

  /** @param isMaster whether the account is a master of the installation, beside its role */
  can(role: Role, permission: string, isMaster = false): boolean {
    return this.#granted[role].has(permission) || (isMaster && masterPermissions.some((name) => name === permission))
  }

  /** What a role holds, for the shell's manifest. */
  heldBy(role: Role): readonly string[] {
    return [...this.#granted[role]]
  }

  /**
   * Takes a plugin's declared permissions with their default roles. A name stands under the plugin's id (`notes.manage`);
   * a bare name is put there. A name under another's prefix is a fault of the plugin and throws. Declaring again replaces.
   */
  registerPluginPermissions(plugin: string, declared: Readonly<Record<string, { readonly roles: readonly Role[] }>>): void {
    const named = Object.entries(declared).map(([name, { roles: granted }]) => {
      const own = name.startsWith(`${plugin}.`) ? name.slice(plugin.length + 1) : name
      const permission = `${plugin}.${own}`
      if (!bare.test(own) || permission in corePermissions) throw new Error(`${plugin}: permission ${name} must stand under the plugin's own id`)
      return { permission, granted }
    })
    this.unregisterPluginPermissions(plugin)
    for (const { permission, granted } of named) for (const role of granted) this.#granted[role].add(permission)
    this.#plugins.set(plugin, named.map(({ permission }) => permission))
  }

  unregisterPluginPermissions(plugin: string): void {
    for (const permission of this.#plugins.get(plugin) ?? []) for (const role of roles) this.#granted[role].delete(permission)
    this.#plugins.delete(plugin)
  }
}
