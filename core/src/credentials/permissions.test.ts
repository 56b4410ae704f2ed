import { corePermissions, masterPermissions, resellerPermissions, roles } from '@recado/contracts'
import { describe, expect, test } from 'vitest'
import { Permissions } from './permissions.ts'

test('core permissions belong to exactly the roles of the contract', () => {
  const permissions = new Permissions()
  for (const [name, granted] of Object.entries(corePermissions))
    for (const role of roles)
      expect(permissions.can({ role }, name), `${role} ${name}`).toBe((granted as readonly string[]).includes(role))
})

test('an unknown permission is nobody’s', () => {
  for (const role of roles)
    for (const name of ['tickets.fly', '', 'constructor', '__proto__'])
      expect(new Permissions().can({ role }, name)).toBe(false)
})

test('a plugin’s permissions stand under its id and go with it', () => {
  const permissions = new Permissions()
  permissions.registerPluginPermissions('notes', {
    manage: { roles: ['admin'] },
    'notes.read': { roles: ['user', 'admin'] },
  })
  expect(permissions.can({ role: 'admin' }, 'notes.manage')).toBe(true)
  expect(permissions.can({ role: 'user' }, 'notes.manage')).toBe(false)
  expect(permissions.can({ role: 'user' }, 'notes.read')).toBe(true)
  expect(permissions.heldBy('user')).toContain('notes.read')
  permissions.registerPluginPermissions('notes', { read: { roles: ['admin'] } })
  expect(permissions.can({ role: 'user' }, 'notes.read')).toBe(false)
  permissions.unregisterPluginPermissions('notes')
  expect(permissions.can({ role: 'admin' }, 'notes.read')).toBe(false)
})

test('a plugin cannot grant what belongs to core or to another plugin', () => {
  const permissions = new Permissions()
  permissions.registerPluginPermissions('notes', { 'tickets.delete': { roles: ['user'] } })
  expect(permissions.can({ role: 'user' }, 'tickets.delete')).toBe(false)
  expect(() => permissions.registerPluginPermissions('tickets', { delete: { roles: ['user'] } })).toThrow(/own id/)
  expect(() => permissions.registerPluginPermissions('notes', { 'other-plugin.read': { roles: ['user'] } })).toThrow(
    /own id/,
  )
})

describe('what a company decides itself', () => {
  const permissions = new Permissions()
  permissions.registerPluginPermissions('notes', { read: { roles: ['user'] } })

  test('a role of its own takes the place of the profile, single permissions stand beside it, and what is taken counts', () => {
    const custom = ['tickets.read', 'notes.read']
    expect(permissions.can({ role: 'user', custom }, 'tickets.read')).toBe(true)
    expect(permissions.can({ role: 'user', custom }, 'tickets.write')).toBe(false)
    expect(permissions.can({ role: 'user', custom, granted: ['tickets.write'] }, 'tickets.write')).toBe(true)
    expect(permissions.can({ role: 'admin', denied: ['tickets.delete'] }, 'tickets.delete')).toBe(false)
    expect(
      permissions.can({ role: 'user', granted: ['tickets.delete'], denied: ['tickets.delete'] }, 'tickets.delete'),
    ).toBe(false)
    expect(permissions.can({ role: 'user', custom: [], denied: ['account.own'] }, 'account.own')).toBe(true)
  })

  test('what reaches beyond the company comes from being a master or a reseller, and from nothing a company can write', () => {
    const everything = [...Object.keys(corePermissions), 'plugins.fly']
    for (const permission of [...masterPermissions, ...resellerPermissions]) {
      for (const role of roles)
        expect(
          permissions.can({ role, custom: everything, granted: everything }, permission),
          `${role} ${permission}`,
        ).toBe(false)
    }
    for (const permission of masterPermissions)
      expect(permissions.can({ role: 'user', isMaster: true }, permission)).toBe(true)
    expect(permissions.can({ role: 'admin', ofReseller: true }, 'tenants.manage')).toBe(true)
    expect(permissions.can({ role: 'super', ofReseller: true }, 'tenants.manage')).toBe(false)
    expect(permissions.can({ role: 'admin', ofReseller: true }, 'platform.manage')).toBe(false)
    expect(permissions.assignable()).not.toContain('platform.manage')
    expect(permissions.assignable()).toEqual(expect.arrayContaining(['tickets.read', 'notes.read']))
  })

  test('a permission that nobody declares is nobody’s, also when it is written down', () => {
    for (const name of ['notes.fly', 'constructor'])
      expect(permissions.can({ role: 'admin', custom: [name], granted: [name] }, name)).toBe(false)
  })
})
