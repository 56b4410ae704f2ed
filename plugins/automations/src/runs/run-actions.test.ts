import { Refusal, type BlockCall } from '@recado/sdk'
import { expect, test } from 'vitest'
import type { ActionResult } from './firing.ts'
import { runActions, type Begun } from './run-actions.ts'

const actions: BlockCall[] = ['tag', 'reply', 'resolve'].map((name) => ({ plugin: 'automations', name, input: {} }))
const firing = (results: ActionResult[] = []): Begun => ({
  id: '018f0000-0000-7000-8000-000000000001',
  ticketId: 't',
  messageId: null,
  actions,
  results,
})

/** Runs a firing with actions that end so; what was done, by its key, and what was written down. */
async function run(
  outcome: (name: string) => void,
  { begun = firing(), isOver = () => false }: { begun?: Begun; isOver?: () => boolean } = {},
) {
  const done: string[] = []
  const written: [string, boolean][] = []
  const isDone = await runActions(begun, {
    isOver,
    automation: {
      act: async ({ name }, _about, { key }) => {
        outcome(name)
        done.push(key.slice(-2))
      },
    },
    progress: async (results, isFinished) => {
      written.push([results.map(({ state, error }) => error ?? state).join(' '), isFinished])
    },
  })
  return { done, written, isDone }
}

test('actions are done in their order, each under a key of its own, and written down one by one', async () => {
  expect(await run(() => undefined)).toEqual({
    done: [':0', ':1', ':2'],
    written: [
      ['done', false],
      ['done done', false],
      ['done done done', true],
    ],
    isDone: true,
  })
})

test('the first that is refused ends it, and those behind it are not begun', async () => {
  const { done, written } = await run((name) => {
    if (name === 'reply') throw new Refusal('ERR_SERVICE_WINDOW_CLOSED')
  })
  expect([done, written.at(-1)]).toEqual([[':0'], ['done ERR_SERVICE_WINDOW_CLOSED skipped', true]])
})

test('a firing that was interrupted goes on where it was, under the same keys', async () => {
  expect(
    await run(() => undefined, { begun: firing([{ plugin: 'automations', name: 'tag', state: 'done', error: null }]) }),
  ).toMatchObject({ done: [':1', ':2'], isDone: true })
  const calls = { left: 1 }
  expect(await run(() => undefined, { isOver: () => calls.left-- <= 0 })).toMatchObject({
    done: [':0'],
    written: [['done', false]],
    isDone: false,
  })
})

test('what is no refusal is thrown, because nobody knows whether it was done', async () => {
  await expect(
    run(() => {
      throw new TypeError('the database is away')
    }),
  ).rejects.toThrow('away')
})
