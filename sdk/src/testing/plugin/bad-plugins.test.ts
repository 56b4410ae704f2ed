import {
  defineChannel,
  definePlugin,
  defineRoute,
  implementPlugin,
  type ChannelImplementation,
} from '@recado/contracts'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { PluginConformanceOptions } from './options.ts'
import { pluginRules } from './plugin-rules.ts'

const root = mkdtempSync(join(tmpdir(), 'recado-plugin-rules-'))
afterAll(() => rmSync(root, { recursive: true }))

const four = (text: string) => ({ 'pt-BR': text, en: text, es: text, ru: text })
const line = defineChannel({
  type: 'dove',
  titleKey: 'channel.title',
  badge: { color: '#334155', icon: 'send' },
  transport: 'webhook',
  identityKind: 'dove',
  config: z.object({ token: z.string().meta({ secret: true }), root: z.url().optional() }),
  egressFrom: ['root'],
  capabilities: {
    version: 1,
    text: { maxLength: 10, format: 'plain' },
    media: {},
    location: 'rejected',
    contactCard: 'rejected',
    interactive: {},
    templates: 'rejected',
    reply: 'rejected',
    forward: 'rejected',
    edit: { level: 'rejected' },
    deleteForAll: { level: 'rejected' },
    reaction: { level: 'rejected' },
    receipts: { out: [], inMarkRead: false },
    typing: 'rejected',
    groups: 'rejected',
    history: { level: 'rejected', includesOwn: false },
    idempotentSend: 'none',
  },
})
const dove = definePlugin({
  id: 'dove',
  version: '1.0.0',
  host: '^1.0.0',
  publisher: 'Tests',
  title: four('Dove'),
  description: four('A dove'),
  tier: 'free',
  settings: z.object({ greeting: z.string().default('Oi'), key: z.string().optional().meta({ secret: true }) }),
  permissions: { feed: { titleKey: 'permission.feed', roles: ['admin'] } },
  channels: { dove: line },
  routes: {
    feed: defineRoute({
      method: 'POST',
      path: '/feed',
      summary: 'Feed',
      access: { kind: 'session', permission: 'dove.feed' },
      rate: 'write',
      body: z.object({ corn: z.int() }),
      response: z.object({ at: z.date() }),
    }),
  },
  emits: [],
  on: {},
  jobs: {},
  egress: ['api.dove.example'],
  ui: { pages: [{ path: '/doves', panel: 'page', titleKey: 'page.title' }], slots: [], commands: [] },
})
const code = {
  channels: {
    dove: {
      check: async () => ({ ok: true, identity: 'x' }),
      open: async () => {
        throw new Error('not opened here')
      },
    } as ChannelImplementation<typeof line>,
  },
  routes: { feed: () => ({ at: new Date(0) }) },
  on: {},
  jobs: {},
}
const words = {
  channel: { title: 'Dove' },
  page: { title: 'Doves' },
  permission: { feed: 'Feed' },
  settings: { greeting: { label: 'Greeting' }, key: { label: 'Key' } },
  config: { token: { label: 'Token' }, root: { label: 'Address' } },
  check: { token: { title: 'No', fix: 'Again' } },
}
const server = "import x from 'y'\n// see https://docs.dove.example/api\nconst root = 'https://api.dove.example'\n"

interface Bad {
  readonly definition?: object
  readonly implementation?: object
  readonly files?: Readonly<Record<string, string | undefined>>
  readonly options?: Partial<PluginConformanceOptions>
}
const locale = (name: string, change: object): Bad => ({
  files: { [`locales/${name}.json`]: JSON.stringify({ ...words, ...change }) },
})
const everywhere = (change: object): Bad => ({
  files: Object.fromEntries(
    ['pt-BR', 'en', 'es', 'ru'].map((name) => [`locales/${name}.json`, JSON.stringify({ ...words, ...change })]),
  ),
})

const withAction = (fly: object): Bad => ({
  definition: { actions: { fly } },
  implementation: { ...code, actions: { fly: async () => undefined } },
})
const busy = { status: 409, when: 'It is busy.' }
const wordsOf = (code: string) => ({ errors: { [`ERR_${code}`]: 'No' } })
const withError = (errors: object, worded?: string): Bad => ({
  definition: { errors },
  ...(worded !== undefined && everywhere(wordsOf(worded))),
})
const wordsOfFly = { automation: { actions: { fly: { title: 'Fly' } } } }

const bad: readonly (readonly [what: string, notice: readonly string[], plugin: Bad])[] = [
  ['a route that nobody answers', ['plugin.shape'], { implementation: { ...code, routes: {} } }],
  [
    'an event in somebody else’s name',
    ['plugin.shape'],
    { definition: { emits: [{ name: 'pigeon.flew.v1', schema: z.object({}), visibility: 'public' }] } },
  ],
  ['a path that leads nowhere', ['plugin.shape'], { definition: { claims: { fly: '/fly' } } }],
  [
    'hosts that are taken from a setting that is none',
    ['plugin.shape'],
    { definition: { channels: { dove: { ...line, egressFrom: ['token'] } } } },
  ],
  ...[{ key: 'a' }, { token: 'a' }, { root: 'not an address' }].map(
    (values) =>
      [
        `a preset that fills in ${Object.keys(values)[0]!} wrongly`,
        ['plugin.shape'],
        { definition: { channels: { dove: { ...line, presets: [{ id: 'coop', title: 'Coop', values }] } } } },
      ] as (typeof bad)[number],
  ),
  ['a port that nobody can see', ['plugin.shape'], { definition: { originFrom: ['key'] } }],
  ['hosts that are taken from a secret of the company', ['plugin.shape'], { definition: { egressFrom: ['key'] } }],
  ['a contract of another time', ['plugin.host'], { definition: { host: '^0.9.0' } }],
  ['no readme', ['plugin.files'], { files: { 'README.md': undefined } }],
  [
    'a script that installing runs',
    ['plugin.package'],
    { files: { 'package.json': JSON.stringify({ scripts: { postinstall: 'x' } }) } },
  ],
  ['a word that one language lacks', ['plugin.locales'], locale('ru', { permission: {} })],
  ['an empty word', ['plugin.locales'], locale('es', { permission: { feed: ' ' } })],
  ['a permission without a name', ['plugin.words'], everywhere({ permission: {} })],
  ['a setting without a label', ['plugin.words'], everywhere({ settings: { greeting: { label: 'x' } } })],
  ['a channel’s setting without a label', ['plugin.words'], everywhere({ config: { token: { label: 'x' } } })],
  ['a code of core', ['plugin.shape'], withError({ ERR_NOT_FOUND: busy }, 'NOT_FOUND')],
  ['a code that ends the session', ['plugin.shape'], withError({ ERR_BUSY: { ...busy, status: 401 } }, 'BUSY')],
  ['a code without a sentence', ['plugin.errors'], withError({ ERR_BUSY: busy })],
  ['a sentence without a code', ['plugin.errors'], everywhere(wordsOf('BUSY'))],
  [
    'a sentence with a fact that nobody tells',
    ['plugin.errors'],
    { ...withError({ ERR_BUSY: busy }), ...everywhere({ errors: { ERR_BUSY: 'Up to {{limit}}' } }) },
  ],
  [
    'a route that refuses with a code of nobody',
    ['plugin.errors'],
    { definition: { routes: { feed: { ...dove.routes.feed, errors: ['ERR_BUSY'] } } } },
  ],
  ['a step without a way out', ['plugin.steps'], everywhere({ check: { token: { title: 'No' } } })],
  ['steps that are not said', ['plugin.steps'], { options: { steps: ['token', 'reach'] } }],
  ['a panel that nobody has written', ['plugin.panels'], { options: { panels: { panels: {} } } }],
  ['a panel that nobody shows', ['plugin.panels'], { options: { panels: { panels: { page: {}, lost: {} } } } }],
  [
    'a host that was not declared',
    ['plugin.egress'],
    { files: { 'src/server.ts': `${server}const other = "https://tracker.example/x"` } },
  ],
  [
    'a declared host that is an address',
    ['plugin.egress'],
    { definition: { egress: ['api.dove.example', 'https://api.dove.example'] } },
  ],
  [
    'acting for users, and not saying so',
    ['plugin.acting'],
    { files: { 'src/server.ts': `${server}export const feed = ({ acting }) => acting.messages.send()` } },
  ],
  [
    'saying that it acts for users, and never doing so',
    ['plugin.acting'],
    {
      definition: { acting: ['messages'] },
      files: { 'src/plugin.ts': "export const plugin = { acting: ['messages'] }" },
    },
  ],
  ['acting on what nobody can act on', ['plugin.acting', 'plugin.shape'], { definition: { acting: ['contacts'] } }],
  [
    'a setting that grows at every reading',
    ['plugin.settings'],
    {
      definition: {
        settings: z.object({
          greeting: z.preprocess((text) => text, z.string().default('Oi')).transform(() => `${Math.random()}`),
          key: z.string().optional(),
        }),
      },
    },
  ],
  [
    'a required setting that the test does not fill in',
    ['plugin.settings'],
    { definition: { settings: z.object({ greeting: z.string(), key: z.string() }) } },
  ],
  [
    'a setting of the installation without a label',
    ['plugin.words'],
    { definition: { platformSettings: z.object({ doveUrl: z.url().nullable().default(null) }) } },
  ],
  [
    'a setting of the installation that could be another plugin’s',
    ['plugin.platform', 'plugin.shape'],
    {
      definition: { platformSettings: z.object({ url: z.url().nullable().default(null) }) },
      ...everywhere({ platformSettings: { url: { label: 'Address' } } }),
    },
  ],
  [
    'a secret of the installation that is sent to what is no setting',
    ['plugin.platform', 'plugin.shape'],
    {
      definition: { platformSettings: z.object({ doveKey: z.string().meta({ secret: true, sentTo: ['doveUrl'] }) }) },
      ...everywhere({ platformSettings: { doveKey: { label: 'Key' } } }),
    },
  ],
  [
    'a setting of the installation that has no value before anybody fills it in',
    ['plugin.platform', 'plugin.shape'],
    {
      definition: { platformSettings: z.object({ doveUrl: z.url() }) },
      ...everywhere({ platformSettings: { doveUrl: { label: 'Address' } } }),
    },
  ],
  [
    'a setting of the installation that is another one at each reading',
    ['plugin.platform'],
    {
      definition: {
        platformSettings: z.object({
          doveCall: z
            .string()
            .default('coo')
            .transform((text) => `${text}!`),
        }),
      },
      ...everywhere({ platformSettings: { doveCall: { label: 'Call' } } }),
    },
  ],
  [
    'a name of a setting that is one of companies and one of the installation',
    ['plugin.shape'],
    {
      definition: {
        settings: z.object({ doveCall: z.string().default('coo') }),
        platformSettings: z.object({ doveCall: z.string().default('coo') }),
      },
      ...everywhere({ platformSettings: { doveCall: { label: 'Call' } }, settings: { doveCall: { label: 'Call' } } }),
    },
  ],
  [
    'hosts that are taken from a setting of the installation that is no address',
    ['plugin.shape'],
    {
      definition: { egressFrom: ['doveCall'], platformSettings: z.object({ doveCall: z.boolean().default(true) }) },
      ...everywhere({ platformSettings: { doveCall: { label: 'Call' } } }),
    },
  ],
  [
    'a database of the installation whose failure has no code',
    ['plugin.platform', 'plugin.shape'],
    {
      definition: {
        platformSettings: z.object({ doveDb: z.string().meta({ secret: true, databaseError: 'ERR_DOVE' }) }),
      },
      ...everywhere({ platformSettings: { doveDb: { label: 'Database' } } }),
    },
  ],
  [
    'a condition that nobody answers',
    ['plugin.shape', 'plugin.words'],
    { definition: { conditions: { flies: { input: z.object({}) } } } },
  ],
  [
    'an action that asks for a secret',
    ['plugin.shape', 'plugin.words'],
    withAction({ input: z.object({ pin: z.string().optional().meta({ secret: true }) }) }),
  ],
  [
    'an action that asks for what no field shows',
    ['plugin.blocks', 'plugin.shape', 'plugin.words'],
    withAction({ input: z.object({ nest: z.object({ of: z.string() }) }) }),
  ],
  [
    'an action that asks for a permission of nobody',
    ['plugin.shape'],
    { ...withAction({ input: z.object({}), permission: 'dove.fly' }), ...everywhere(wordsOfFly) },
  ],
  [
    'an action for nobody',
    ['plugin.shape'],
    { ...withAction({ input: z.object({}), by: [] }), ...everywhere(wordsOfFly) },
  ],
  ['an action that has no words', ['plugin.words'], withAction({ input: z.object({}) })],
  [
    'a choice of an action that has no words',
    ['plugin.words'],
    {
      ...withAction({ input: z.object({ where: z.enum(['north', 'south']) }) }),
      ...everywhere({
        automation: {
          actions: { fly: { title: 'Fly', fields: { where: { label: 'Where', options: { north: 'North' } } } } },
        },
      }),
    },
  ],
  [
    'an action that chokes on what is entered',
    ['plugin.blocks'],
    {
      ...withAction({
        input: z.object({
          to: z.string().transform((text) => {
            if (text.includes('(')) throw new Error('choked')
            return text
          }),
        }),
      }),
      ...everywhere({ automation: { actions: { fly: { title: 'Fly', fields: { to: { label: 'To' } } } } } }),
    },
  ],
  [
    'a route that speaks in maps',
    ['plugin.routes'],
    {
      definition: {
        routes: { feed: { ...dove.routes.feed, body: z.object({ corn: z.map(z.string(), z.string()) }) } },
      },
    },
  ],
]

describe('the suite for plugins notices exactly what is wrong', () => {
  test('nothing with a good one', () => {
    expect(noticedBy({})).toEqual([])
  })
  test.for(bad)('%s', ([, notice, plugin]) => {
    expect(noticedBy(plugin)).toEqual(notice)
  })
  test('and every rule has somebody who breaks it', () => {
    const broken = new Set(bad.flatMap(([, notice]) => notice))
    expect(
      [
        ...new Set(
          pluginRules(
            { definition: { ...dove, actions: { fly: { input: z.object({}) } } }, implementation: code },
            { folder: root },
          ).map(({ id }) => id),
        ),
      ].filter((id) => !broken.has(id)),
    ).toEqual([])
  })
})

function noticedBy({ definition, implementation = code, files = {}, options }: Bad): string[] {
  const folder = join(mkdtempSync(join(root, 'case-')), 'dove')
  const content = {
    'package.json': '{}',
    'README.md': '# Dove',
    'src/server.ts': server,
    ...everywhere({}).files,
    ...files,
  }
  for (const [path, text] of Object.entries(content)) {
    if (text === undefined) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const noticed = pluginRules(implementPlugin({ ...dove, ...definition }, implementation as never), {
    folder,
    panels: { panels: { page: {} } },
    steps: ['token'],
    ...options,
  }).flatMap(({ id, run }) => {
    try {
      run()
      return []
    } catch {
      return [id]
    }
  })
  return [...new Set(noticed)].toSorted()
}
