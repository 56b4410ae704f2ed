import type { PrivacyNotice } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessRig, type AccessRig, type Client } from './access.rig.ts'

let rig: AccessRig
beforeAll(async () => {
  rig = await accessRig()
})
afterAll(() => rig.close())

const publish = (version: number, text: Record<string, string>) =>
  rig.globals.change({ tenantId: rig.a.id, userId: rig.a.admin.id }, { privacyNotice: { version, text } })
const notice = async (client: Client) => (await client.call<PrivacyNotice>('GET', '/auth/privacy-notice')).body
const answer = (client: Client, version: number, accepted: boolean) =>
  client.call('POST', '/auth/privacy-notice', { version, accepted })
const work = (client: Client) => client.call('GET', '/users')
const blocked = { status: 403, body: { error: 'ERR_LGPD_CONSENT' } }

describe('the privacy notice', () => {
  test('nobody is asked while none is published', async () => {
    const client = await rig.signedIn(rig.a.user)
    expect(await notice(client)).toEqual({ notice: null, accepted: true })
    expect((await work(client)).status).toBe(200)
    expect(await answer(client, 1, true)).toMatchObject({ status: 409, body: { error: 'ERR_NOTICE_CHANGED' } })
  })

  test('S4-125 S8-104 before it is accepted only answering and the session itself are left', async () => {
    const client = await rig.signedIn(rig.a.user)
    await publish(1, { 'pt-BR': 'Guardamos o que você escreve.', en: 'We keep what you write.' })
    expect(await work(client)).toMatchObject(blocked)
    expect((await client.call('GET', '/auth/session')).status).toBe(200)
    expect(await notice(client)).toEqual({
      notice: { version: 1, text: 'Guardamos o que você escreve.', locale: 'pt-BR' },
      accepted: false,
    })
    expect((await answer(client, 1, true)).status).toBe(200)
    expect(await notice(client)).toMatchObject({ accepted: true })
    expect((await work(client)).status).toBe(200)
    // Each answers for themselves.
    expect(await work(await rig.signedIn(rig.a.colleague))).toMatchObject(blocked)
  })

  test('S2-012 is read in the user’s language, or in the nearest there is', async () => {
    const client = await rig.signedIn(rig.b.user)
    await rig.database.owner`update core.user_account set configs = '{"locale":"ru"}' where id = ${rig.b.user.id}`
    rig.access.sessions.announceChange({ tenantId: rig.b.id, userId: rig.b.user.id })
    expect((await notice(client)).notice).toMatchObject({ text: 'We keep what you write.', locale: 'en' })
  })

  test('every answer is kept with the words it was given to, and a new version asks everybody anew', async () => {
    const client = await rig.signedIn(rig.a.user)
    await publish(2, { 'pt-BR': 'Guardamos o que você escreve, por um ano.' })
    expect(await work(client)).toMatchObject(blocked)
    expect(await answer(client, 1, true)).toMatchObject({ status: 409, body: { error: 'ERR_NOTICE_CHANGED' } })
    await answer(client, 2, true)
    const kept = await rig.database
      .owner`select version, notice_hash, accepted, ip from core.consent where user_id = ${rig.a.user.id} order by at`
    expect(kept).toMatchObject([
      { version: 1, accepted: true, ip: '127.0.0.1' },
      { version: 2, accepted: true },
    ])
    expect(kept[0]!['notice_hash']).not.toBe(kept[1]!['notice_hash'])
    // Not even the server may change what was answered.
    await expect(rig.database.db.tenant(rig.a.id, (tx) => tx.execute('delete from core.consent'))).rejects.toThrow()
  })
})

describe('rejecting it', () => {
  test('S2-014 S4-126 switches the account off and ends its sessions', async () => {
    const client = await rig.signedIn(rig.a.colleague)
    expect((await answer(client, 2, false)).status).toBe(200)
    expect(await work(client)).toMatchObject({ status: 401, body: { error: 'ERR_USER_INACTIVE' } })
    expect((await rig.client().login(rig.a.colleague)).body.error).toBe('ERR_USER_INACTIVE')
    expect(
      await rig.database.owner`select is_active, is_online from core.user_account where id = ${rig.a.colleague.id}`,
    ).toMatchObject([{ is_active: false, is_online: false }])
    expect(
      (await rig.database.owner`select is_active from core.user_account where id = ${rig.b.colleague.id}`)[0]![
        'is_active'
      ],
    ).toBe(true)
  })

  test('S4-126 the only active administrator stays, blocked, and the answer is kept (reading 27)', async () => {
    const client = await rig.signedIn(rig.a.admin)
    expect(await answer(client, 2, false)).toMatchObject({ status: 409, body: { error: 'ERR_LGPD_LAST_ADMIN' } })
    expect(await work(client)).toMatchObject(blocked)
    expect(await rig.database.owner`select accepted from core.consent where user_id = ${rig.a.admin.id}`).toMatchObject(
      [{ accepted: false }],
    )
    await answer(client, 2, true)
    expect((await work(client)).status).toBe(200)
  })

  test('S4-126 of the last two administrators, who reject at once, one stays', async () => {
    const tenant = await rig.newTenant('Dupla')
    await rig.database.owner`update core.user_account set profile = 'admin' where id = ${tenant.supervisor.id}`
    const both = await Promise.all([rig.signedIn(tenant.admin), rig.signedIn(tenant.supervisor)])
    const statuses = await Promise.all(both.map(async (client) => (await answer(client, 2, false)).status))
    expect(statuses.toSorted()).toEqual([200, 409])
    expect(
      (
        await rig.database.owner`
          select count(*)::int as admins
            from core.user_account
           where tenant_id = ${tenant.id} and profile = 'admin' and is_active`
      )[0]!['admins'],
    ).toBe(1)
  })
})
