import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { corePermissions, masterPermissions } from '../../core/contracts/src/roles.ts'
import { globalSecretKeys, globalSettingKeys } from '../../core/src/platform/global-settings-catalogue.ts'
import { settingKeys } from '../../core/src/settings/settings-catalogue.ts'

const words = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../shell/src/base/i18n/locales/pt-BR/platform.json'), 'utf8'),
) as Record<'globals' | 'general', Record<string, unknown>>

/** Drawn by something of its own: an editor, a list, a form of several fields, the tab of the licence. */
const drawnOtherwise = ['privacyNotice', 'videos', 'protocolFormat', 'licenceIssuers']
const withoutWords = (keys: readonly string[], known: Record<string, unknown>) =>
  keys.filter((key) => !drawnOtherwise.includes(key) && known[key] === undefined)

test('every setting of the installation has its words on the screen of the global settings', () => {
  expect(withoutWords([...globalSettingKeys, ...globalSecretKeys], words.globals)).toEqual([])
})

test('every setting of a company has its words among the general ones, or its place among those of attendance', () => {
  const rules = globSync(join(import.meta.dirname, '../../shell/src/{screens,parts}/rules/*.tsx'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
  expect(withoutWords(settingKeys, words.general).filter((key) => !new RegExp(`\\b${key}\\b`).test(rules))).toEqual([])
})

test('every permission that can be given has its words in the role editor and in the form of tokens', () => {
  const access = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../shell/src/base/i18n/locales/pt-BR/access.json'), 'utf8'),
  ) as { permission: Record<string, Record<string, string>> }
  // Nobody gives what everybody has, nor what belongs to the installation.
  const given = Object.keys(corePermissions).filter(
    (name) => name !== 'account.own' && !(masterPermissions as readonly string[]).includes(name),
  )
  expect(given.filter((name) => access.permission[name.split('.')[0]!]?.[name.split('.')[1]!] === undefined)).toEqual(
    [],
  )
})
