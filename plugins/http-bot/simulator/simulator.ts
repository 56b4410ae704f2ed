import { serveSimulator } from '@recado/sdk/testing/simulator'
import { createHmac } from 'node:crypto'

/* A program that is a bot: it offers two colours, repeats the one that is taken, and hands over to people. It computes
   signatures by itself, as somebody who reads the documentation would. */

export interface HttpBotSimulator {
  readonly url: string
  /** What it was told, in order; only what was signed with the key. */
  readonly told: Record<string, unknown>[]
  /** Text of the next answer, whatever was told. */
  answerNext(status: number, text: string): void
  /** Whether its answers are signed, and with which key. */
  signWith(key: string | undefined): void
  close(): Promise<void>
}

const hmac = (key: string, id: string, timestamp: string, body: string): string =>
  `v1,${createHmac('sha256', Buffer.from(key.slice('whsec_'.length), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')}`

function reply({ type, message }: { type?: unknown; message?: { text?: string; choice?: string } }): object {
  if (type === 'conversation.started')
    return {
      says: [{ kind: 'text', text: 'Qual cor?' }],
      asks: {
        kind: 'choice',
        options: [
          { id: 'azul', title: 'Azul' },
          { id: 'verde', title: 'Verde' },
        ],
      },
    }
  return {
    says: [{ kind: 'text', text: `Anotado: ${message?.text ?? ''}` }],
    hands: { to: 'people' },
    note: `Cor: ${message?.choice ?? '?'}`,
  }
}

/** Starts it on a free port, or on `port`. */
export async function startHttpBotSimulator(key: string, port = 0): Promise<HttpBotSimulator> {
  const told: Record<string, unknown>[] = []
  let next: { status: number; text: string } | undefined
  let answerKey: string | undefined
  const server = await serveSimulator(
    ({ headers, body: bytes }) => {
      const body = Buffer.from(bytes).toString()
      const of = (name: string): string => headers.get(`webhook-${name}`) ?? ''
      if (of('signature') !== hmac(key, of('id'), of('timestamp'), body)) return { status: 401 }
      const given = JSON.parse(body) as Record<string, unknown>
      told.push(given)
      const { status, text } = next ?? { status: 200, text: JSON.stringify(reply(given)) }
      next = undefined
      const timestamp = String(Math.floor(Date.now() / 1_000))
      return {
        status,
        headers: {
          'content-type': 'application/json',
          ...(answerKey !== undefined && {
            'webhook-timestamp': timestamp,
            'webhook-signature': hmac(answerKey, of('id'), timestamp, text),
          }),
        },
        body: text,
      }
    },
    { port },
  )
  return {
    url: `${server.url}/bot`,
    told,
    answerNext: (status, text) => {
      next = { status, text }
    },
    signWith: (given) => {
      answerKey = given
    },
    close: () => server.close(),
  }
}
