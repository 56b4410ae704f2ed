import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '../../../tests/harness/app.ts'

let world: TestApp
let [ana, bia, ugo]: Person[] = []
beforeAll(async () => {
  world = await testApp({ pluginFolders: [] })
  ;[ana, bia, ugo] = [
    await world.signIn(world.a.admin),
    await world.signIn(world.b.admin),
    await world.signIn(world.a.user),
  ]
})
afterAll(() => world.close())

const profile = { name: 'Aurora Ltda.', timeZone: 'America/Manaus', locale: 'es', publicAddress: null }

test('S2-070 S6-017 an administrator changes what the own company says about itself, with a trace', async () => {
  expect(await ugo!.refused('PUT', '/company', profile)).toBe('403 ERR_NO_PERMISSION')
  expect(await ana!.ok('PUT', '/company', profile)).toEqual(profile)
  expect(await ugo!.ok('GET', '/company')).toEqual(profile)
  expect(await bia!.ok('GET', '/company')).toMatchObject({
    name: world.b.name,
    timeZone: 'America/Sao_Paulo',
    locale: 'pt-BR',
  })
  expect(
    await world.database.owner`select tenant_id, facts from core.audit_log where action = 'settings.company'`,
  ).toEqual([{ tenant_id: world.a.id, facts: profile }])
})

test('a public address belongs to one company, which keeps it unless it says otherwise', async () => {
  const addressed = async (publicAddress: string | null, person = ana!) => {
    const { name, timeZone, locale } = await person.ok<typeof profile>('GET', '/company')
    return person.call('PUT', '/company', { name, timeZone, locale, publicAddress })
  }
  expect(await addressed('aurora')).toMatchObject({ status: 200, body: { publicAddress: 'aurora' } })
  expect(await addressed('aurora', bia)).toMatchObject({ status: 409, body: { error: 'ERR_COMPANY_ADDRESS_TAKEN' } })
  const { publicAddress: _address, ...others } = profile
  expect(await ana!.ok('PUT', '/company', others)).toEqual({ ...profile, publicAddress: 'aurora' })
  expect(await addressed('aurora-2')).toMatchObject({ status: 200 })
  expect(await addressed('aurora', bia), 'what one company gave up waits for others').toMatchObject({
    status: 409,
    body: { error: 'ERR_COMPANY_ADDRESS_TAKEN' },
  })
  expect(await addressed('boreal', bia)).toMatchObject({ status: 200 })
  expect(await addressed(null, bia)).toMatchObject({ status: 200, body: { publicAddress: null } })
  for (const wrong of ['ab', 'Aurora', 'padaria da rosa', '-aurora', 'aurora-', 'a'.repeat(41), 'açaí', ''])
    expect(await addressed(wrong), wrong).toMatchObject({ status: 422, body: { error: 'ERR_VALIDATION' } })
})

test('only time zones, languages and names that exist are taken, and nothing that says what the company may use', async () => {
  for (const change of [
    { timeZone: 'America/Nowhere' },
    { locale: 'fr' },
    { name: '  ' },
    { tier: 'premium' },
    { status: 'active' },
  ]) {
    expect(await ana!.call('PUT', '/company', { ...profile, ...change }), JSON.stringify(change)).toMatchObject({
      status: 422,
      body: { error: 'ERR_VALIDATION' },
    })
  }
})
