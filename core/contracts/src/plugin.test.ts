import { expect, test } from 'vitest'
import * as z from 'zod'
import { ChannelCapabilities } from './capabilities.ts'
import { defineChannel } from './channel.ts'
import { definePlugin, implementPlugin, PluginDefinitionShape } from './plugin.ts'
import { checkPluginModule } from './plugin-shape.ts'
import { PluginShapeError } from './plugin-shape-error.ts'

const words = { 'pt-BR': 'x', en: 'x', es: 'x', ru: 'x' }
const facts = { id: 'small', version: '1.0.0', host: '^1.0.0', publisher: 'p', title: words, description: words }

test('what a plugin leaves out is empty, so that the host finds a whole definition and whole code', () => {
  const small = definePlugin(facts)
  expect(PluginDefinitionShape.safeParse(small)).toMatchObject({
    success: true,
    data: {
      tier: 'free',
      permissions: {},
      channels: {},
      routes: {},
      emits: [],
      on: {},
      jobs: {},
      conditions: {},
      actions: {},
      responders: {},
      provides: [],
      sockets: {},
    },
  })
  expect(small.settings.parse({})).toEqual({})
  expect(implementPlugin(small, {}).implementation).toEqual({
    channels: {},
    routes: {},
    on: {},
    jobs: {},
    conditions: {},
    actions: {},
    responders: {},
    sockets: {},
    services: {},
  })
  expect(definePlugin({ ...facts, tier: 'plus' }).tier).toBe('plus')
})

test('what a channel does not say it can, it cannot', () => {
  const { capabilities } = defineChannel({
    type: 'plain',
    titleKey: 't',
    badge: { color: '#000000', icon: 'x' },
    transport: 'webhook',
    identityKind: 'plain',
    config: z.object({}),
    capabilities: { version: 1, text: { maxLength: 100, format: 'plain' }, typing: 'full', idempotentSend: 'none' },
  })
  expect(ChannelCapabilities.parse(capabilities)).toMatchObject({
    typing: 'full',
    edit: { level: 'rejected' },
    media: {},
    receipts: { out: [], inMarkRead: false },
  })
})

test('a plugin that was built before there were conditions and actions has none', () => {
  const { definition, implementation } = implementPlugin(definePlugin(facts), {})
  const without = ({ conditions: _conditions, actions: _actions, ...rest }: Record<string, unknown>) => rest
  expect(
    checkPluginModule(
      { definition: without(definition as never), implementation: without(implementation as never) },
      'small',
    ),
  ).toMatchObject({ definition: { conditions: {}, actions: {} }, implementation: { conditions: {}, actions: {} } })
})

test.for<[what: string, actions: object, sentence: string]>([
  [
    'a name that is no word',
    { 'send-pix': { input: z.object({}) } },
    'the name of its action send-pix is wrong: must be a word like sendPix',
  ],
  [
    'more than anybody chooses from',
    Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`a${at}`, { input: z.object({}) }])),
    'it contributes 21 actions, and 20 is the most',
  ],
  [
    'an input that is no object',
    { send: { input: z.string() } },
    'its action send is wrong at input: must be a zod object',
  ],
  [
    'a secret',
    { send: { input: z.object({ pin: z.string().meta({ secret: true }) }) } },
    'its action send asks for the secret pin; secrets belong into the settings',
  ],
  [
    'what no field shows',
    { send: { input: z.object({ to: z.map(z.string(), z.string()) }) } },
    'its action send has no form: its setting to is of a kind that no form field can show',
  ],
  [
    'a permission of nobody',
    { send: { input: z.object({}), permission: 'other.write' } },
    'its action send asks for other.write, which neither it nor core declares',
  ],
  [
    'no code',
    { send: { input: z.object({}), by: ['automation'], permission: 'tickets.write' } },
    'actions.send is declared but not implemented',
  ],
])('an action with %s is refused', ([, actions, sentence]) => {
  const implemented = sentence.startsWith('actions.')
    ? {}
    : Object.fromEntries(Object.keys(actions).map((name) => [name, async () => undefined]))
  expect(() =>
    checkPluginModule(
      {
        definition: { ...definePlugin(facts), actions },
        implementation: { ...implementPlugin(definePlugin(facts), {}).implementation, actions: implemented },
      },
      'small',
    ),
  ).toThrow(new PluginShapeError(sentence))
})

test.for<[what: string, sockets: Record<string, object>, sentence: string | RegExp]>([
  ['the path of a route', { live: { path: '/list' } }, 'its socket live stands at /list, as the route list does'],
  [
    'the path of another',
    { live: { path: '/live' }, more: { path: '/live/' } },
    'its socket more stands at /live/, as the socket live does',
  ],
  ['a parameter in its path', { live: { path: '/live/:id' } }, /^its socket live is wrong at path/],
  ['messages without a schema', { live: { path: '/live', receives: {} } }, /^its socket live is wrong at receives/],
  [
    'messages of a megabyte',
    { live: { path: '/live', maxMessage: 1_000_000 } },
    /^its socket live is wrong at maxMess/,
  ],
  ['no code', { live: { path: '/live' } }, 'sockets.live is declared but not implemented'],
  [
    'five beside it',
    Object.fromEntries([...'abcdef'].map((name) => [name, { path: `/${name}` }])),
    'it declares 6 sockets, and 5 is the most',
  ],
])('a socket with %s is refused', ([what, given, sentence]) => {
  const sockets = Object.fromEntries(
    Object.entries(given).map(([name, one]) => [
      name,
      { summary: 'x', receives: z.object({}), sends: z.object({}), ...one },
    ]),
  )
  const list = {
    method: 'GET',
    path: '/list',
    summary: 'x',
    access: { kind: 'public' },
    rate: 'read',
    response: 'bytes',
  }
  const implemented =
    what === 'no code' ? {} : Object.fromEntries(Object.keys(sockets).map((name) => [name, () => ({})]))
  const small = definePlugin(facts)
  expect(() =>
    checkPluginModule(
      {
        definition: { ...small, sockets, routes: { list } },
        implementation: {
          ...implementPlugin(small, {}).implementation,
          sockets: implemented,
          routes: { list: () => 1 },
        },
      },
      'small',
    ),
  ).toThrow(typeof sentence === 'string' ? new PluginShapeError(sentence) : sentence)
})
