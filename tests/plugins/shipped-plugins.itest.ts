import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hostRig, type HostRig } from './host.rig.ts'

const folder = join(import.meta.dirname, '../../plugins')
let rig: HostRig

beforeAll(async () => {
  rig = await hostRig(['../../plugins'])
})
afterAll(() => rig.close())

test('every plugin that Recado ships is ready', () => {
  const shipped = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'package.json')))
  expect(rig.host.plugins.map(({ id, status, reason }) => ({ id, status, reason }))).toEqual(
    shipped.sort().map((id) => ({ id, status: 'ready', reason: null })),
  )
})
