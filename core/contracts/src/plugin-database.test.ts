import { expect, it } from 'vitest'
import { isOfferedIndex } from './plugin-database.ts'

const statement = 'create index concurrently near on plg_own_things.thing using hnsw (bits bit_hamming_ops)'

it('takes one statement that makes the index of its name in a table of its plugin', () => {
  expect(isOfferedIndex('own-things', 'near', statement)).toBe(true)
  expect(isOfferedIndex('own-things', 'near', `-- Why; what for.\n${statement.replace(' on', '\n  on')};\n`)).toBe(true)
})

it('takes no other statement, name, table, or second statement', () => {
  const refused: readonly (readonly [string, string])[] = [
    ['near', `${statement}; reset role`],
    ['near', `reset role; ${statement}`],
    ['near', statement.replace('concurrently ', '')],
    ['near', statement.replace('plg_own_things', 'plg_other')],
    ['near', statement.replace('plg_own_things.thing', 'thing')],
    ['other', statement],
    ['near"', statement.replace('near', 'near"')],
    ['near', ''],
  ]
  for (const [name, text] of refused) expect(isOfferedIndex('own-things', name, text), text).toBe(false)
})
