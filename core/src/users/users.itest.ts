import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessRig, type AccessRig, type Client } from '../access/access.rig.ts'
import { newId } from '../base/ids.ts'

interface Page {
  users: { id: string; name: string }[]
  count: number
  hasMore: boolean
  nextCursor: string | null
}

let rig: AccessRig
let [ana, ugo]: Client[] = []
beforeAll(async () => {
  rig = await accessRig()
  ;[ana, ugo] = [await rig.signedIn(rig.a.admin), await rig.signedIn(rig.a.user)]
})
afterAll(() => rig.close())

describe('the users of a company', () => {
  test('S7-012 are listed by name with their queues, without anything secret and without other companies', async () => {
    const { status, body } = await ugo!.call<Page>('GET', '/users/?pageNumber=1')
    expect(status).toBe(200)
    expect(body).toMatchObject({ count: 4, hasMore: false, nextCursor: null })
    expect(body.users.map((user) => user.name)).toEqual(['Ana Aurora', 'Caio Aurora', 'Sofia Aurora', 'Ugo Aurora'])
    expect(body.users[1]).toEqual({
      id: rig.a.colleague.id,
      name: 'Caio Aurora',
      email: rig.a.colleague.email,
      profile: 'user',
      isActive: true,
      isOnline: false,
      image: null,
      queues: [{ id: rig.a.support, queue: 'Suporte' }],
    })
    expect(Object.keys((await ana!.call<Page>('GET', '/users')).body.users[1]!)).toEqual(
      expect.arrayContaining(['phoneNumber', 'lastLoginAt', 'loginMode', 'role', 'granted']),
    )
  })

  test('are found by name and address, where % and _ are letters', async () => {
    const found = async (text: string) =>
      (await ana!.call<Page>('GET', `/users?searchParam=${encodeURIComponent(text)}`)).body.users.map(
        (user) => user.name,
      )
    expect(await found('sof')).toEqual(['Sofia Aurora'])
    expect(await found(rig.a.user.email.toUpperCase())).toEqual(['Ugo Aurora'])
    expect(await found('%')).toEqual([])
    expect(await found('_')).toEqual([])
    expect(await found('Boreal')).toEqual([])
  })

  test('S7-012 are filtered by profile, queue, activity and presence', async () => {
    const found = async (query: string) =>
      (await ana!.call<Page>('GET', `/users?${query}`)).body.users.map((user) => user.name)
    expect(await found('profile=super')).toEqual(['Sofia Aurora'])
    expect(await found(`queueId=${rig.a.sales}`)).toEqual(['Sofia Aurora', 'Ugo Aurora'])
    expect(await found(`queueId=${rig.b.sales}`)).toEqual([])
    expect(await found('online=true')).toEqual(['Ana Aurora', 'Ugo Aurora'])
    expect(await found('active=false')).toEqual([])
    expect(await found('active=true&profile=user&online=false')).toEqual(['Caio Aurora'])
  })

  test('who can be given something is listed with the queues they work in, switched-off ones left out', async () => {
    await rig.database.owner`update core.user_account set is_active = false where id = ${rig.a.colleague.id}`
    const { status, body } = await ugo!.call<{ users: object[] }>('GET', '/users/with-queue?searchParam=aurora')
    await rig.database.owner`update core.user_account set is_active = true where id = ${rig.a.colleague.id}`
    expect(status).toBe(200)
    expect(body.users).toEqual([
      expect.objectContaining({ id: rig.a.admin.id, queues: [] }),
      {
        id: rig.a.supervisor.id,
        name: 'Sofia Aurora',
        profile: 'super',
        image: null,
        isOnline: false,
        isAvailable: true,
        sharesQueue: true,
        queues: [
          { id: rig.a.support, queue: 'Suporte' },
          { id: rig.a.sales, queue: 'Vendas' },
        ],
      },
      expect.objectContaining({ id: rig.a.user.id, queues: [{ id: rig.a.sales, queue: 'Vendas' }] }),
    ])
  })

  test('page by number and by key alike, without gap or repetition', async () => {
    const tenant = await rig.newTenant('Jardim')
    const rows = Array.from({ length: 90 }, (_, index) => ({
      id: newId<never>(),
      tenant_id: tenant.id,
      name: ['Ágata', 'agnes', 'Bia', 'éder', 'Eva', 'zeca', 'Ana'][index % 7]!,
      email: `agente${index}@jardim.test`,
      password_hash: '!',
      profile: 'user',
    }))
    await rig.database.owner`insert into core.user_account ${rig.database.owner(rows)}`
    const client = await rig.signedIn(tenant.admin)
    const page = (query: string) => client.call<Page>('GET', `/users?${query}`).then((answer) => answer.body)
    const numbered = [await page('pageNumber=1'), await page('pageNumber=2'), await page('pageNumber=3')]
    const keyed = [await page('')]
    for (let next = keyed[0]!.nextCursor; next; next = keyed.at(-1)!.nextCursor)
      keyed.push(await page(`cursor=${next}`))
    expect(keyed).toEqual(numbered)
    const ids = numbered.flatMap(({ users }) => users.map((user) => user.id))
    expect(new Set(ids).size).toBe(94)
    const names = numbered.flatMap(({ users }) => users.map(({ name }) => name))
    expect(names, 'whatever their accents and case').toEqual(
      names.toSorted(new Intl.Collator('pt', { sensitivity: 'base' }).compare),
    )
    expect(numbered.map(({ users, hasMore, count }) => [users.length, hasMore, count])).toEqual([
      [40, true, 94],
      [40, true, 94],
      [14, false, 94],
    ])
    expect((await client.call('GET', '/users?cursor=x')).body.error).toBe('ERR_VALIDATION')
  })

  test('hidden ones are not shown, and others’ companies’ do not exist', async () => {
    await rig.database.owner`update core.user_account set is_hidden = true where id = ${rig.b.colleague.id}`
    const bia = await rig.signedIn(rig.b.admin)
    expect((await bia.call<Page>('GET', '/users')).body.count).toBe(3)
    for (const id of [rig.b.colleague.id, rig.a.user.id, newId<never>()])
      expect(await bia.call('GET', `/users/${id}`)).toMatchObject({ status: 404, body: { error: 'ERR_NO_USER_FOUND' } })
    expect((await bia.call('GET', `/users/${rig.b.user.id}`)).body).toMatchObject({ id: rig.b.user.id })
  })
})

describe('preferences', () => {
  test('S3-065 one’s own are merged and come back with the session', async () => {
    const change = (body: object) => ugo!.call('PUT', `/users/${rig.a.user.id}/configs`, body)
    expect((await change({ filtrosAtendimento: { status: ['open'] }, isDark: true })).body).toEqual({
      filtrosAtendimento: { status: ['open'] },
      isDark: true,
      locale: null,
      density: 'comfortable',
    })
    expect((await change({ density: 'compact', locale: 'ru' })).body).toEqual({
      filtrosAtendimento: { status: ['open'] },
      isDark: true,
      locale: 'ru',
      density: 'compact',
    })
    expect((await ugo!.call('GET', '/auth/session')).body).toMatchObject({
      configs: { isDark: true, density: 'compact', locale: 'ru' },
    })
    expect((await rig.access.sessions.live(ugo!.sessionId!)).viewer.locale).toBe('ru')
  })

  test('are an object whatever writes them, or nobody could sign in', async () => {
    for (const configs of ['[]', '"x"', 'null', '3'])
      await expect(
        rig.database.owner.unsafe(`update core.user_account set configs = '${configs}' where id = '${rig.a.user.id}'`),
        configs,
      ).rejects.toMatchObject({ constraint_name: 'user_account_configs_object' })
  })
  test('keys that were chosen are kept whole, and what no key has is refused', async () => {
    const change = (shortcuts: object) => ugo!.call('PUT', `/users/${rig.a.user.id}/configs`, { shortcuts })
    const chosen = { resolve: { code: 'KeyG', mod: true }, pin: null, 'notes/open': { code: 'F2' } }
    expect((await change(chosen)).body).toMatchObject({ shortcuts: chosen, density: 'compact' })
    expect((await ugo!.call('GET', '/auth/session')).body).toMatchObject({ configs: { shortcuts: chosen } })
    const many = Object.fromEntries(Array.from({ length: 301 }, (_, at) => [`act${at}`, null]))
    for (const odd of [
      { resolve: { code: 'Key G' } },
      { resolve: { code: 'KeyG', alt: true } },
      { resolve: 'KeyG' },
      many,
    ])
      expect(await change(odd), JSON.stringify(odd)).toMatchObject({ status: 422 })
    expect(await change({})).toMatchObject({ status: 200, body: { shortcuts: {} } })
  })

  test('the side panel stays as its user arranged it', async () => {
    const panel = { order: ['logs', 'contact', 'notes/panel'], hidden: ['wallet'], pinned: ['contact'] }
    expect((await ugo!.call('PUT', `/users/${rig.a.user.id}/configs`, { panel })).body).toMatchObject({ panel })
    expect((await ugo!.call('GET', '/auth/session')).body).toMatchObject({ configs: { panel } })
    for (const odd of [
      { order: ['logs'] },
      { order: [1], hidden: [] },
      { order: Array.from({ length: 101 }, (_, at) => `${at}`), hidden: [] },
    ])
      expect(
        await ugo!.call('PUT', `/users/${rig.a.user.id}/configs`, { panel: odd }),
        JSON.stringify(odd),
      ).toMatchObject({ status: 422 })
  })

  test('nobody changes another’s, and nothing but preferences changes', async () => {
    expect(await ana!.call('PUT', `/users/${rig.a.user.id}/configs`, { isDark: false })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_USER_FOUND' },
    })
    for (const body of [{ profile: 'admin' }, { isMaster: true }, { isDark: 'yes' }, { density: 'tiny' }])
      expect(await ugo!.call('PUT', `/users/${rig.a.user.id}/configs`, body), JSON.stringify(body)).toMatchObject({
        status: 422,
      })
  })
})
