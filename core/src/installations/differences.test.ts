import type { PluginPackageManifest } from '@recado/contracts'
import { describe, expect, test } from 'vitest'
import { addedBy, changeTo } from './differences.ts'

const manifest = (parts: Partial<PluginPackageManifest>): PluginPackageManifest => ({
  format: 1,
  id: 'stranger',
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
const none = { permissions: [], egress: [], acting: [], uses: [], attributes: [], channels: [], pages: [], listens: [] }

describe('what a version asks for beyond the one before', () => {
  test('is everything when there is none before, and nothing when it asks for less', () => {
    const asks = manifest({
      egress: ['a.example'],
      acting: ['messages'],
      uses: ['segments.read'],
      attributes: [{ name: 'score', owner: 'contact', type: 'number', label: {} }],
      pages: ['/um'],
      listens: ['ticket.closed.v1'],
      channels: [{ type: 'line', title: {} }],
      permissions: [{ name: 'use', title: {}, roles: ['user', 'admin'] }],
    })
    expect(addedBy(asks, undefined)).toEqual({
      permissions: ['use'],
      egress: ['a.example'],
      acting: ['messages'],
      uses: ['segments.read'],
      attributes: ['score'],
      channels: ['line'],
      pages: ['/um'],
      listens: ['ticket.closed.v1'],
    })
    expect(addedBy(asks, asks)).toEqual(none)
    expect(addedBy(manifest({}), asks)).toEqual(none)
  })

  test('is an attribute of another type', () => {
    const brings = (type: 'number' | 'text') =>
      manifest({ attributes: [{ name: 'score', owner: 'contact', type, label: {} }] })
    expect(addedBy(brings('text'), brings('number'))).toEqual({ ...none, attributes: ['score'] })
  })

  test('is a host more, and a permission that more roles get', () => {
    const before = manifest({ egress: ['a.example'], permissions: [{ name: 'use', title: {}, roles: ['admin'] }] })
    expect(
      addedBy(
        manifest({
          egress: ['a.example', '*'],
          permissions: [{ name: 'use', title: { en: 'Other words' }, roles: ['admin'] }],
        }),
        before,
      ),
    ).toEqual({ ...none, egress: ['*'] })
    expect(addedBy(manifest({ permissions: [{ name: 'use', title: {}, roles: ['admin', 'user'] }] }), before)).toEqual({
      ...none,
      permissions: ['use'],
    })
  })
})

test.each([
  ['1.0.0', 'a', undefined, 'new'],
  ['1.0.0', 'a', { version: '0.9.0', hash: 'b', removed: true }, 'new'],
  ['1.1.0', 'a', { version: '1.0.0', hash: 'b', removed: false }, 'update'],
  ['1.0.0', 'a', { version: '1.0.0', hash: 'b', removed: false }, 'update'],
  ['1.0.0', 'a', { version: '1.0.0', hash: 'a', removed: false }, 'same'],
  ['1.0.0-beta.1', 'a', { version: '1.0.0', hash: 'b', removed: false }, 'downgrade'],
  ['1.9.0', 'a', { version: '1.10.0', hash: 'b', removed: false }, 'downgrade'],
] as const)('version %s of archive %s after %j is a change of the kind %s', (version, hash, before, change) => {
  expect(changeTo({ version, hash }, before)).toBe(change)
})
