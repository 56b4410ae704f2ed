import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { KeyMade, Scope } from '../../plugins/mcp/src/keys/key.ts'
import type { Person } from '../harness/app.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'

/** The folder of the plugin, for the options of a world. */
export const mcpFolder = pluginFolder(join(import.meta.dirname, '../../plugins/mcp'))

export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

/** A key of a person, with these scopes beside reading. */
export const keyOf = (person: Person, scopes: readonly Scope[] = [], name = 'Assistente'): Promise<KeyMade> =>
  person.ok('POST', '/p/mcp/keys', { name, scopes, expiresAt: inDays(30) })

/** What a tool answered. */
export interface ToolAnswer {
  readonly isError?: boolean
  readonly content: ReadonlyArray<{ readonly type: string; readonly text?: string }>
  readonly structuredContent?: unknown
}

/** The official client, connected with a key. `modern`: by the revision 2026-07-28, else by the handshake before it. */
export async function connected(base: string, key: string, { modern = false } = {}): Promise<McpProgram> {
  const client = new Client(
    { name: 'tests', version: '1.0.0' },
    modern ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {},
  )
  const transport = new StreamableHTTPClientTransport(new URL('/v1/mcp', base), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  })
  await client.connect(transport)
  return new McpProgram(client)
}

/** A connected client, as tests call it. */
export class McpProgram {
  readonly client: Client
  constructor(client: Client) {
    this.client = client
  }

  async tools(): Promise<string[]> {
    return (await this.client.listTools()).tools.map(({ name }) => name)
  }

  call(name: string, given: Record<string, unknown> = {}): Promise<ToolAnswer> {
    return this.client.callTool({ name, arguments: given }) as Promise<ToolAnswer>
  }

  /** The structured answer of a call that is to succeed. */
  async ok<T>(name: string, given: Record<string, unknown> = {}): Promise<T> {
    const answer = await this.call(name, given)
    if (answer.isError) throw new Error(`${name} answered ${JSON.stringify(answer.content)}`)
    return answer.structuredContent as T
  }

  /** The words of a call that is to be refused. */
  async refused(name: string, given: Record<string, unknown> = {}): Promise<string> {
    const answer = await this.call(name, given)
    if (!answer.isError) throw new Error(`${name} was expected to be refused: ${JSON.stringify(answer)}`)
    return answer.content.map(({ text }) => text).join('\n')
  }
}
