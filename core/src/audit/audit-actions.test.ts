import { auditActions } from '@recado/contracts'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const core = join(import.meta.dirname, '..')

// The compiler sees to it that what is written has words; that words are written by somebody it cannot see.
it('every act that has words in the trail is written by core', () => {
  const code = globSync('**/*.ts', { cwd: core })
    .filter((file) => !/\.(test|itest|rig|child)\.ts$/.test(file))
    .map((file) => readFileSync(join(core, file), 'utf8'))
    .join('\n')
  const written = (action: string): boolean =>
    code.includes(`'${action}'`) ||
    (/^message\.(edit|delete|stopPoll)$/.test(action) && code.includes('`message.${wanted.kind}`'))
  expect(Object.keys(auditActions).filter((action) => !written(action))).toEqual([])
})
