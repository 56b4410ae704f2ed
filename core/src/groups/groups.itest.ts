import type { UserGroup } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessRig, type AccessRig, type Client } from '../access/access.rig.ts'

let rig: AccessRig
let [ana, bia, sofia, ugo]: Client[] = []
beforeAll(async () => {
  rig = await accessRig()
  ;[ana, bia, sofia, ugo] = [
    await rig.signedIn(rig.a.admin),
    await rig.signedIn(rig.b.admin),
    await rig.signedIn(rig.a.supervisor),
    await rig.signedIn(rig.a.user),
  ]
})
afterAll(() => rig.close())

const create = (client: Client, fields: object) =>
  client.call<UserGroup>('POST', '/user-groups', { name: 'Vendas', userIds: [], ...fields })

describe('groups of users', () => {
  test('S3-027 S2-082 supervisors and administrators make them of users; agents read', async () => {
    const group = (await create(sofia!, { name: ' Plantão ', userIds: [rig.a.user.id, rig.a.admin.id, rig.a.user.id] }))
      .body
    expect(group).toMatchObject({
      name: 'Plantão',
      image: null,
      isActive: true,
      users: [{ name: 'Ana Aurora' }, { name: 'Ugo Aurora' }],
    })
    expect(
      (
        await ana!.call('PUT', `/user-groups/${group.id}`, {
          name: 'Plantão',
          isActive: false,
          userIds: [rig.a.colleague.id],
        })
      ).body,
    ).toMatchObject({ isActive: false, users: [{ id: rig.a.colleague.id }] })
    expect((await ugo!.call<UserGroup[]>('GET', '/user-groups')).body).toHaveLength(1)
    for (const [method, path, body] of [
      ['POST', '/user-groups', { name: 'X', userIds: [] }],
      ['PUT', `/user-groups/${group.id}`, { name: 'X', userIds: [] }],
      ['DELETE', `/user-groups/${group.id}`],
    ] as const)
      expect(await ugo!.call(method, path, body)).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } })
    expect((await sofia!.call('DELETE', `/user-groups/${group.id}`)).status).toBe(200)
    expect((await ana!.call<UserGroup[]>('GET', '/user-groups')).body).toEqual([])
  })

  test('have an image and nothing but one', async () => {
    const group = (await create(ana!, { name: 'Com foto' })).body
    const upload = async (bytes: Uint8Array<ArrayBuffer>, name: string) => {
      const form = new FormData()
      form.set('file', new Blob([bytes]), name)
      const answer = await fetch(`${rig.base}/user-groups/${group.id}/image`, {
        method: 'PUT',
        body: form,
        headers: { authorization: `Bearer ${ana!.token}`, sessionid: ana!.sessionId! },
      })
      return { status: answer.status, body: (await answer.json()) as UserGroup & { error?: string } }
    }
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    )
    expect((await upload(png, 'grupo.png')).body.image).toMatch(new RegExp(`^/media/${rig.a.id}/`))
    expect(await upload(Buffer.from('%PDF-1.4 nada'), 'grupo.png')).toMatchObject({
      status: 422,
      body: { error: 'ERR_FILE_TYPE' },
    })
    expect(await upload(Buffer.concat([png, Buffer.alloc(5_000_001)]), 'grupo.png')).toMatchObject({
      status: 413,
      body: { error: 'ERR_FILE_TOO_LARGE' },
    })
    const kept = async () =>
      (await rig.database.owner`select 1 from core.media where tenant_id = ${rig.a.id} and name = 'picture.webp'`)
        .length
    expect((await upload(png, 'grupo.png')).status).toBe(200)
    expect(await kept()).toBe(1)
    expect((await ana!.call('DELETE', `/user-groups/${group.id}/image`)).body).toMatchObject({ image: null })
    expect(await kept()).toBe(0)
    await upload(png, 'grupo.png')
    await ana!.call('DELETE', `/user-groups/${group.id}`)
    expect(await kept()).toBe(0)
  })

  test('have names of their own, members of the company only, and lose who is deleted', async () => {
    const group = (await create(ana!, { name: 'Noite', userIds: [rig.a.user.id, rig.a.colleague.id] })).body
    expect(await create(ana!, { name: 'NOITE' })).toMatchObject({
      status: 409,
      body: { error: 'ERR_GROUP_NAME_EXISTS' },
    })
    expect((await create(bia!, { name: 'Noite' })).status).toBe(200)
    expect(await create(ana!, { name: 'Mista', userIds: [rig.a.user.id, rig.b.user.id] })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_USER_FOUND' },
    })
    expect((await ana!.call<UserGroup[]>('GET', '/user-groups')).body.map((row) => row.name)).not.toContain('Mista')
    await ana!.call('DELETE', `/users/${rig.a.colleague.id}?newUserId=${rig.a.user.id}`)
    expect(
      (await ana!.call<UserGroup[]>('GET', '/user-groups')).body
        .find((row) => row.id === group.id)!
        .users.map((user) => user.id),
    ).toEqual([rig.a.user.id])
  })

  test('of another company do not exist', async () => {
    const group = (await create(ana!, { name: 'Nossa' })).body
    for (const [method, path, body] of [
      ['PUT', `/user-groups/${group.id}`, { name: 'X', userIds: [] }],
      ['DELETE', `/user-groups/${group.id}`],
      ['DELETE', `/user-groups/${group.id}/image`],
    ] as const)
      expect(await bia!.call(method, path, body), path).toMatchObject({
        status: 404,
        body: { error: 'ERR_NO_GROUP_FOUND' },
      })
    expect((await bia!.call<UserGroup[]>('GET', '/user-groups')).body.map((row) => row.id)).not.toContain(group.id)
  })

  test('S9-089 need the tier plus', async () => {
    const tenant = await rig.newTenant('Pequena')
    await rig.database.owner`update core.tenant set tier = 'basic' where id = ${tenant.id}`
    const admin = await rig.signedIn(tenant.admin)
    expect(await admin.call('GET', '/user-groups')).toMatchObject({ status: 403, body: { error: 'ERR_TIER_REQUIRED' } })
    expect(await create(admin, {})).toMatchObject({ status: 403, body: { error: 'ERR_TIER_REQUIRED' } })
  })
})
