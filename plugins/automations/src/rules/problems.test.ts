import { Refusal, type AutomationBlock, type BlockCall } from '@recado/sdk'
import { expect, test } from 'vitest'
import { problemsOf } from './problems.ts'

const block = (name: string): AutomationBlock =>
  ({
    plugin: 'p',
    pluginTitle: { en: 'P' },
    name,
    namespace: 'plugin.p',
    words: name,
    icon: null,
    fields: [],
    about: 'ticket',
    ends: false,
  }) as unknown as AutomationBlock
const call = (name: string, fits = true): BlockCall & { negated: boolean } => ({
  plugin: 'p',
  name,
  input: { fits },
  negated: false,
})

const none = async () => []
const nothing = {
  segments: { list: none, holding: none, contacts: async () => ({ contacts: [], nextCursor: null }) },
  queues: { list: none },
  tags: { list: none },
  users: { queuesOf: none, named: none, viewers: none, colleagues: none, groups: none, push: () => undefined },
  attributes: { list: none, set: async () => undefined, setOwn: async () => undefined },
}
/** Core, which says of `every` block that does not fit, or of the first alone. */
const core = (every: boolean) => ({
  ...nothing,
  automation: {
    offered: async () => ({ conditions: [block('asks')], actions: [block('does')] }),
    require: async (kind: string, calls: readonly BlockCall[]) => {
      const issues = calls.flatMap(({ input }, at) =>
        input['fits'] ? [] : [{ path: `${kind}.${at}.input.fits`, message: 'no' }],
      )
      if (issues.length > 0) throw new Refusal('ERR_VALIDATION', { issues: every ? issues : issues.slice(0, 1) })
    },
  },
})

test.for([true, false])('each block that cannot be used is named at its place, and nothing else', async (every) => {
  const rules = [
    { conditions: [call('asks'), call('gone')], actions: [call('does')] },
    { conditions: [], actions: [call('does')] },
    {
      conditions: [call('asks', false), call('asks'), call('asks', false)],
      actions: [call('does', false), call('gone')],
    },
  ]
  expect(await problemsOf(rules, core(every))).toEqual([
    [{ part: 'conditions', at: 1, error: 'ERR_AUTOMATION_BLOCK' }],
    [],
    [
      { part: 'conditions', at: 0, error: 'ERR_VALIDATION' },
      { part: 'conditions', at: 2, error: 'ERR_VALIDATION' },
      { part: 'actions', at: 1, error: 'ERR_AUTOMATION_BLOCK' },
      { part: 'actions', at: 0, error: 'ERR_VALIDATION' },
    ],
  ])
})

test('what names a tag, a person or an attribute that is gone is named too, and a connection is not', async () => {
  const fields = (['tag', 'user', 'ticketAttribute', 'connection'] as const).map((refersTo) => ({
    name: refersTo,
    type: 'referenceArray',
    required: false,
    refersTo,
  }))
  const does = { ...block('does'), fields } as unknown as AutomationBlock
  const present = {
    ...core(true),
    tags: { list: async () => [{ id: 'vip' }] },
    users: {
      ...nothing.users,
      named: async (ids: readonly string[]) => ids.map((id) => ({ id, name: id, isActive: id !== 'gone' })),
    },
    attributes: {
      ...nothing.attributes,
      list: async () => [
        { owner: 'ticket', key: 'plan' },
        { owner: 'contact', key: 'only' },
      ],
    },
  }
  const ask = (input: object) => ({
    conditions: [],
    actions: [{ plugin: 'p', name: 'does', input: { fits: true, ...input } }],
  })
  const rules = [
    ask({ tag: ['vip'], user: ['ana'], ticketAttribute: 'plan', connection: ['any'] }),
    ask({ tag: ['vip', 'old'] }),
    ask({ user: ['gone'] }),
    ask({ ticketAttribute: 'only' }),
    ask({}),
  ]
  const problems = await problemsOf(rules, {
    ...present,
    automation: { ...present.automation, offered: async () => ({ conditions: [], actions: [does] }) },
  } as never)
  expect(problems.map((each) => each.map(({ at, error }) => `${at} ${error}`))).toEqual([
    [],
    ['0 ERR_NO_TAG_FOUND'],
    ['0 ERR_NO_USER_FOUND'],
    ['0 ERR_NO_ATTRIBUTE_FOUND'],
    [],
  ])
})
