import type { PluginGlobals } from '../../base/contracts.ts'
import { expect, test } from 'vitest'
import { withDecimals } from './PluginTab.tsx'

const plugins = [
  {
    form: [
      { name: 'fee', type: 'number' },
      { name: 'word', type: 'text' },
    ],
  },
] as unknown as PluginGlobals[]

test('amounts are saved as numbers, with what was typed behind the comma', () => {
  expect(withDecimals({ fee: '50.05', word: '1.5', other: '2.5' }, plugins)).toEqual({
    fee: 50.05,
    word: '1.5',
    other: '2.5',
  })
  expect(withDecimals({ fee: '50.' }, plugins)).toEqual({ fee: '50.' })
})
