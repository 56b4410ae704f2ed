import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as the receiver got it. */
export interface ReceivedWebhook {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly body: { readonly type: string; readonly timestamp: string; readonly data: Record<string, never> }
  readonly at: number
}
type Answer = number | ((response: ServerResponse, received: ReceivedWebhook) => void)

/** A system of somebody else that is told of events; it answers 204 unless told otherwise. */
export interface WebhookReceiver {
  readonly received: ReceivedWebhook[]
  url(path: string): string
  /** What came to a path, in order. */
  at(path: string): ReceivedWebhook[]
  /** The next answers of a path, in order; after them the last one repeats if it is to. */
  answers(path: string, answers: readonly Answer[], repeatsLast?: boolean): void
  close(): Promise<void>
}

export async function webhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = []
  const planned = new Map<string, { answers: Answer[]; repeatsLast: boolean }>()
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const text = Buffer.concat(pieces).toString()
      const path = request.url ?? '/'
      const one = { path, headers: request.headers, text, body: JSON.parse(text), at: performance.now() }
      received.push(one)
      const plan = planned.get(path)
      const answer =
        (plan && (plan.repeatsLast && plan.answers.length === 1 ? plan.answers[0] : plan.answers.shift())) ?? 204
      if (typeof answer === 'number') response.writeHead(answer).end()
      else answer(response, one)
    })
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    received,
    url: (path) => `http://127.0.0.1:${port}${path}`,
    at: (path) => received.filter((one) => one.path === path),
    answers: (path, answers, repeatsLast = false) => void planned.set(path, { answers: [...answers], repeatsLast }),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Whether a secret has made one of the signatures, by the words of Standard Webhooks and not by our code. */
export function isSignedBy(secret: string, { headers, text }: ReceivedWebhook): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(expected)
}
