import { describe, expect, it } from 'vitest'
import { againstCoreLayers, emptyLayers } from './core-layers.ts'

const layers = [
  { folders: ['base'], holds: 'ground' },
  { folders: ['tickets', 'messages'], holds: 'conversations' },
]
const check = (path: string, text: string): string[] => againstCoreLayers(path, text, layers)

describe('layers of core', () => {
  it('lets a file import its own layer and lower ones', () => {
    expect(check('core/src/tickets/a.ts', `import { b } from '../base/b.ts'\nimport { c } from './c.ts'`)).toEqual([])
    expect(check('core/src/tickets/a.ts', `import { b } from '../messages/b.ts'`)).toEqual([])
    expect(check('core/src/main.ts', `import { b } from './tickets/b.ts'`)).toEqual([])
    expect(check('core/src/base/a.ts', `import postgres from 'postgres'`)).toEqual([])
  })

  it('refuses an import of a higher layer, types and lazy imports included', () => {
    const sentence = /^core\/src\/base\/a\.ts imports core\/src\/tickets\/b\.ts, but base lies below tickets/
    for (const text of [
      `import { b } from '../tickets/b.ts'`,
      `import type { B } from '../tickets/b.ts'`,
      `export { b } from '../tickets/b.ts'`,
      `const b = await import('../tickets/b.ts')`,
    ])
      expect(check('core/src/base/a.ts', text), text).toEqual([expect.stringMatching(sentence)])
  })

  it('refuses an import of a file that starts the process', () => {
    expect(check('core/src/tickets/a.ts', `import { main } from '../main.ts'`)).toHaveLength(1)
  })

  it('names a folder that is in no layer, and a layer without a folder', () => {
    expect(check('core/src/voice/a.ts', '')).toEqual([expect.stringContaining('core/src/voice is in no layer')])
    expect(emptyLayers(['base', 'tickets'], layers)).toEqual([expect.stringContaining('core/src/messages')])
  })

  it('lets tests import everything', () => {
    expect(check('core/src/base/a.test.ts', `import { b } from '../tickets/b.ts'`)).toEqual([])
  })
})
