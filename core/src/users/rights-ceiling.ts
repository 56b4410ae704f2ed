import { Refusal, roles, type Viewer } from '@recado/contracts'
import type { Permissions, Rights } from '../credentials/permissions.ts'

type Actor = Pick<Viewer, 'role' | 'can'>

const reaches = (actor: Actor, rights: Rights): boolean => roles.indexOf(rights.role) <= roles.indexOf(actor.role)

/**
 * An editor who may set a user's password can sign in as them; hence nobody manages an account that is above their own
 * or has permissions that they do not hold. Masters are managed by masters alone. @throws Refusal ERR_NO_PERMISSION
 */
export function requireWithinReach(actor: Actor, account: Rights, permissions: Permissions): void {
  if (
    account.isMaster
      ? actor.can('platform.manage')
      : reaches(actor, account) &&
        permissions.assignable().every((name) => actor.can(name) || !permissions.can(account, name))
  )
    return
  throw new Refusal('ERR_NO_PERMISSION')
}

/**
 * Nobody gives a profile above their own, nor a permission that they do not hold, to others or to themselves. Rights
 * that the account had `before` are not given. @throws Refusal ERR_PERMISSION_NOT_HELD, naming the permission
 */
export function requireHeld(actor: Actor, before: Rights | undefined, after: Rights, permissions: Permissions): void {
  if (!reaches(actor, after) && before?.role !== after.role)
    throw new Refusal('ERR_PERMISSION_NOT_HELD', { detail: after.role })
  const raised = permissions
    .assignable()
    .find((name) => permissions.can(after, name) && !(before && permissions.can(before, name)) && !actor.can(name))
  if (raised !== undefined) throw new Refusal('ERR_PERMISSION_NOT_HELD', { detail: raised })
}

/** Whether an account can do afterwards what it could not before. */
export function isRaised(before: Rights, after: Rights, permissions: Permissions): boolean {
  return (
    roles.indexOf(after.role) > roles.indexOf(before.role) ||
    (after.isMaster === true && before.isMaster !== true) ||
    permissions.assignable().some((name) => permissions.can(after, name) && !permissions.can(before, name))
  )
}
