import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessRig, type AccessRig, type Client } from '../access/access.rig.ts'
import { settingKeys } from './settings-catalogue.ts'
import { SettingsService } from './settings.service.ts'

let rig: AccessRig
let [ana, bia, ugo]: Client[] = []
beforeAll(async () => {
  rig = await accessRig()
  ;[ana, bia, ugo] = [await rig.signedIn(rig.a.admin), await rig.signedIn(rig.b.admin), await rig.signedIn(rig.a.user)]
})
afterAll(() => rig.close())

const valueOf = async (client: Client, key: string) =>
  (await client.call<{ key: string; value: unknown }[]>('GET', '/settings')).body.find((setting) => setting.key === key)
    ?.value

test('S7-094 every setting is listed with its value, for agents too', async () => {
  const { status, body } = await ugo!.call<{ key: string; tenantId: string }[]>('GET', '/settings/')
  expect(status).toBe(200)
  expect(body.map((setting) => setting.key)).toEqual(settingKeys)
  expect(new Set(body.map((setting) => setting.tenantId))).toEqual(new Set([rig.a.id]))
})

test('S7-094 S6-017 an admin changes a setting of the own company, with a trace; nobody else does', async () => {
  const change = { key: 'hideContactData', value: 'enabled' }
  expect(await ugo!.call('PUT', '/settings/hideContactData', change)).toMatchObject({
    status: 403,
    body: { error: 'ERR_NO_PERMISSION' },
  })
  expect(await rig.settings.visibility(rig.a.id)).toMatchObject({ hideContactData: false })
  // Clients of the family name the key in the body, whatever the path contains.
  expect(await ana!.call('PUT', '/settings/whatever', change)).toMatchObject({
    status: 200,
    body: { key: 'hideContactData', value: 'enabled', tenantId: rig.a.id },
  })
  expect(await rig.settings.visibility(rig.a.id)).toMatchObject({ hideContactData: true })
  expect(await valueOf(ana!, 'hideContactData')).toBe('enabled')
  expect(await valueOf(bia!, 'hideContactData')).toBe('disabled')
  expect(
    await rig.database.owner`select tenant_id, user_id from core.audit_log where action = 'settings.change'`,
  ).toMatchObject([{ tenant_id: rig.a.id, user_id: rig.a.admin.id }])
})

test('S3-080 S9-060 SLA thresholds are whole minutes, each longer than the one before', async () => {
  const put = (value: object) => ana!.call('PUT', '/settings/slaThresholds', { value })
  const right = { green: 10, yellow: 45, red: 120 }
  const wrong = [
    { ...right, yellow: 10 },
    { ...right, green: 0 },
    { ...right, green: 1.5 },
    { green: 5, yellow: 15 },
  ]
  for (const value of wrong) {
    expect(await put(value), JSON.stringify(value)).toMatchObject({ status: 422, body: { error: 'ERR_VALIDATION' } })
  }
  const before = await valueOf(bia!, 'slaThresholds')
  expect((await put(right)).status).toBe(200)
  expect(await valueOf(ugo!, 'slaThresholds'), 'agents read them').toEqual(right)
  expect(await valueOf(bia!, 'slaThresholds')).toEqual(before)
})

test('a change that nobody announced is known all the same, when what is kept has aged', async () => {
  const settings = new SettingsService({ db: rig.database.db, bus: rig.bus, keptMs: 100 })
  await settings.visibility(rig.b.id)
  await rig.database
    .owner`insert into core.setting (tenant_id, key, value) values (${rig.b.id}, 'NotViewAssignedTickets', 'true')`
  await expect
    .poll(() => settings.visibility(rig.b.id), { timeout: 1_500, interval: 50 })
    .toMatchObject({ hideAssignedToOthers: true })
  settings.close()
})

test('S8-061 S9-075 S9-138 unknown settings and values that do not fit are refused', async () => {
  expect(await ana!.call('PUT', '/settings/constructor', { value: 1 })).toMatchObject({
    status: 404,
    body: { error: 'ERR_NO_SETTING_FOUND' },
  })
  for (const [key, value] of [
    ['ticketListLimit', 201],
    ['ticketListLimit', '40'],
    ['reopenBlockMinutes', -1],
    ['hideContactData', 'maybe'],
    ['protocolFormat', { format: 'yyyy' }],
  ] as const) {
    expect(await ana!.call('PUT', `/settings/${key}`, { value }), key).toMatchObject({
      status: 422,
      body: { error: 'ERR_VALIDATION' },
    })
  }
  expect((await ana!.call('PUT', '/settings/ticketListLimit', { value: 25 })).body).toMatchObject({ value: 25 })
  expect(await rig.settings.get(rig.a.id, 'ticketListLimit')).toBe(25)
})

test('S7-026 S7-027 S7-028 S9-004 S7-029 S7-031 what the shell asks for around the login', async () => {
  const anyone = rig.client()
  expect((await anyone.call('GET', '/load-config')).body).toEqual({
    applicationName: 'Recado',
    logoUrl: null,
    pageUrl: null,
    builderUrl: null,
    recaptchaKey: null,
    videos: [],
    registrationOpen: false,
    loginFormPosition: 'left',
    termsUrl: null,
    captchaMode: 'suspicious',
  })
  const version = await anyone.call('GET', '/version/')
  expect(version.body).toEqual({ version: '1.2.3' })
  expect(version.headers.get('cache-control')).toMatch(/\bmax-age=300\b/)
  expect((await ana!.call('GET', '/auth/license-info')).body).toEqual({ type: 'premium' })
  expect((await ana!.call('GET', '/license-detail/')).body).toMatchObject({
    data: { type: 'premium', status: 'active' },
  })
  expect((await anyone.call('GET', '/auth/license-info')).status).toBe(401)
})
