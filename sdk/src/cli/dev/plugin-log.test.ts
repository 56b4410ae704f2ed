import { expect, test } from 'vitest'
import { pluginLine } from './plugin-log.ts'

test.for([
  ['{"level":"info","at":"x","plugin":"notes","message":"read","count":2}', 'info: read {"count":2}'],
  ['{"level":"info","plugin":"other","message":"read"}', undefined],
  ['{"level":"error","message":"gone","err":{"stack":"Error: gone\\n at a"}}', 'error: gone Error: gone\n at a'],
  ['Recado is stopping', 'Recado is stopping'],
  ['', undefined],
] as const)('of %s the author reads %s', ([line, read]) => {
  expect(pluginLine(line, 'notes')).toBe(read)
})
