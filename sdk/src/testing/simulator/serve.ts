import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { buffer } from 'node:stream/consumers'

/** One request to a simulated provider, its body read. */
export interface SimulatorRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly body: Uint8Array
  /** Aborted when the caller has gone: ends a long poll. */
  readonly signal: AbortSignal
  /** The fields of a JSON object, a form or the query; files are `File`s, everything else is as it was sent. */
  fields(): Promise<Record<string, unknown>>
}
/**
 * An object is sent as JSON. `hangUp` cuts the line without an answer, `cutShort` in the middle of the body, as
 * providers do on bad days.
 */
export type SimulatorAnswer =
  | {
      readonly status?: number
      readonly headers?: Readonly<Record<string, string>>
      /** Pieces of an iterable are sent as they come; where it throws, the line breaks. */
      readonly body?: string | Uint8Array | AsyncIterable<string | Uint8Array> | object
      readonly cutShort?: boolean
    }
  | 'hangUp'

/** A simulated provider that answers at `url` until it is closed. */
export interface RunningSimulator {
  readonly url: string
  close(): Promise<void>
}

/** Takes a connection over that asked for another protocol, such as WebSocket. */
export type TakeOver = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/**
 * Serves a stand-in for a provider over HTTP. An exception of `handle` is answered with 500. Without `takeOver`, a
 * request for another protocol is hung up on.
 */
export async function serveSimulator(
  handle: (request: SimulatorRequest) => SimulatorAnswer | Promise<SimulatorAnswer>,
  { port = 0, host = '127.0.0.1', takeOver }: { port?: number; host?: string; takeOver?: TakeOver } = {},
): Promise<RunningSimulator> {
  const server = createServer((incoming, response) => void answer(incoming, response))
  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const answered = await read(incoming, gone.signal)
      .then(handle)
      .catch((error: unknown): SimulatorAnswer => ({ status: 500, body: String(error) }))
    if (answered === 'hangUp') return void response.destroy()
    const { status = 200, headers = {}, body = '', cutShort = false } = answered
    if (isStream(body)) {
      response.writeHead(status, headers)
      // Written before the next one is made, so that a cut comes after what was sent.
      try {
        for await (const piece of body)
          if (!response.destroyed) await new Promise<unknown>((resolve) => response.write(piece, resolve))
      } catch {
        return void response.destroy()
      }
      return void (cutShort ? response.destroy() : response.end())
    }
    const isJson = typeof body === 'object' && !(body instanceof Uint8Array)
    const content = isJson ? JSON.stringify(body) : body
    response.writeHead(status, { ...(isJson && { 'content-type': 'application/json' }), ...headers })
    if (cutShort) response.write(content, () => response.destroy())
    else response.end(content)
  }
  if (takeOver) server.on('upgrade', takeOver)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Whether a body is sent in pieces. */
export const isStream = (body: object | string): body is AsyncIterable<string | Uint8Array> =>
  typeof body === 'object' && Symbol.asyncIterator in body

async function read(incoming: IncomingMessage, signal: AbortSignal): Promise<SimulatorRequest> {
  const method = incoming.method ?? 'GET'
  const url = new URL(incoming.url ?? '/', 'http://simulator')
  const headers = new Headers(
    Object.entries(incoming.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    ),
  )
  const body = await buffer(incoming)
  return {
    method,
    url,
    headers,
    body,
    signal,
    fields: async () => ({ ...Object.fromEntries(url.searchParams), ...(await bodyFields(headers, body)) }),
  }
}

async function bodyFields(headers: Headers, body: Buffer): Promise<Record<string, unknown>> {
  const type = headers.get('content-type') ?? ''
  if (body.length === 0) return {}
  if (/^(multipart\/form-data|application\/x-www-form-urlencoded)/.test(type))
    return Object.fromEntries(
      await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData(),
    )
  return JSON.parse(body.toString()) as Record<string, unknown>
}
