import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { keys } from '../../base/query-keys.ts'
import type { PluginInfo, ShellManifest } from '../../base/contracts.ts'
import { draw } from '../../testing/draw.rig.tsx'
import { usePluginNames } from './use-plugin-names.ts'

afterEach(cleanup)

const Names = () => <output>{[...usePluginNames()].map(([id, name]) => `${id}=${name}`).join(' ')}</output>
const manifest: ShellManifest = {
  contract: '1.0.0',
  off: [],
  channels: [],
  permissions: [],
  role: 'user',
  tier: 'free',
  texts: {},
  stream: { epoch: 'none', seq: 0 },
  timeZone: 'America/Sao_Paulo',
  plugins: [{ id: 'nps', title: { 'pt-BR': 'Satisfação', en: 'Satisfaction' } }] as unknown as ShellManifest['plugins'],
}
const off = [
  { id: 'off', title: { en: 'Switched off' }, namespace: 'plugin.off', locales: {} },
] as unknown as PluginInfo[]

test('plugins that are switched on are called as the user speaks, without a call', async () => {
  await draw(<Names />, { queries: [[keys.manifest, manifest]] })
  expect(screen.getByRole('status').textContent).toBe('nps=Satisfação')
})

test('who manages plugins knows those too that are switched off', async () => {
  await draw(<Names />, {
    queries: [
      [keys.manifest, manifest],
      [keys.plugins, off],
    ],
    permissions: ['plugins.manage'],
    fetch: async () => Response.json({ plugins: off }),
  })
  expect(screen.getByRole('status').textContent).toBe('off=Switched off nps=Satisfação')
})
