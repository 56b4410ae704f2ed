import { expect, test } from 'vitest'
import { clients, setupOf } from './client-setups.ts'

test('every setup has the address and the key, and those that are JSON can be read', () => {
  for (const client of clients) {
    const text = setupOf(client, 'https://recado.example', 'rcd_1_2')
    expect(text).toContain('https://recado.example/v1/mcp')
    expect(text).toContain('Bearer rcd_1_2')
  }
  const { mcpServers } = JSON.parse(setupOf('json', 'https://recado.example', 'k')) as {
    mcpServers: { recado: { headers: Record<string, string> } }
  }
  expect(mcpServers.recado.headers).toEqual({ Authorization: 'Bearer k' })
})
