import { randomUUID } from 'node:crypto'
import type { ApiClient } from '../api-client.ts'
import { createChannel, type ChannelFacts, type DemoChannel } from './channel.ts'

/** A position behind every message. */
const afterAll = '9'.repeat(18)

interface Thread {
  readonly messages: readonly { readonly from: string }[]
}

/** Visitors of the company's website, by the calls of the widget. */
export async function openWebchat(base: string, admin: ApiClient, facts: ChannelFacts): Promise<DemoChannel> {
  const { id } = await createChannel(admin, facts, 'webchat', { title: 'Papelaria Aurora' })
  const address = `${base}/p/webchat/c/${id}`
  return {
    close: () => Promise.resolve(),
    async customer(name) {
      const { token } = await ask<{ token: string }>('POST', `${address}/session`, undefined, { profile: { name } })
      return {
        write: (text) => ask('POST', `${address}/messages`, token, { id: randomUUID(), text }),
        answers: async () =>
          (await ask<Thread>('GET', `${address}/history?before=${afterAll}&limit=100`, token)).messages.filter(
            ({ from }) => from === 'agent',
          ).length,
      }
    },
  }
}

async function ask<T>(method: string, url: string, token: string | undefined, body?: object): Promise<T> {
  const answer = await fetch(url, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`A visitor was refused: ${answer.status} ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as T
}
