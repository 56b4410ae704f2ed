import type { SessionContext } from '@recado/sdk'
import { refusal } from '../errors.ts'
import { isAcceptedOrigin } from './origin.ts'

type Context = Pick<SessionContext, 'core' | 'acting' | 'viewer' | 'log' | 'program'>

/**
 * POST `/v1/mcp`: one message, answered as JSON before the request ends, so that nothing works for the user beyond it.
 * Pages are taken from where no stranger can stand in for them. @throws Refusal ERR_MCP_ORIGIN, ERR_MCP_PROGRAM
 */
export async function answerMessage(
  { body, headers, url }: { readonly body: unknown; readonly headers: Headers; readonly url: URL },
  ctx: Context,
): Promise<Response> {
  if (!isAcceptedOrigin(headers.get('origin'))) throw refusal('ERR_MCP_ORIGIN')
  if (!ctx.program) throw refusal('ERR_MCP_PROGRAM')
  // One message per request: a batch would be many under the limits of one. Streams would outlive the request.
  if (Array.isArray(body)) return rejected(400, -32_600, 'Invalid Request: batches are not supported')
  if (methodOf(body) === 'subscriptions/listen') return rejected(404, -32_601, 'Method not found', idOf(body))
  const { answer } = await import('./server.ts')
  return answer(new Request(url, { method: 'POST', headers: ownHeaders(headers) }), body, ctx)
}

/** GET `/v1/mcp`: the protocol's answer of a server that begins no messages. @throws Refusal ERR_MCP_LISTEN */
export async function refuseListening(): Promise<never> {
  throw refusal('ERR_MCP_LISTEN')
}

/** Those that the protocol reads; the key of the request stays here. */
function ownHeaders(headers: Headers): Headers {
  const kept = new Headers({ 'content-type': 'application/json' })
  for (const [name, value] of headers) if (name === 'accept' || name.startsWith('mcp-')) kept.set(name, value)
  return kept
}

const fieldOf = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>)[name] : undefined
const methodOf = (body: unknown): unknown => fieldOf(body, 'method')
function idOf(body: unknown): string | number | null {
  const id = fieldOf(body, 'id')
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

const rejected = (status: number, code: number, message: string, id: string | number | null = null): Response =>
  Response.json({ jsonrpc: '2.0', id, error: { code, message } }, { status })
