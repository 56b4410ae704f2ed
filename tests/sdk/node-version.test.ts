import { expect, test } from 'vitest'
import { nodeComplaint } from '../../sdk/create-plugin/src/node-version.ts'

test.for([
  ['20.20.2', false],
  ['22.11.0', false],
  ['22.12.0', true],
  ['24.1.0', true],
] as const)('Node %s may start a plugin: %s', ([running, isEnough]) => {
  expect(nodeComplaint(running, '>=22.12') === undefined).toBe(isEnough)
  if (!isEnough)
    expect(nodeComplaint(running, '>=22.12')).toBe(
      `A plugin is built and tested with Node 22.12 or newer, and this is ${running}.`,
    )
})

test('the source of the generator asks for nothing', () => {
  expect(nodeComplaint('18.0.0', undefined)).toBeUndefined()
})
