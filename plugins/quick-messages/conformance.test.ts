import { expect, test } from 'vitest'
import { plugin } from './src/plugin.ts'
import panels from './src/ui/panels.ts'

test('every contribution has its panel, and every panel its contribution', () => {
  const contributed = [...plugin.ui!.pages!, ...plugin.ui!.slots!].map(({ panel }) => panel)
  expect(contributed.sort()).toEqual(Object.keys(panels.panels).sort())
})
