import { expect, test } from 'vitest'
import { keptShare } from './sla-share.ts'

test.each([
  [{ kept: 3, broken: 1 }, 75],
  [{ kept: 999, broken: 1 }, 99],
  [{ kept: 5, broken: 0 }, 100],
  [{ kept: 0, broken: 0 }, null],
  [null, null],
  [undefined, null],
])('of %j %s percent were kept', (sla, share) => {
  expect(keptShare(sla)).toBe(share)
})
