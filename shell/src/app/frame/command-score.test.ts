import { expect, test } from 'vitest'
import { MemoryStorage } from '../../testing/memory-storage.ts'
import { commandScore } from './command-score.ts'
import { keepRecentCommand, recentCommands } from './recent-commands.ts'

test('accents and capitals do not matter, letters in order are enough, and what has none of them is left out', () => {
  expect(commandScore('Mais ações', 'ACOES', false)).toBeGreaterThan(0)
  expect(commandScore('Mensagens rápidas', 'mrap', false)).toBeGreaterThan(0)
  expect(commandScore('Transferir', 'xyz', false)).toBe(0)
})

test('what was used lately comes first among equals', () => {
  expect(commandScore('Resolver', 're', true)).toBeGreaterThan(commandScore('Resolver', 're', false))
})

test('the last ones are kept once each, newest first, and nonsense in the storage is none', () => {
  const storage = new MemoryStorage()
  for (const id of ['a', 'b', 'c', 'a', 'd', 'e', 'f', 'g']) keepRecentCommand(id, storage)
  expect(recentCommands(storage)).toEqual(['g', 'f', 'e', 'd', 'a', 'c'])
  storage.setItem('recado.palette.recent', '{')
  expect(recentCommands(storage)).toEqual([])
})
