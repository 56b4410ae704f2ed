import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setupOf } from '../../plugins/mcp/src/ui/keys-page/client-setups.ts'
import { testApp, type TestApp } from '../harness/app.ts'
import { connected, keyOf, mcpFolder } from '../plugins/mcp.rig.ts'

/* The set-ups of the page are those of the settings page, and connect. */

const run = promisify(execFile)
const page = readFileSync(join(import.meta.dirname, '../../docs/how-to/connect-an-assistant.md'), 'utf8')
const blockOf = (fence: string): string => new RegExp(`\`\`\`${fence}\\n([\\s\\S]*?)\\n\`\`\``).exec(page)![1]!
const origin = 'https://recado.example'

describe('the set-ups of the page for assistants', () => {
  let world: TestApp
  let key: string
  beforeAll(async () => {
    world = await testApp({ pluginFolders: [mcpFolder] })
    const admin = await world.signIn(world.a.admin)
    await admin.ok('PUT', '/api/plugins/mcp', { enabled: true, settings: {} })
    key = (await keyOf(admin, ['draft', 'tag', 'send'])).text
  })
  afterAll(() => world?.close())

  it('are those of the settings page', () => {
    expect(blockOf('json')).toBe(setupOf('json', origin, 'YOUR_KEY'))
    expect(blockOf('sh')).toBe(setupOf('curl', origin, 'YOUR_KEY'))
  })

  it('connect the official client', async () => {
    const { mcpServers } = JSON.parse(blockOf('json').replace(origin, world.base).replace('YOUR_KEY', key)) as {
      mcpServers: { recado: { url: string; headers: { Authorization: string } } }
    }
    const { url, headers } = mcpServers.recado
    const program = await connected(new URL(url).origin, headers.Authorization.replace('Bearer ', ''))
    const tools = await program.tools()
    for (const tool of tools) expect(page).toContain(`\`${tool}\``)
    expect(tools).toContain('send_reply')
  })

  it('list the tools by hand', async () => {
    const example = blockOf('sh').replace(origin, world.base).replace('YOUR_KEY', key)
    const { stdout } = await run('sh', ['-c', example])
    expect(stdout).toContain('find_conversations')
  })
})
