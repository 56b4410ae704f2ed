import { describe, expect, it } from 'vitest'
import { checkFile, namedPlugins, serverInBrowser } from './layers.ts'

const server = 'plugins/nps/src/server.ts'
const panel = 'plugins/nps/src/ui/Panel.tsx'
const page = 'plugins/nps/widget/main.tsx'

describe('a file is refused with a sentence', () => {
  it.each([
    [server, `import { tickets } from '../../../core/src/tickets/ticket.table.ts'`, "take it from '@recado/sdk'"],
    [server, `import type { Ticket } from '@recado/core/tickets'`, "take it from '@recado/sdk'"],
    [server, `type T = import('@recado/contracts').Ticket`, "import it from '@recado/sdk'"],
    [server, `const m = await import('pino')`, 'comes by ctx'],
    [server, 'const m = await import(`pino`)', 'comes by ctx'],
    [server, `import postgres from 'postgres'`, 'does not ask ctx.connect for one'],
    [server, `const fs = require('node:fs')`, 'comes by ctx'],
    [server, `import fs = require('node:fs')`, 'comes by ctx'],
    [server, `export * from '../../kanban/src/plugin.ts'`, 'plugins do not know each other'],
    [server, `import '@recado/plugin-kanban/plugin'`, 'plugins do not know each other'],
    [server, `import '@recado/sdk/internal'`, '@recado/sdk or @recado/sdk/server'],
    [server, `import x from './ui/Panel.tsx'`, 'comes by ctx'],
    [server, `const m = await import(name)`, 'write it as a literal'],
    [server, `import { ImapFlow } from 'imapflow'; new ImapFlow({ host: 'imap.example.com' })`, 'ctx.connect'],
    [server, `import tls from 'node:tls'; const open = (client) => client.connect(tls.connect(1))`, 'ctx.connect'],
    [server, `const key = process.env.KEY`, 'ctx.settings'],
    [server, `await fetch('https://example.com')`, 'ctx.fetch'],
    [server, `await globalThis.fetch('https://example.com')`, 'ctx'],
    [server, `const get = fetch`, 'ctx.fetch'],
    [server, `setInterval(() => {}, 1000)`, 'declare a job'],
    [server, `console.log('hello')`, 'ctx.log'],
    [server, `eval('1')`, 'no code is made from text'],
    [server, `new Function('return 1')`, 'no code is made from text'],
    ['plugins/nps/src/plugin.ts', `import { Hono } from 'hono'`, 'a definition is data'],
    ['plugins/nps/src/plugin.ts', `import { start } from './server.ts'`, 'a definition is data'],
    [panel, `import { db } from '../server.ts'`, 'panels run in the shell'],
    [panel, `import { createRoot } from 'react-dom/client'`, 'panels run in the shell'],
    [panel, `import { Frame } from '../../../../shell/src/app/frame/Frame.tsx'`, 'contribute to a slot'],
    [page, `import { Refusal } from '@recado/sdk'`, 'carries all it needs'],
    [page, `import { Button } from '@recado/sdk/ui'`, 'carries all it needs'],
    [
      'core/src/tickets/tickets.service.ts',
      `import nps from '../../../plugins/nps/src/plugin.ts'`,
      'knows that plugin',
    ],
    [
      'core/src/tickets/tickets.service.ts',
      `import { Button } from '@recado/sdk'`,
      "import it from '@recado/contracts'",
    ],
    [
      'core/src/tickets/tickets.service.ts',
      `import { container } from 'tsyringe'`,
      'only the composition root knows the container',
    ],
    ['core/contracts/src/ticket.ts', `import { createHash } from 'node:crypto'`, 'zod and nothing else'],
    ['core/contracts/src/ticket.ts', `import { connect } from 'node:net'`, 'zod and nothing else'],
    ['sdk/src/server/index.ts', `import { sql } from '../../../core/src/db/database.ts'`, 'the sdk has to offer it'],
    ['sdk/src/ui/kit/button.tsx', `import { readFile } from 'node:fs'`, 'runs in a browser'],
    ['sdk/src/index.ts', `export * from './ui/index.ts'`, 'the sdk knows contracts only'],
    ['shell/src/app/App.tsx', `import { Ticket } from '@recado/contracts'`, "import it from '@recado/sdk/client'"],
    ['shell/src/app/App.tsx', `import { token } from '../../../core/src/access/access-token.ts'`, 'by HTTP'],
    ['shell/src/app/App.tsx', `import Panel from '@recado/plugin-nps/ui'`, 'knows that plugin'],
  ])('%s: %s', (path, text, sentence) => {
    const complaints = checkFile(path, text)
    expect(complaints).toHaveLength(1)
    expect(complaints[0]).toContain(sentence)
    expect(complaints[0]).toMatch(new RegExp(`^${path}:1 .*\\.$`))
  })

  it('names the line', () => {
    expect(checkFile(server, `import * as z from 'zod'\n\nimport 'postgres'\n`)[0]).toContain('server.ts:3 ')
  })
})

describe('a file passes', () => {
  it.each([
    [
      server,
      `import { implementPlugin } from '@recado/sdk/server'; import { score } from './score/score.table.ts'; ` +
        `import { eq } from 'drizzle-orm'`,
    ],
    [server, `import { createHmac } from 'node:crypto'`],
    [
      server,
      `import { ImapFlow } from 'imapflow'; export const open = async (ctx) => new ImapFlow({ host: await ` +
        `ctx.resolveHost('imap.example.com') })`,
    ],
    [
      server,
      `import tls from 'node:tls'; const open = async (ctx) => tls.connect({ socket: await ctx.connect('a', 1) })`,
    ],
    [server, `import type { ImapFlow } from 'imapflow'`],
    [server, `export const handler = ({ fetch, log }) => { log.info('asked'); return fetch('https://example.com') }`],
    [server, `export const ask = (ctx) => ctx.fetch('https://example.com')`],
    [server, `export const options = { fetch: 1, process: 2 }`],
    [server, `type Fetch = typeof fetch; export const given = (value: unknown) => value as typeof globalThis`],
    [server, `// import 'postgres' and console.log are only spoken of\nexport const text = "import('postgres')"`],
    [
      'plugins/nps/src/server.test.ts',
      `import { it } from 'vitest'; import { testPlugin } from '@recado/sdk/testing'; import { readFileSync } ` +
        `from 'node:fs'; console.log(process.cwd())`,
    ],
    [
      'plugins/nps/src/plugin.ts',
      `import { definePlugin } from '@recado/sdk'; import * as z from 'zod'; import { capabilities } from ` +
        `'./channel/capabilities.ts'`,
    ],
    [
      panel,
      `import { useTicket } from '@recado/sdk/ui'; import { useState } from 'react'; const Big = lazy(() => ` +
        `import('./Big.tsx'))`,
    ],
    [page, `import { render } from 'preact'; import { useState } from 'preact/hooks'; await fetch('/p/nps/score')`],
    [page, `import type { Locale } from '@recado/sdk'`],
    [
      'core/src/tickets/tickets.service.ts',
      `import type { Ticket } from '@recado/contracts'; import { sql } from 'drizzle-orm'; import { join } from ` +
        `'node:path'`,
    ],
    ['core/src/app.ts', `import { container } from 'tsyringe'`],
    ['core/src/composition/tokens.ts', `import type { InjectionToken } from 'tsyringe'`],
    ['core/src/db/database.itest.ts', `import { testDatabase } from '../../../tests/harness/database.ts'`],
    [
      'shell/src/app/App.tsx',
      `import { Button } from '@recado/sdk/ui'; import '@recado/sdk/ui/kit.css'; import { useQuery } from ` +
        `'@tanstack/react-query'`,
    ],
    ['docs/example.ts', `import 'anything'`],
  ])('%s: %s', (path, text) => {
    expect(checkFile(path, text)).toEqual([])
  })
})

describe('what a browser comes to', () => {
  const files = (shared: string) =>
    new Map([
      ['plugins/nps/src/ui/Panel.tsx', `import { scale } from '../score/scale.ts'`],
      ['plugins/nps/src/score/scale.ts', shared],
      ['plugins/nps/src/score/score.table.ts', `import { pgTable } from 'drizzle-orm/pg-core'`],
    ])

  it('may not be a server module, however far', () => {
    expect(serverInBrowser(files(`export { score } from './score.table.ts'`))).toEqual([
      'plugins/nps/src/ui/Panel.tsx → plugins/nps/src/score/scale.ts → plugins/nps/src/score/score.table.ts ' +
        "imports 'drizzle-orm/pg-core', which a browser does not have: move what both sides need into a module of " +
        'its own.',
    ])
  })

  it('may be its types', () => {
    expect(serverInBrowser(files(`import type { Score } from './score.table.ts'`))).toEqual([])
  })
})

describe('a plugin is named', () => {
  it('by its address where its id is a word of core', () => {
    expect(namedPlugins('core/src/a.ts', `const path = '/p/email/x'`, ['email'])).toEqual(['email'])
    expect(namedPlugins('core/src/a.ts', `const kind = 'email'`, ['email'])).toEqual([])
  })
  const ids = ['web-site', 'nps']
  it.each([`const channel = 'nps'`, '`/p/nps/scores`', `const webSite = 1`, `load('web-site')`])('by %s', (text) => {
    expect(namedPlugins('core/src/a.ts', text, ids)).toHaveLength(1)
  })
  it.each([`// nps is an example`, `const snps = 'npsx'`, `const x = 'web-site-map'`])('not by %s', (text) => {
    expect(namedPlugins('core/src/a.ts', text, ids)).toEqual([])
  })
})
