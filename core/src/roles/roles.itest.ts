import type { AssignablePermission, CompanyRole } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessRig, type AccessRig, type Client } from '../access/access.rig.ts'

let rig: AccessRig
let [ana, bia, ugo]: Client[] = []
beforeAll(async () => {
  rig = await accessRig()
  ;[ana, bia, ugo] = [await rig.signedIn(rig.a.admin), await rig.signedIn(rig.b.admin), await rig.signedIn(rig.a.user)]
})
afterAll(() => rig.close())

const create = (client: Client, fields: object) =>
  client.call<CompanyRole>('POST', '/roles', { name: 'Equipe', profile: 'user', permissions: [], ...fields })
const can = async (client: Client, permission: string) =>
  (await rig.access.sessions.live(client.sessionId!)).viewer.can(permission)

describe('roles of a company’s own', () => {
  test('take the place of the profile’s permissions, on the next request of who has them', async () => {
    const role = (
      await create(ana!, {
        name: 'Caixa',
        profile: 'super',
        permissions: ['contacts.read', 'tags.manage', 'tags.manage'],
      })
    ).body
    expect(role).toMatchObject({
      name: 'Caixa',
      profile: 'super',
      permissions: ['contacts.read', 'tags.manage'],
      users: 0,
    })
    const user = (await ana!.call('PUT', `/users/${rig.a.user.id}`, { roleId: role.id })).body
    expect(user).toMatchObject({ profile: 'super', role: { id: role.id, name: 'Caixa' } })
    await expect
      .poll(async () => [
        await can(ugo!, 'tags.manage'),
        await can(ugo!, 'tickets.read'),
        await can(ugo!, 'account.own'),
      ])
      .toEqual([true, false, true])
    expect(await ugo!.call('GET', '/users')).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } })

    await ana!.call('PUT', `/roles/${role.id}`, { name: 'Caixa', profile: 'user', permissions: ['users.read'] })
    await expect
      .poll(async () => [
        await can(ugo!, 'tags.manage'),
        await can(ugo!, 'users.read'),
        (await rig.access.sessions.live(ugo!.sessionId!)).viewer.role,
      ])
      .toEqual([false, true, 'user'])
    expect(await ana!.call('DELETE', `/roles/${role.id}`)).toMatchObject({
      status: 409,
      body: { error: 'ERR_ROLE_IN_USE' },
    })

    await ana!.call('PUT', `/users/${rig.a.user.id}`, { profile: 'user', roleId: null })
    await expect.poll(() => can(ugo!, 'tickets.read')).toBe(true)
    expect((await ana!.call('DELETE', `/roles/${role.id}`)).status).toBe(200)
    expect(
      (await rig.database.owner`select action from core.audit_log where subject = ${role.id} order by id`).map(
        (row) => row['action'],
      ),
    ).toEqual(['roles.create', 'roles.update', 'roles.delete'])
  })

  test('another profile leaves the role behind', async () => {
    const role = (await create(ana!, { name: 'Passageira' })).body
    await ana!.call('PUT', `/users/${rig.a.colleague.id}`, { roleId: role.id })
    expect((await ana!.call('PUT', `/users/${rig.a.colleague.id}`, { profile: 'super' })).body).toMatchObject({
      profile: 'super',
      role: null,
    })
    await ana!.call('PUT', `/users/${rig.a.colleague.id}`, { profile: 'user' })
  })

  test('hold what is known, and nothing that reaches beyond the company', async () => {
    const assignable = (await ana!.call<AssignablePermission[]>('GET', '/roles/permissions')).body
    expect(assignable.map((permission) => permission.name)).toEqual(
      expect.arrayContaining(['tickets.read', 'users.manage', 'groups.manage']),
    )
    expect(assignable.find((permission) => permission.name === 'tags.manage')).toEqual({
      name: 'tags.manage',
      plugin: null,
      titleKey: null,
      roles: ['super', 'admin'],
    })
    for (const name of ['plugins.install', 'platform.manage', 'tenants.manage', 'account.own', 'no.such']) {
      expect(assignable.map((permission) => permission.name)).not.toContain(name)
      expect(await create(ana!, { name: 'Demais', permissions: [name] }), name).toMatchObject({
        status: 422,
        body: { error: 'ERR_VALIDATION' },
      })
    }
    expect(await create(ana!, { profile: 'admin' })).toMatchObject({ status: 422 })
  })

  test('names are unique in a company, whatever their case, and free in another', async () => {
    expect((await create(ana!, { name: 'Única' })).status).toBe(200)
    expect(await create(ana!, { name: 'única' })).toMatchObject({
      status: 409,
      body: { error: 'ERR_ROLE_NAME_EXISTS' },
    })
    expect((await create(bia!, { name: 'Única' })).status).toBe(200)
  })

  test('of another company do not exist', async () => {
    const role = (await create(bia!, { name: 'Alheia' })).body
    expect(await ana!.call('PUT', `/roles/${role.id}`, { name: 'X', profile: 'user', permissions: [] })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_ROLE_FOUND' },
    })
    expect(await ana!.call('DELETE', `/roles/${role.id}`)).toMatchObject({ status: 404 })
    expect((await ana!.call<CompanyRole[]>('GET', '/roles')).body.map((row) => row.id)).not.toContain(role.id)
    expect(await ana!.call('PUT', `/users/${rig.a.user.id}`, { roleId: role.id })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_ROLE_FOUND' },
    })
  })

  test('nobody makes, changes or gives one that holds more than they do', async () => {
    const tenant = await rig.newTenant('Alcada')
    const admin = await rig.signedIn(tenant.admin)
    const keys = (
      await create(admin, {
        name: 'Chaves',
        profile: 'super',
        permissions: ['roles.manage', 'users.manage', 'users.read', 'tickets.read'],
      })
    ).body
    const strong = (await create(admin, { name: 'Forte', profile: 'super', permissions: ['settings.manage'] })).body
    await admin.call('PUT', `/users/${tenant.supervisor.id}`, { roleId: keys.id })
    const sofia = await rig.signedIn(tenant.supervisor)
    const refused = { status: 403, body: { error: 'ERR_PERMISSION_NOT_HELD', detail: 'settings.manage' } }
    expect(await create(sofia, { name: 'Escada', permissions: ['settings.manage'] })).toMatchObject(refused)
    expect(
      await sofia.call('PUT', `/roles/${keys.id}`, {
        name: 'Chaves',
        profile: 'super',
        permissions: [...keys.permissions, 'settings.manage'],
      }),
    ).toMatchObject(refused)
    for (const id of [tenant.supervisor.id, tenant.user.id]) {
      // An agent holds things that this supervisor does not, and is beyond reach; the supervisor reaches themselves
      // alone.
      const answer = await sofia.call('PUT', `/users/${id}`, { granted: ['settings.manage'] })
      expect(answer).toMatchObject({
        status: 403,
        body: { error: id === tenant.supervisor.id ? 'ERR_PERMISSION_NOT_HELD' : 'ERR_NO_PERMISSION' },
      })
    }
    expect(await sofia.call('PUT', `/users/${tenant.supervisor.id}`, { roleId: strong.id })).toMatchObject(refused)
    expect((await create(sofia, { name: 'Leitura', permissions: ['users.read'] })).status).toBe(200)
  })

  test('are made, changed and deleted by who has shown lately who they are, and by no program', async () => {
    const role = (await create(ana!, { name: 'Balcão' })).body
    const program = rig.client()
    program.token = (
      await ana!.call<{ secret: string }>('POST', '/api-tokens', {
        name: 'CRM',
        scopes: ['roles.manage'],
        expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
      })
    ).body.secret
    const changes: [string, string, object?][] = [
      ['POST', '/roles', { name: 'Escondida', profile: 'user', permissions: [] }],
      ['PUT', `/roles/${role.id}`, { name: 'Balcão', profile: 'super', permissions: ['users.manage'] }],
      ['DELETE', `/roles/${role.id}`],
    ]
    const refused = { status: 403, body: { error: 'ERR_CONFIRMATION_REQUIRED' } }
    expect((await program.call('GET', '/roles')).status).toBe(200)
    rig.pass(6 * 60)
    try {
      for (const [method, path, body] of changes) {
        for (const client of [ana!, program])
          expect(await client.call(method, path, body), `${method} ${path}`).toMatchObject(refused)
      }
      expect(
        (await ana!.call<CompanyRole[]>('GET', '/roles')).body.filter(({ name }) =>
          ['Balcão', 'Escondida'].includes(name),
        ),
      ).toEqual([role])
    } finally {
      rig.pass(-6 * 60)
    }
    expect((await ana!.call('DELETE', `/roles/${role.id}`)).status).toBe(200)
  })

  test('are for who may manage roles', async () => {
    for (const [method, path, body] of [
      ['GET', '/roles'],
      ['GET', '/roles/permissions'],
      ['POST', '/roles', { name: 'X', profile: 'user', permissions: [] }],
    ] as const)
      expect(await ugo!.call(method, path, body), path).toMatchObject({
        status: 403,
        body: { error: 'ERR_NO_PERMISSION' },
      })
  })
})
