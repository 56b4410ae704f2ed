import { describe, expect, it } from 'vitest'
import { rolesOf, roleUrl, withRoles } from './roles.ts'

/** The longest id that a plugin may have. */
const longest = `p${'-x'.repeat(20)}`
const namesOf = (installation: string): readonly string[] => {
  const roles = rolesOf(installation)
  return [roles.app, roles.engine, roles.plugin(longest), roles.pluginOwner(longest)]
}

describe('names of roles', () => {
  it('carry the id of the installation, so that two of them share none', () => {
    expect(namesOf('0a1b2c3d').filter((name) => namesOf('4e5f6071').includes(name))).toEqual([])
    const { app, engine, plugin, pluginOwner } = rolesOf('0a1b2c3d')
    expect([app, engine, plugin('my-plugin'), pluginOwner('my-plugin')]).toEqual([
      'recado_0a1b2c3d_app',
      'recado_0a1b2c3d_engine',
      'recado_0a1b2c3d_plg_my_plugin',
      'recado_0a1b2c3d_own_my_plugin',
    ])
  })

  it('are no longer than PostgreSQL takes', () => {
    for (const name of namesOf('0a1b2c3d')) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(63)
  })

  it('of one plugin are never those of another, whatever it is called', () => {
    const { plugin, pluginOwner } = rolesOf('0a1b2c3d')
    const ids = ['notes', 'notes-owner', 'own-notes', 'plg-notes', 'app', 'engine']
    const names = ids.flatMap((id) => [plugin(id), pluginOwner(id)])
    expect(new Set(names).size).toBe(names.length)
  })

  it('are found by the schema of the plugin, too', () => {
    expect(rolesOf('0a1b2c3d').ofPluginSchema('plg_my_plugin')).toBe(rolesOf('0a1b2c3d').plugin('my-plugin'))
  })
})

describe('SQL of the house', () => {
  const text = `
    grant select on core.x to recado_app, recado_engine;
    select 'recado_app' = 'recado_apps', recado_engine_2`

  it('is applied with the names of the installation', () => {
    expect(withRoles(text, rolesOf('0a1b2c3d'))).toBe(
      `
    grant select on core.x to recado_0a1b2c3d_app, recado_0a1b2c3d_engine;
    select 'recado_0a1b2c3d_app' = 'recado_apps', recado_engine_2`,
    )
  })
})

describe('the address of a role', () => {
  const owner = 'postgres://owner:secret@db.internal:5433/recado?sslmode=require'

  it('is the owner’s with another account, whose password follows from secret and name', () => {
    const url = new URL(roleUrl(owner, 'the secret of one installation', 'recado_app'))
    expect([url.host, url.pathname, url.search, url.username]).toEqual([
      'db.internal:5433',
      '/recado',
      '?sslmode=require',
      'recado_app',
    ])
    const others = [
      roleUrl(owner, 'the secret of another', 'recado_app'),
      roleUrl(owner, 'the secret of one installation', 'other'),
    ]
    for (const other of others) expect(new URL(other).password).not.toBe(url.password)
  })
})
