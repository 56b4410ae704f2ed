import { corePermissions, roles } from '@recado/contracts'
import { expect, test } from 'vitest'
import { Permissions } from './permissions.ts'

test('core permissions belong to exactly the roles of the contract', () => {
  const permissions = new Permissions()
  for (const [name, granted] of Object.entries(corePermissions)) for (const role of roles) expect(permissions.can(role, name), `${role} ${name}`).toBe((granted as readonly string[]).includes(role))
})

test('an unknown permission is nobody’s', () => {
  for (const role of roles) for (const name of ['tickets.fly', '', 'constructor', '__proto__']) expect(new Permissions().can(role, name)).toBe(false)
})

test('a plugin’s permissions stand under its id and go with it', () => {
  const permissions = new Permissions()
  permissions.registerPluginPermissions('notes', { manage: { roles: ['admin'] }, 'notes.read': { roles: ['user', 'admin'] } })
  expect(permissions.can('admin', 'notes.manage')).toBe(true)
  expect(permissions.can('user', 'notes.manage')).toBe(false)
  expect(permissions.can('user', 'notes.read')).toBe(true)
  expect(permissions.heldBy('user')).toContain('notes.read')
  permissions.registerPluginPermissions('notes', { read: { roles: ['admin'] } })
  expect(permissions.can('user', 'notes.read')).toBe(false)
  permissions.unregisterPluginPermissions('notes')
  expect(permissions.can('admin', 'notes.read')).toBe(false)
})

test('a plugin cannot grant what belongs to core or to another plugin', () => {
  const permissions = new Permissions()
  permissions.registerPluginPermissions('notes', { 'tickets.delete': { roles: ['user'] } })
  expect(permissions.can('user', 'tickets.delete')).toBe(false)
  expect(() => permissions.registerPluginPermissions('tickets', { delete: { roles: ['user'] } })).toThrow(/own id/)
  expect(() => permissions.registerPluginPermissions('notes', { 'other-plugin.read': { roles: ['user'] } })).toThrow(/own id/)
})
