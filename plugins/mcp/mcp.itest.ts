import { mint, type Ticket, type TicketId, type UserId } from '@recado/sdk'
import { testHost, type TestCompany } from '@recado/sdk/testing'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import type { KeyList, KeyMade } from './src/keys/key.ts'
import plugin from './src/server.ts'

const { url } = inject('cluster' as never) as { url: string }
const host = testHost({ plugin, folder: import.meta.dirname, databaseUrl: url })

let a: TestCompany
beforeEach(() => {
  ;({ a } = host)
})

const ana = mint<UserId>(randomUUID())
const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
const make = async (scopes: readonly string[], userId = ana): Promise<KeyMade> => {
  const answer = await a.ask('POST', '/p/mcp/keys', {
    body: { name: 'Laptop', scopes, expiresAt },
    userId,
    role: 'user',
  })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer))
  return answer.body as KeyMade
}
/** A message of a program, and the result that it is told. */
async function say(text: string, method: string, params: object = {}): Promise<Record<string, unknown>> {
  const answer = await a.ask('POST', '/p/mcp/mcp', {
    body: { jsonrpc: '2.0', id: 1, method, params },
    role: null,
    headers: { authorization: `Bearer ${text}`, accept: 'application/json, text/event-stream' },
  })
  const { result, error } = (await (answer.body as Response).json()) as Record<string, Record<string, unknown>>
  return result ?? { error }
}
const toolsOf = async (text: string): Promise<string[]> =>
  ((await say(text, 'tools/list'))['tools'] as { name: string }[]).map(({ name }) => name)

describe('a program', () => {
  test('has the tools of its key, and one for knowledge where somebody provides it', async () => {
    const { text } = await make([])
    expect(await toolsOf(text)).not.toContain('search_knowledge')
    const passage = { article: randomUUID(), title: 'Returns', heading: '', text: 'Within 30 days.' }
    a.core.played.set('knowledge.search', () => ({ passages: [passage] }))
    expect(await toolsOf(text)).toContain('search_knowledge')
    const found = await say(text, 'tools/call', { name: 'search_knowledge', arguments: { question: 'returns' } })
    expect(found['structuredContent']).toEqual({ passages: [passage] })
    expect(await toolsOf((await make(['send', 'tag'])).text)).toEqual(expect.arrayContaining(['send_reply', 'add_tag']))
  })

  test('sends in the name of its user, once for a key', async () => {
    const id = mint<TicketId>(randomUUID())
    a.core.known.tickets.set(id, { id, status: 'open' } as unknown as Ticket)
    const { text } = await make(['send'])
    const call = { name: 'send_reply', arguments: { conversationId: id, text: 'On its way', key: 'order-1042' } }
    for (const _time of [1, 2]) expect(await say(text, 'tools/call', call)).not.toHaveProperty('isError')
    expect(a.core.acts).toMatchObject([{ as: ana, ticket: id, text: 'On its way', key: 'mcp:order-1042' }])
  })

  test('is told only the code of what went wrong inside', async () => {
    const { text } = await make([])
    a.core.tickets.page = () => Promise.reject(new Error('secret words'))
    const answer = await say(text, 'tools/call', { name: 'find_conversations', arguments: {} })
    expect(answer).toMatchObject({ isError: true })
    expect(JSON.stringify(answer)).not.toContain('secret words')
    expect(JSON.stringify(answer)).toContain('ERR_INTERNAL')
  })

  test('makes no key, and looks after none', async () => {
    const { text } = await make(['send'])
    const headers = { authorization: `Bearer ${text}` }
    for (const [method, path] of [
      ['GET', '/p/mcp/keys'],
      ['GET', '/p/mcp/company-keys'],
    ] as const)
      expect(await a.ask(method, path, { role: null, headers })).toMatchObject({ body: { error: 'ERR_NO_PERMISSION' } })
  })
})

describe('keys', () => {
  test('are each user’s own, and end', async () => {
    const [mine, other] = [await make(['draft']), await make([], mint<UserId>(randomUUID()))]
    expect(mine.key.scopes).toEqual(['read', 'draft'])
    const list = (await a.ask('GET', '/p/mcp/keys', { userId: ana, role: 'user' })).body as KeyList
    expect(list.keys.map(({ id }) => id)).toContain(mine.key.id)
    expect(list.keys.map(({ id }) => id)).not.toContain(other.key.id)
    const foreign = await a.ask('DELETE', `/p/mcp/keys/${other.key.id}`, { userId: ana, role: 'user' })
    expect(foreign.body).toMatchObject({ error: 'ERR_NO_TOKEN_FOUND' })
    await a.ask('DELETE', `/p/mcp/keys/${mine.key.id}`, { userId: ana, role: 'user' })
    await a.ask('DELETE', `/p/mcp/company-keys/${other.key.id}`)
    for (const { text } of [mine, other]) {
      const answer = await a.ask('POST', '/p/mcp/mcp', {
        body: {},
        role: null,
        headers: { authorization: `Bearer ${text}` },
      })
      expect(answer).toMatchObject({ status: 401, body: { error: 'ERR_TOKEN_REFUSED' } })
    }
  })
})
