import { createHmac, randomUUID } from 'node:crypto'
import {
  serveSimulator,
  type RunningSimulator,
  type SimulatorAnswer,
  type SimulatorRequest,
} from '@recado/sdk/testing/simulator'

interface Push {
  readonly to: string
  readonly messages: ReadonlyArray<Readonly<Record<string, unknown>>>
}

/**
 * LINE, played: the Messaging API's push with its retry key, content and bot info, and signed webhooks.
 * https://developers.line.biz/en/reference/messaging-api/
 */
export class LineServer {
  readonly channelSecret = randomUUID().replaceAll('-', '')
  readonly accessToken = `token-${randomUUID()}`
  /** What people have received. */
  readonly pushed: Push[] = []
  /** Bytes of files by message id. */
  readonly files = new Map<string, { readonly mime: string; readonly bytes: Uint8Array }>()
  /**
   * What the next pushes meet: a status before they are looked at, or an answer that is lost after they were accepted.
   */
  readonly faults: (number | 'lost')[] = []
  readonly #accepted = new Map<string, object>()
  #running: RunningSimulator | undefined
  #counter = 0

  static async start(): Promise<LineServer> {
    const line = new LineServer()
    line.#running = await serveSimulator((request) => line.answer(request))
    return line
  }
  get url(): string {
    return this.#running!.url
  }
  async close(): Promise<void> {
    await this.#running?.close()
  }

  /** What LINE says to one request. */
  async answer({ method, url: { pathname }, headers, body }: SimulatorRequest): Promise<SimulatorAnswer> {
    if (headers.get('authorization') !== `Bearer ${this.accessToken}`)
      return {
        status: 401,
        body: { message: 'Authentication failed. Confirm that the access token in the authorization header is valid.' },
      }
    if (pathname === '/v2/bot/info')
      return {
        body: { userId: 'U0', basicId: '@loja', displayName: 'Loja', chatMode: 'bot', markAsReadMode: 'manual' },
      }
    if (method === 'POST' && pathname === '/v2/bot/message/push')
      return this.#push(headers.get('x-line-retry-key'), JSON.parse(Buffer.from(body).toString()) as Push)
    const file = this.files.get(/^\/v2\/bot\/message\/([^/]+)\/content$/.exec(pathname)?.[1] ?? '')
    return file
      ? { headers: { 'content-type': file.mime }, body: file.bytes }
      : { status: 404, body: { message: 'Not found' } }
  }

  #push(key: string | null, push: Push): SimulatorAnswer {
    const fault = this.faults.shift()
    if (typeof fault === 'number') return { status: fault, body: { message: 'Played' } }
    if (key !== null && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key))
      return { status: 400, body: { message: 'Invalid retry key' } }
    const before = key === null ? undefined : this.#accepted.get(key)
    if (before) return { status: 409, body: { message: 'The retry key is already accepted', ...before } }
    if (!/^[UCR][0-9a-f]+$/.test(push.to))
      return {
        status: 400,
        body: { message: "The property, 'to', in the request body is invalid (line: -, column: -)" },
      }
    if (push.messages.length === 0 || push.messages.length > 5)
      return { status: 400, body: { message: 'The request body has 1 error(s)' } }
    this.pushed.push(push)
    const answer = { sentMessages: push.messages.map(() => ({ id: `out-${++this.#counter}`, quoteToken: 'q' })) }
    if (key !== null) this.#accepted.set(key, answer)
    return fault === 'lost' ? 'hangUp' : { body: answer }
  }

  /** Delivers events as LINE does and answers the status that came back. */
  async deliver(webhook: string, ...events: object[]): Promise<number> {
    const body = JSON.stringify({ destination: 'U0', events })
    const response = await fetch(webhook, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'x-line-signature': createHmac('sha256', this.channelSecret).update(body).digest('base64'),
      },
    })
    await response.body?.cancel()
    return response.status
  }

  /** An event of somebody who writes, sends or shares. */
  said(who: string, content: object, source: object = {}): object {
    return {
      type: 'message',
      mode: 'active',
      timestamp: Date.now(),
      source: { type: 'user', userId: who, ...source },
      webhookEventId: randomUUID(),
      deliveryContext: { isRedelivery: false },
      replyToken: randomUUID(),
      message: { id: `in-${++this.#counter}`, quoteToken: 'q', ...content },
    }
  }
}
