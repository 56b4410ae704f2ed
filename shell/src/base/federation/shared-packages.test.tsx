import { sharedPackages as expected } from '@recado/sdk/vite'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sharedPackages, sharedVersions } from './shared-packages.ts'

test('the shell gives what the preset of plugins takes', () => {
  expect(Object.keys(sharedPackages).toSorted()).toEqual(
    expected.filter((id) => id !== 'react/jsx-dev-runtime').toSorted(),
  )
})

test.for(Object.entries(sharedVersions))('the version told for %s is the installed one', async ([id, version]) => {
  const name = id.startsWith('@') ? id.split('/').slice(0, 2).join('/') : id
  const { version: installed } = JSON.parse(
    await readFile(join(import.meta.dirname, '../../../node_modules', name, 'package.json'), 'utf8'),
  ) as { version: string }
  expect(version).toBe(installed)
})
