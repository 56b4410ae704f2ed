import type { ErrorBody } from '@recado/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { smsWorld, type SmsWorld } from './sms.rig.ts'
import { connected, inDays, keyOf, mcpFolder } from './mcp.rig.ts'

/* A company that nobody switched anything on for. */

let world: SmsWorld
beforeAll(async () => {
  world = await smsWorld('gateway', { folders: [mcpFolder] })
})
afterAll(() => world?.close())

it('the server is off for a new company until an administrator switches it on, which is in the trail', async () => {
  const [{ admin }, other] = [world.mine, world.theirs]
  const supervisor = await world.signIn(world.a.supervisor)
  const key = { name: 'Assistente', scopes: [], expiresAt: inDays(1) }
  expect(await admin.refused('POST', '/p/mcp/keys', key)).toBe('404 ERR_PLUGIN_DISABLED')
  expect(await supervisor.refused('PUT', '/api/plugins/mcp', { enabled: true, settings: {} })).toBe(
    '403 ERR_NO_PERMISSION',
  )
  expect(await admin.refused('POST', '/p/mcp/keys', key)).toBe('404 ERR_PLUGIN_DISABLED')

  await admin.ok('PUT', '/api/plugins/mcp', { enabled: true, settings: {} })
  const { text } = await keyOf(admin)
  expect(await (await connected(world.base, text)).tools()).not.toEqual([])
  interface Entry {
    readonly action: string
    readonly subject: string
  }
  const { entries } = await admin.ok<{ entries: Entry[] }>('GET', '/audit?limit=50')
  expect(entries).toContainEqual(expect.objectContaining({ action: 'plugin.enable', subject: 'mcp' }))

  // The other company is asked nothing by this: a key of the first one opens nothing there, and it is still off.
  expect(await other.admin.refused('POST', '/p/mcp/keys', key)).toBe('404 ERR_PLUGIN_DISABLED')
  await admin.ok('PUT', '/api/plugins/mcp', { enabled: false })
  const refused = await fetch(`${world.base}/v1/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${text}`,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  expect([refused.status, ((await refused.json()) as ErrorBody).error]).toEqual([404, 'ERR_PLUGIN_DISABLED'])
})
