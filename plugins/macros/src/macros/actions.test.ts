import { Refusal, type AutomationBlock, type BlockCall, type ErrorCode, type SessionContext } from '@recado/sdk'
import { expect, test } from 'vitest'
import { refusedActions, requireActions } from './actions.ts'
import type { Step } from './step.ts'

const reply: Step = { kind: 'reply', text: 'Oi' }
const action = (name: string): Step => ({ kind: 'action', plugin: 'pix', name, input: {} })

/**
 * Offers `charge` and, as one that ends a macro, `hand`; refuses `gone`, and `odd` for its input. Counts how often it
 * was asked.
 */
function stage() {
  const asked: number[] = []
  const block = (name: string, ends: boolean) =>
    ({ plugin: 'pix', name, ends, fields: [] }) as unknown as AutomationBlock
  const refuse = (code: ErrorCode, calls: readonly BlockCall[], name: string, field: string): void => {
    const issues = calls.flatMap((call, at) =>
      call.name === name ? [{ path: `body.steps.${at}.${field}`, message: 'x' }] : [],
    )
    if (issues.length > 0) throw new Refusal(code, { issues })
  }
  const automation = {
    offered: () => Promise.resolve({ conditions: [], actions: [block('charge', false), block('hand', true)] }),
    async require(_kind: 'conditions' | 'actions', calls: readonly BlockCall[]) {
      asked.push(calls.length)
      refuse('ERR_AUTOMATION_BLOCK', calls, 'gone', 'name')
      refuse('ERR_VALIDATION', calls, 'odd', 'input.amount')
    },
  } as unknown as SessionContext['core']['automation']
  return { core: { automation }, asked }
}
const issuesOf = async (steps: readonly Step[]): Promise<unknown> =>
  requireActions(stage().core, steps).then(
    () => undefined,
    (error: unknown) => Refusal.is(error) && [error.code, error.facts.issues?.map(({ path }) => path)],
  )

test('an action that may not be there is refused at the step of the macro that it is', async () => {
  expect(await issuesOf([reply, action('charge'), reply, action('hand')])).toBeUndefined()
  expect(await issuesOf([reply, action('charge'), reply, action('gone')])).toEqual([
    'ERR_AUTOMATION_BLOCK',
    ['body.steps.3.name'],
  ])
  expect(await issuesOf([reply, action('odd'), reply])).toEqual(['ERR_VALIDATION', ['body.steps.1.input.amount']])
  expect(await issuesOf([reply, action('hand'), reply])).toEqual(['ERR_VALIDATION', ['body.steps.1.kind']])
})

test('each one that would be refused is named, and nobody is asked where there is none', async () => {
  const { core, asked } = stage()
  expect(
    [...(await refusedActions(core, [action('odd'), reply, action('gone'), action('charge'), action('gone')]))].sort(),
  ).toEqual([
    [0, 'ERR_VALIDATION'],
    [2, 'ERR_AUTOMATION_BLOCK'],
    [4, 'ERR_AUTOMATION_BLOCK'],
  ])
  expect(asked).toEqual([4, 2, 1])
  await requireActions(core, [reply])
  expect(await refusedActions(core, [reply])).toEqual(new Map())
  expect(asked).toHaveLength(3)
})
