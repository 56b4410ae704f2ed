import { corePermissions, masterPermissions, resellerPermissions, type PluginInfo, type Role } from '@recado/contracts'

/**
 * Everybody who may knock: the profiles, an account whose role of its own allows nothing, those who reach beyond their
 * company, a program that may do one thing, and nobody.
 */
export const actors = ['nobody', 'bare', 'user', 'super', 'admin', 'master', 'reseller', 'program'] as const
export type Actor = (typeof actors)[number]

const roleOf: Record<Exclude<Actor, 'nobody' | 'bare' | 'program'>, Role> = {
  user: 'user',
  super: 'super',
  admin: 'admin',
  master: 'admin',
  reseller: 'admin',
}
const own = 'account.own'
/** All that the program's token was given. */
export const programScope = 'tags.read'

/**
 * What the declarations of core and of plugins say; written apart from the code that decides, so that it can be wrong
 * alone.
 */
export function declaredHolders(plugins: readonly PluginInfo[]): (actor: Actor, permission: string) => boolean {
  const roles = new Map<string, readonly Role[]>([
    ...Object.entries(corePermissions),
    ...plugins.flatMap((plugin) => plugin.permissions.map(({ name, roles: held }) => [name, held] as const)),
  ])
  return (actor, permission) => {
    if (actor === 'nobody') return false
    if (actor === 'program') return permission === programScope
    if (permission === own) return true
    if (actor === 'bare') return false
    if (actor === 'master' && (masterPermissions as readonly string[]).includes(permission)) return true
    if (actor === 'reseller' && (resellerPermissions as readonly string[]).includes(permission)) return true
    return roles.get(permission)?.includes(roleOf[actor]) ?? false
  }
}
