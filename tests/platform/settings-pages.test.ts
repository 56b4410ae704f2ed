import { expect, test } from 'vitest'
import { corePermissions, type Role } from '../../core/contracts/src/roles.ts'
import { settingsPages } from '../../shell/src/parts/navigation/settings-pages.ts'

const opensTo = (role: Role) =>
  settingsPages
    .filter(({ permission }) => (corePermissions as Record<string, readonly string[]>)[permission]?.includes(role))
    .map(({ key }) => key)

test('pages of the settings are listed for administrators, but for what others read or were given', () => {
  expect(opensTo('user')).toEqual(['groups', 'hours', 'channels'])
  expect(opensTo('super')).toEqual(['tags', 'groups', 'hours', 'channels'])
  const ofInstallation = settingsPages.filter(({ section }) => section === 'installation').map(({ key }) => key)
  expect(opensTo('admin')).toEqual(settingsPages.map(({ key }) => key).filter((key) => !ofInstallation.includes(key)))
  expect(ofInstallation).toEqual(['operations', 'globals', 'companies', 'plans'])
})
