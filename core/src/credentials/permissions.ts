import {
  corePermissions,
  masterPermissions,
  resellerPermissions,
  roles,
  type AssignablePermission,
  type Role,
} from '@recado/contracts'

const bare = /^[a-zA-Z][a-zA-Z0-9]*(\.[a-zA-Z][a-zA-Z0-9]*)*$/

/** Data that determines the permissions of an account. Read from the database with every session. */
export interface Rights {
  readonly role: Role
  /** The permissions of a role that the company made; they take the place of the profile's. */
  readonly custom?: readonly string[] | null
  /** Granted and denied beside the role; denied takes precedence. Neither reaches beyond the company. */
  readonly granted?: readonly string[]
  readonly denied?: readonly string[]
  /** The account is a master of the installation. */
  readonly isMaster?: boolean
  /** The account's company is a reseller. */
  readonly ofReseller?: boolean
}

const beyondCompany: ReadonlySet<string> = new Set([...masterPermissions, ...resellerPermissions])
/** Permission that every account holds. */
const own = 'account.own'

/**
 * The one place that decides what an account may do: core's permissions and those that loaded plugins declare. An
 * unknown permission is nobody's. Whether a plugin is enabled for a company is the plugin host's question, asked before
 * this one.
 */
export class Permissions {
  readonly #granted: Record<Role, Set<string>>
  readonly #plugins = new Map<string, readonly string[]>()
  readonly #titles = new Map<string, string>()

  constructor() {
    const core = Object.entries(corePermissions) as [string, readonly Role[]][]
    this.#granted = Object.fromEntries(
      roles.map((role) => [role, new Set(core.filter(([, granted]) => granted.includes(role)).map(([name]) => name))]),
    ) as Record<Role, Set<string>>
  }

  can(
    { role, custom, granted = [], denied = [], isMaster = false, ofReseller = false }: Rights,
    permission: string,
  ): boolean {
    if (permission === own) return true
    if (beyondCompany.has(permission))
      return (
        (isMaster && contains(masterPermissions, permission)) ||
        (ofReseller && role === 'admin' && !custom && contains(resellerPermissions, permission))
      )
    if (!this.isKnown(permission) || denied.includes(permission)) return false
    return granted.includes(permission) || (custom ? custom.includes(permission) : this.#granted[role].has(permission))
  }

  /** Whether core or a loaded plugin declares it; no route can be mounted for another. */
  isKnown(permission: string): boolean {
    return (
      Object.hasOwn(corePermissions, permission) ||
      [...this.#plugins.values()].some((names) => names.includes(permission))
    )
  }

  /**
   * Permissions that a company can put into roles and give to single users: all declared ones, except those that reach
   * beyond the company and the one that everybody holds.
   */
  assignable(): readonly string[] {
    return [...Object.keys(corePermissions), ...[...this.#plugins.values()].flat()].filter(
      (name) => !beyondCompany.has(name) && name !== own,
    )
  }

  /** {@link assignable}, as the form of a role shows them. */
  describeAssignable(): AssignablePermission[] {
    const pluginOf = new Map(
      [...this.#plugins].flatMap(([plugin, names]) => names.map((name) => [name, plugin] as const)),
    )
    return this.assignable().map((name) => ({
      name,
      plugin: pluginOf.get(name) ?? null,
      titleKey: this.#titles.get(name) ?? null,
      roles: roles.filter((role) => this.#granted[role].has(name)),
    }))
  }

  /** Permissions of a role, for the shell's manifest. */
  heldBy(role: Role): readonly string[] {
    return [...this.#granted[role]]
  }

  /**
   * Takes a plugin's declared permissions with their default roles. A name is under the plugin's id (`notes.manage`); a
   * bare name is put there. A name under another's prefix is a fault of the plugin and throws. Declaring again
   * replaces.
   */
  registerPluginPermissions(
    plugin: string,
    declared: Readonly<Record<string, { readonly roles: readonly Role[]; readonly titleKey?: string }>>,
  ): void {
    const named = Object.entries(declared).map(([name, { roles: granted, titleKey }]) => {
      const bareName = name.startsWith(`${plugin}.`) ? name.slice(plugin.length + 1) : name
      const permission = `${plugin}.${bareName}`
      if (!bare.test(bareName) || permission in corePermissions)
        throw new Error(`${plugin}: permission ${name} must stand under the plugin's own id`)
      return { permission, granted, titleKey }
    })
    this.unregisterPluginPermissions(plugin)
    for (const { permission, granted } of named) for (const role of granted) this.#granted[role].add(permission)
    for (const { permission, titleKey } of named) if (titleKey !== undefined) this.#titles.set(permission, titleKey)
    this.#plugins.set(
      plugin,
      named.map(({ permission }) => permission),
    )
  }

  unregisterPluginPermissions(plugin: string): void {
    for (const permission of this.#plugins.get(plugin) ?? []) {
      this.#titles.delete(permission)
      for (const role of roles) this.#granted[role].delete(permission)
    }
    this.#plugins.delete(plugin)
  }
}

const contains = (names: readonly string[], name: string): boolean => names.includes(name)
