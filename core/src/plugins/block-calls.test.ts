import type { AutomationSubject, ConditionCode, PluginContext } from '@recado/contracts'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { BlockCalls } from './block-calls.ts'
import type { Blocks } from './blocks.ts'
import { failureLimit, firstPauseMs } from './breaker.ts'
import { Guard, type GuardedCall } from './guard.ts'
import type { RunningPlugin } from './installed-plugin.ts'

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const user = { tenantId: 'a' }
const subjects = [{}, {}] as AutomationSubject[]
const call = (plugin: string, input = {}) => ({ plugin, name: 'holds', input })

/** Plugins of one condition each, with this code. */
function rig(code: ConditionCode) {
  let now = 0
  const guard = new Guard({ now: () => new Date(now) }, quiet, () => undefined)
  const blocks = {
    condition: async (_user: unknown, { plugin }: { plugin: string }) => ({
      plugin: { id: plugin, definition: { errors: {} } } as unknown as RunningPlugin,
      block: { name: 'holds', spec: { input: z.object({ word: z.string().default('x') }) }, code },
    }),
  } as unknown as Blocks
  const calls = new BlockCalls({
    blocks,
    guard,
    limitMs: 1_000,
    ports: () => ({}) as never,
    acting: () => ({}) as never,
    recordAct: () => Promise.resolve(),
    context: async () => ({}) as PluginContext,
  })
  const event: GuardedCall = {
    plugin: 'rules',
    errors: {},
    tenantId: 'a',
    by: 'company',
    what: 'event',
    limitMs: 1_000,
  }
  async function suspend(): Promise<void> {
    for (let count = 0; count < failureLimit; count++)
      await guard
        .run(event, () => {
          throw new Error('broken')
        })
        .catch(() => undefined)
  }
  return {
    guard,
    calls,
    event,
    suspend,
    pass: (ms: number) => {
      now += ms
    },
  }
}

test('a plugin on trial has its own conditions asked, and nobody else’s call passes with it', async () => {
  const { guard, calls, event, suspend, pass } = rig((_input, asked) => asked.map(() => true))
  await suspend()
  expect(await calls.ask(user, call('rules'), subjects)).toEqual({ error: 'ERR_PLUGIN_UNAVAILABLE' })
  pass(firstPauseMs)
  expect(await guard.run(event, () => calls.ask(user, call('rules'), subjects))).toEqual([true, true])
  await suspend()
  pass(firstPauseMs)
  const other = { ...event, plugin: 'macros' }
  expect(await guard.run(event, () => guard.run(other, () => calls.ask(user, call('rules'), subjects)))).toEqual({
    error: 'ERR_PLUGIN_UNAVAILABLE',
  })
})

test.for<[what: string, answers: unknown]>([
  ['too few', [true]],
  ['too many', [true, true, true]],
  ['no list', true],
  ['no booleans', [1, 0]],
  ['nothing', undefined],
])('%s are the fault of the plugin that answers', async ([, answers]) => {
  const { calls } = rig(() => answers as never)
  expect(await calls.ask(user, call('tags'), subjects)).toEqual({ error: 'ERR_PLUGIN_FAILED' })
})

test('what was kept is read by the schema of today', async () => {
  const given: unknown[] = []
  const { calls } = rig((input, asked) => {
    given.push(input)
    return asked.map(() => false)
  })
  expect(await calls.ask(user, call('tags', { gone: 1 }), subjects)).toEqual([false, false])
  expect(await calls.ask(user, call('tags', { word: 1 }), subjects)).toEqual({ error: 'ERR_VALIDATION' })
  expect(given).toEqual([{ word: 'x' }])
})
