import { Refusal, roles, type Role, type UserChange, type Viewer } from '@recado/contracts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Permissions, type Rights } from '../credentials/permissions.ts'
import { requireHeld, requireWithinReach } from './rights-ceiling.ts'
import { requireSettable, settableFields, type Editing } from './user-fields.ts'

const permissions = new Permissions()
const actorWith = (rights: Rights): Pick<Viewer, 'role' | 'can'> => ({
  role: rights.role,
  can: (name) => permissions.can(rights, name),
})
const codeOf = (work: () => void): string | undefined => {
  try {
    work()
  } catch (error) {
    return Refusal.is(error) ? error.code : String(error)
  }
  return undefined
}

describe('the fields of an account', () => {
  const nobody: Editing = { isSelf: false, manages: false, assignsRights: false, isMaster: false }
  const editors: Record<string, Editing> = {
    'an agent, themselves': { ...nobody, isSelf: true },
    'a manager, somebody': { ...nobody, manages: true },
    'an administrator, somebody': { ...nobody, manages: true, assignsRights: true },
    'an administrator, themselves': { isSelf: true, manages: true, assignsRights: true, isMaster: false },
    'a master, somebody': { isSelf: false, manages: true, assignsRights: true, isMaster: true },
    'a master, themselves': { isSelf: true, manages: true, assignsRights: true, isMaster: true },
  }

  test('S3-061 are set by who may set them and by nobody else', () => {
    expect(
      Object.fromEntries(
        Object.entries(editors).map(([who, editing]) => [who, [...settableFields(editing)].toSorted().join(' ')]),
      ),
    ).toEqual({
      'an agent, themselves': 'currentPassword name password phoneNumber',
      'a manager, somebody':
        'availability email isActive loginHours loginMode name password phoneNumber profile queueIds wavoipAllowed',
      'an administrator, somebody':
        'availability denied email granted isActive loginHours loginMode name password phoneNumber profile ' +
        'queueIds roleId wavoipAllowed',
      'an administrator, themselves':
        'availability currentPassword denied email granted isActive loginHours loginMode name password ' +
        'phoneNumber profile queueIds roleId wavoipAllowed',
      'a master, somebody':
        'availability denied email granted isActive isMaster loginHours loginMode name password phoneNumber ' +
        'profile queueIds roleId wavoipAllowed',
      'a master, themselves':
        'availability currentPassword denied email granted isActive loginHours loginMode name password ' +
        'phoneNumber profile queueIds roleId wavoipAllowed',
    })
  })

  test('one that may not be set refuses the whole change and is named', () => {
    const change: UserChange = { name: 'Ugo', profile: 'admin' }
    try {
      requireSettable(change, editors['an agent, themselves']!)
      expect.unreachable()
    } catch (error) {
      expect(error).toMatchObject({ code: 'ERR_NO_PERMISSION', facts: { detail: 'profile' } })
    }
    expect(
      codeOf(() => requireSettable({ name: 'Ugo', profile: undefined }, editors['an agent, themselves']!)),
    ).toBeUndefined()
  })
})

describe('the ceiling of rights', () => {
  const names = permissions.assignable()
  const someNames = fc.subarray([...names])
  const rights: fc.Arbitrary<Rights> = fc.record({
    role: fc.constantFrom<Role>(...roles),
    custom: fc.option(someNames, { nil: null }),
    granted: someNames,
    denied: someNames,
  })

  test('whatever is given, nobody ends up with more than the giver holds or the account held before', () => {
    fc.assert(
      fc.property(rights, rights, rights, (giver, before, after) => {
        const actor = actorWith(giver)
        const allowed = codeOf(() => requireHeld(actor, before, after, permissions)) === undefined
        const exceeded = names.filter(
          (name) => permissions.can(after, name) && !permissions.can(before, name) && !actor.can(name),
        )
        if (allowed) expect(exceeded).toEqual([])
        else
          expect(
            exceeded.length > 0 ||
              (roles.indexOf(after.role) > roles.indexOf(giver.role) && after.role !== before.role),
          ).toBe(true)
      }),
    )
  })

  test('whoever may manage an account could do everything that it can', () => {
    fc.assert(
      fc.property(rights, rights, (giver, account) => {
        const actor = actorWith(giver)
        if (codeOf(() => requireWithinReach(actor, account, permissions)) === undefined)
          for (const name of names) expect(!permissions.can(account, name) || actor.can(name)).toBe(true)
      }),
    )
  })

  test('masters are managed by masters alone, whatever else the account is', () => {
    const master: Rights = { role: 'user', isMaster: true }
    expect(codeOf(() => requireWithinReach(actorWith({ role: 'admin' }), master, permissions))).toBe(
      'ERR_NO_PERMISSION',
    )
    expect(
      codeOf(() => requireWithinReach(actorWith({ role: 'admin', isMaster: true }), master, permissions)),
    ).toBeUndefined()
  })

  test('S6-002 a supervisor who manages users makes no administrator and changes none', () => {
    const manager = actorWith({ role: 'super', granted: ['users.manage', 'roles.manage'] })
    expect(codeOf(() => requireHeld(manager, { role: 'user' }, { role: 'admin' }, permissions))).toBe(
      'ERR_PERMISSION_NOT_HELD',
    )
    expect(codeOf(() => requireWithinReach(manager, { role: 'admin' }, permissions))).toBe('ERR_NO_PERMISSION')
    expect(codeOf(() => requireHeld(manager, { role: 'user' }, { role: 'super' }, permissions))).toBeUndefined()
  })
})
