import type { PluginModule, PluginPackageManifest } from '@recado/contracts'
import { expect, test } from 'vitest'
import { requireShown } from './shown.ts'

const words = { 'pt-BR': 'Nota', en: 'Score', es: 'Nota', ru: 'Оценка' }
const shown = (parts: Partial<PluginPackageManifest> = {}): PluginPackageManifest => ({
  format: 1,
  id: 'scorer',
  version: '1.0.0',
  host: '^1.0.0',
  publisher: 'P',
  title: {},
  description: {},
  tier: 'free',
  permissions: [],
  egress: [],
  acting: [],
  uses: [],
  attributes: [],
  channels: [],
  pages: [],
  listens: [],
  files: {},
  ...parts,
})
const definition = {
  id: 'scorer',
  version: '1.0.0',
  publisher: 'P',
  permissions: {},
  channels: {},
  on: {},
  uses: ['segments.read'],
  attributes: { score: { owner: 'contact', type: 'number', label: words } },
} as unknown as PluginModule['definition']

test('a plugin uses and brings of the company’s data what was shown, and nothing else', () => {
  const attributes: PluginPackageManifest['attributes'] = [
    { name: 'score', owner: 'contact', type: 'number', label: words },
  ]
  expect(() =>
    requireShown(shown({ uses: ['segments.read', 'attributes.write'], attributes }), definition),
  ).not.toThrow()
  expect(() => requireShown(shown({ attributes }), definition)).toThrow('uses segments.read')
  expect(() =>
    requireShown(shown({ uses: ['segments.read'], attributes: [{ ...attributes[0]!, type: 'text' }] }), definition),
  ).toThrow('brings the attribute score (contact, number)')
})
