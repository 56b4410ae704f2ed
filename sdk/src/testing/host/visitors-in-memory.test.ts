import {
  defineChannel,
  definePlugin,
  defineRoute,
  implementPlugin,
  type ConnectionRouteContext,
} from '@recado/contracts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod'
import { testHost } from './test-host.ts'
import { solvedSlider } from './visitors-in-memory.ts'

const root = mkdtempSync(join(tmpdir(), 'recado-visitors-'))
afterAll(() => rmSync(root, { recursive: true }))
const words = { 'pt-BR': 'x', en: 'x', es: 'x', ru: 'x' }
const no = 'rejected' as const
const line = defineChannel({
  type: 'kiosk',
  titleKey: 'x',
  badge: { color: '#334155', icon: 'send' },
  transport: 'embedded',
  identityKind: 'kiosk',
  config: z.object({}),
  capabilities: {
    version: 1,
    text: { maxLength: 10, format: 'plain' },
    media: {},
    location: no,
    contactCard: no,
    interactive: {},
    templates: no,
    reply: no,
    forward: no,
    edit: { level: no },
    deleteForAll: { level: no },
    reaction: { level: no },
    receipts: { out: [], inMarkRead: false },
    typing: no,
    groups: no,
    history: { level: no, includesOwn: false },
    idempotentSend: 'native',
  },
})
const access = { kind: 'connection' } as const
const params = z.object({ connectionId: z.string() })
const definition = definePlugin({
  id: 'kiosk',
  version: '1.0.0',
  host: '^1.6.0',
  publisher: 'Tests',
  title: words,
  description: words,
  channels: { line },
  routes: {
    say: defineRoute({
      method: 'POST',
      path: '/c/:connectionId/say',
      summary: 'x',
      access,
      rate: 'visitorMessage',
      params,
      body: z.object({ who: z.string(), captcha: z.string().optional() }),
      response: z.object({}),
    }),
    slider: defineRoute({
      method: 'GET',
      path: '/slider',
      summary: 'x',
      access: { kind: 'public' },
      rate: 'read',
      response: z.object({ target: z.int() }),
    }),
  },
})
const plugin = implementPlugin(definition, {
  channels: {
    line: {
      check: async () => ({ ok: true, identity: 'x' }),
      open: async () => {
        throw new Error('not opened here')
      },
    },
  },
  routes: {
    async say({ body }, { captcha, visitors }: ConnectionRouteContext) {
      if (body.captcha !== undefined) {
        await captcha.judge(body.captcha)
        await visitors.trust(body.who)
      }
      await visitors.spend(body.who, { bytes: 3 })
      return {}
    },
    slider: (_request, { captcha }) => captcha.challenge(),
  },
})
const host = testHost({ plugin, folder: join(root, 'kiosk') })

test('a plugin counts its visitors, and is refused as the test says until the slider is solved', async () => {
  const { ids } = host.a.connect('kiosk', { config: {} })
  const say = (body: object) => host.a.ask('POST', `/p/kiosk/c/${ids.connection}/say`, { role: null, body })
  expect(await say({ who: 'ana' })).toMatchObject({ status: 200 })
  expect(host.a.visitors.spent).toEqual([{ visitor: 'ana', bytes: 3 }])

  host.a.visitors.refuse('ERR_CAPTCHA_REQUIRED')
  expect(await say({ who: 'ana' })).toMatchObject({ status: 403, body: { error: 'ERR_CAPTCHA_REQUIRED' } })
  expect(await say({ who: 'ana', captcha: 'guessed' })).toMatchObject({
    status: 403,
    body: { error: 'ERR_CAPTCHA_INVALID' },
  })
  expect(await say({ who: 'ana', captcha: solvedSlider })).toMatchObject({ status: 200 })
  expect([...host.a.visitors.trusted]).toEqual(['ana'])

  host.a.visitors.refuse('ERR_TOO_MANY_REQUESTS')
  expect(await say({ who: 'ana' })).toMatchObject({ status: 429, body: { retryAfterSeconds: 60 } })
  expect(host.b.visitors.spent).toEqual([])
  expect(await host.b.ask('GET', '/p/kiosk/slider', { role: null })).toMatchObject({
    status: 200,
    body: { target: 100 },
  })
})
