import { describe, expect, it } from 'vitest'
import { circlesOf } from './circles.ts'

describe('a circle of files', () => {
  it('is found through types, exports and late imports', () => {
    const files = new Map([
      ['a.ts', `import type { B } from './b.ts'`],
      ['b.ts', `export { d } from './c/d.ts'`],
      ['c/d.ts', `const a = await import('../a.ts')`],
      ['e.ts', `import './a.ts'`],
    ])
    expect(circlesOf(files)).toEqual([['a.ts', 'b.ts', 'c/d.ts']])
  })

  it('is no path that two files share', () => {
    const files = new Map([
      ['a.ts', `import './b.ts'; import './d.ts'`],
      ['b.ts', `import './d.ts'`],
      ['d.ts', `import 'zod'`],
    ])
    expect(circlesOf(files)).toEqual([])
  })
})
