import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PluginId, reservedPrefixes } from '../../../core/contracts/src/index.ts'
import { idComplaint } from './plugin-id.ts'

test('says of every id what the contracts say', () => {
  const names = fc.oneof(fc.string(), fc.stringMatching(/^[a-z0-9-]{0,44}$/), fc.constantFrom(...reservedPrefixes))
  fc.assert(fc.property(names, (id) => { expect(idComplaint(id) === undefined).toBe(PluginId.safeParse(id).success) }))
})

test('the words of the templates are ids and nothing else', () => {
  expect(idComplaint('template-plugin')).toBeUndefined()
  expect(readFileSync(new URL('../templates/common/vite.config.ts', import.meta.url), 'utf8')).toContain('template-plugin')
})
