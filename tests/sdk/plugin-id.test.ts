import { PluginId, reservedPrefixes } from '@recado/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { idComplaint } from '../../sdk/create-plugin/src/plugin-id.ts'

test('the generator says of every id what the contracts say', () => {
  const names = fc.oneof(fc.string(), fc.stringMatching(/^[a-z0-9-]{0,44}$/), fc.constantFrom(...reservedPrefixes))
  fc.assert(
    fc.property(names, (id) => {
      expect(idComplaint(id) === undefined).toBe(PluginId.safeParse(id).success)
    }),
  )
})
