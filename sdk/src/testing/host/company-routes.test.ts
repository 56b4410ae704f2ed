import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  checkPluginModule,
  CompanyAddress,
  definePlugin,
  defineRoute,
  implementPlugin,
  type CompanyRouteContext,
} from '@recado/contracts'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod'
import { testHost } from './test-host.ts'

const root = mkdtempSync(join(tmpdir(), 'recado-board-'))
afterAll(() => rmSync(root, { recursive: true }))
const words = { 'pt-BR': 'x', en: 'x', es: 'x', ru: 'x' }
const plugin = implementPlugin(
  definePlugin({
    id: 'board',
    version: '1.0.0',
    host: '^1.24.0',
    publisher: 'Tests',
    title: words,
    description: words,
    settings: z.object({ text: z.string().default('open') }),
    routes: {
      show: defineRoute({
        method: 'GET',
        path: '/board/:company',
        summary: 'x',
        access: { kind: 'company' },
        rate: 'visitor',
        params: z.object({ company: z.string() }),
        response: z.object({ text: z.string(), company: z.string(), viewer: z.boolean() }),
      }),
    },
  }),
  {
    routes: {
      show: async ({ params }, ctx: CompanyRouteContext) => ({
        text: String((ctx.settings as { text: string }).text),
        company: params.company,
        viewer: 'viewer' in ctx,
      }),
    },
  },
)

const host = testHost({ plugin, folder: join(root, 'board') })

test('a stranger reaches a company by its public address, and nobody by another one', async () => {
  const address = (await host.a.core.company.profile()).publicAddress
  expect(await host.a.ask('GET', `/p/board/board/${address}`, { role: null })).toMatchObject({
    status: 200,
    body: { text: 'open', company: address, viewer: false },
  })
  expect(await host.a.ask('GET', '/p/board/board/nobody', { role: null })).toMatchObject({
    status: 404,
    body: { error: 'ERR_NOT_FOUND' },
  })
})

test('a route for strangers says in its path which company it is of', () => {
  const { definition } = plugin
  const pathless = { ...definition, routes: { show: { ...definition.routes.show, path: '/board' as const } } }
  expect(() => checkPluginModule({ ...plugin, definition: pathless } as never, 'board')).toThrow(/needs :company/)
})

test.each(['abc', 'a1-', '-ab', 'ab', 'A-b', 'é-b', 'a--b', 'a'.repeat(40), 'a'.repeat(41), 'a b'])(
  'the public address %j',
  (address) => {
    expect(CompanyAddress.safeParse(address).success).toBe(['abc', 'a--b', 'a'.repeat(40)].includes(address))
  },
)
