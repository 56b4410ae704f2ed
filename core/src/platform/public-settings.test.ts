import { expect, test } from 'vitest'
import { globalSecretKeys, globalSettingKeys, globalSettingValues } from './global-settings-catalogue.ts'
import { publicSettings, PublicSettings } from './public-settings.ts'

/** Every setting filled with a word that names it. */
const marked = globalSettingValues(
  new Map<string, unknown>(globalSettingKeys.map((key) => [key, `https://mark.test/${key}`])),
)
const known = ['applicationName', 'logoUrl', 'homeUrl', 'builderUrl', 'termsUrl', 'captchaKey']

test('R16 no secret of the catalogue has a place among the public facts', () => {
  for (const key of globalSecretKeys) expect(Object.keys(PublicSettings.shape)).not.toContain(key)
})

test('R16 only the listed settings come out, whatever is set', () => {
  const words = JSON.stringify(
    publicSettings(
      {
        ...marked,
        smtpHost: 'https://mark.test/smtpHost',
        smtpUser: 'https://mark.test/smtpUser',
      },
      undefined,
    ),
  )
  const out = [...words.matchAll(/mark\.test\/(\w+)/g)].map(([, key]) => key)
  expect(out.sort()).toEqual(known.toSorted())
})

test('S3-078 S7-026 the page is the one that was set, else this installation', () => {
  const values = globalSettingValues(new Map())
  expect(publicSettings(values, 'https://here.test')).toMatchObject({
    applicationName: 'Recado',
    pageUrl: 'https://here.test',
    loginFormPosition: 'left',
    registrationOpen: false,
    captchaMode: 'suspicious',
  })
  expect(publicSettings({ ...values, homeUrl: 'https://home.test' }, 'https://here.test').pageUrl).toBe(
    'https://home.test',
  )
})
