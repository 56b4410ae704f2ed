import { describe, expect, it } from 'vitest'
import { checkShell } from './shell-layers.ts'

const check = (files: Record<string, string>) =>
  checkShell(new Map(Object.entries(files).map(([path, text]) => [`shell/src/${path}`, text])))

describe('the layers of the shell', () => {
  it.each([
    [
      'screens/tags/Tags.tsx',
      `import { Colour } from '../queues/Colour.tsx'`,
      'move what both draw to shell/src/parts',
    ],
    ['screens/tags/Tags.tsx', `const it = import('../queues/Queues.tsx')`, 'lead to the other screen by its address'],
    ['data/tags/use-tags.ts', `import type { Tag } from '../../screens/tags/Tags.tsx'`, 'data may not import'],
    ['parts/tags/TagPicker.tsx', `import { router } from '../../app/router.tsx'`, 'parts may not import'],
    ['base/api/session.ts', `export * from '../../data/tags/use-tags.ts'`, 'or hand it in from above'],
    ['tags/Tags.tsx', '', 'is in no layer: move it to base, data, parts, screens, app'],
  ])('%s: %s is refused', (path, text, sentence) => {
    expect(check({ [path]: text })).toEqual([expect.stringContaining(sentence)])
  })

  it('lets a file import from below, from its own screen, and a test whatever it proves', () => {
    expect(
      check({
        'app/router.tsx': `import { Tags } from '../screens/tags/Tags.tsx'`,
        'screens/tags/Tags.tsx': `import { TagForm } from './form/TagForm.tsx'
          import { keys } from '../../base/keys.ts'`,
        'screens/tags/Tags.test.tsx': `import { router } from '../../app/router.tsx'`,
        'testing/draw.rig.tsx': `import { router } from '../app/router.tsx'`,
        'service-worker/worker.ts': `import { keys } from '../base/keys.ts'`,
      }),
    ).toEqual([])
  })

  it('refuses circles of folders within a layer', () => {
    expect(
      check({
        'parts/tags/TagPicker.tsx': `import { Card } from '../contacts/Card.tsx'`,
        'parts/contacts/Form.tsx': `import { TagPicker } from '../tags/TagPicker.tsx'`,
      }),
    ).toEqual([
      'The folders shell/src/parts/contacts, shell/src/parts/tags import each other: ' +
        'move what they share to a folder below them.',
    ])
  })
})
