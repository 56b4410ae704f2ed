import { expect, test } from 'vitest'
import { unraisedCodes } from './unraised-codes.ts'

const declared = ['ERR_A', 'ERR_B'].map((code) => ({ code, when: `${code} happens.` }))
const unraisedWith = (path: string, text: string): string[] =>
  unraisedCodes(declared, [{ path, text }]).map(({ code }) => code)

test.each([
  ['core/src/tickets/tickets.ts', "throw new Refusal('ERR_A')"],
  ['core/src/tickets/tickets.ts', 'throw new Refusal(`ERR_A`)'],
  ['core/src/tickets/tickets.ts', 'raise(`ERR_A:${limit}`)'],
  ['core/contracts/src/carry.ts', "export const fault = { code: 'ERR_A' }"],
  ['core/src/db/migrations/0001.sql', "raise exception 'ERR_A';"],
  ['sdk/src/server/failed-check.ts', "throw new Refusal('ERR_A')"],
  ['sdk/src/split-text.ts', "throw new Refusal('ERR_A')"],
  ['plugins/macros/migrations/0001-macros.sql', "raise exception 'ERR_A';"],
  ['plugins/macros/src/runs/run.ts', "throw refusal('ERR_A')"],
])('a code that %s raises leaves the list: %s', (path, text) => {
  expect(unraisedWith(path, text)).toEqual(['ERR_B'])
})

test.each([
  ['in a comment', 'core/src/tickets/tickets.ts', "// throw new Refusal('ERR_A')"],
  ['in a comment of SQL', 'core/src/db/migrations/0001.sql', "-- raise exception 'ERR_A';"],
  ['where it is compared', 'core/src/tickets/tickets.ts', "if (code === 'ERR_A') retry()"],
  ['in a test', 'core/src/tickets/tickets.test.ts', "throw new Refusal('ERR_A')"],
  ['in a test with a database', 'core/src/tickets/tickets.itest.ts', "throw new Refusal('ERR_A')"],
  ['by what the SDK has for tests', 'sdk/src/testing/host.ts', "throw new Refusal('ERR_A')"],
  ['by the catalogue', 'core/contracts/src/errors.ts', "export const first = 'ERR_A'"],
  [
    'by the declaration of a plugin',
    'plugins/macros/src/errors.ts',
    'export const errors = { ERR_A: { status: 404 } }',
  ],
  ['by the shell', 'shell/src/api/client.ts', "throw new ApiError('ERR_A')"],
  ['by the interface of a plugin', 'plugins/macros/src/ui/List.tsx', "throw new ApiError('ERR_A')"],
])('a code that is named %s stays in the list', (_where, path, text) => {
  expect(unraisedWith(path, text)).toEqual(['ERR_A', 'ERR_B'])
})
