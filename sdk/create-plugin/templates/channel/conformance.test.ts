import { createHmac } from 'node:crypto'
import { mint, type InboundEvent } from '@recado/sdk'
import { channelConformance, type ScriptedProvider } from '@recado/sdk/testing'
import plugin from './src/server.ts'

const secrets = { accessToken: 'an access token', signingSecret: 'a signing secret for tests' }
const signed = (body: object) => {
  const text = JSON.stringify(body)
  return {
    body: text,
    headers: { 'x-signature': createHmac('sha256', secrets.signingSecret).update(text).digest('hex') },
  }
}

/** What the provider sends, and what it means. */
const said = (id: string) => ({
  type: 'message',
  id,
  from: { id: 'u1', name: 'Ana' },
  text: 'Oi',
  at: '2026-01-02T03:04:05Z',
})
const heard = (id: string): InboundEvent => ({
  type: 'message',
  id: mint(id),
  chat: mint('u1'),
  at: new Date('2026-01-02T03:04:05Z'),
  isGroup: false,
  origin: 'live',
  sender: { id: mint('u1'), isSelf: false, verified: true, name: 'Ana' },
  parts: [{ kind: 'text', text: 'Oi', format: 'plain' }],
})

/** The provider, played: it knows its token, and sends what has the same key once. */
function startProvider(): ScriptedProvider {
  const sent = new Map<string, object>()
  return {
    answer({ headers, url: { pathname } }) {
      if (headers.get('authorization') !== `Bearer ${secrets.accessToken}`)
        return { status: 401, body: { message: 'who are you?' } }
      if (pathname === '/me') return { body: { name: 'Loja' } }
      const key = headers.get('idempotency-key') ?? `none-${sent.size}`
      const answer = sent.get(key) ?? { id: `out-${sent.size + 1}` }
      sent.set(key, answer)
      return { body: answer }
    },
    chat: 'u1',
    delivered: () => sent.size,
  }
}

channelConformance(plugin.definition.channels.main, plugin.implementation.channels.main, {
  config: { apiRoot: 'https://api.example.com', ...secrets },
  secrets,
  signatureHeader: 'x-signature',
  provider: { hosts: ['api.example.com'], start: startProvider, isSend: ({ url }) => url.pathname === '/messages' },
  without: {
    hooks: 'the address is entered in the provider’s console',
    echo: 'the provider does not repeat what was sent',
  },
  genuine: [
    { name: 'a text', request: signed({ events: [said('m1')] }), events: [heard('m1')] },
    { name: 'two in one', request: signed({ events: [said('m1'), said('m2')] }), events: [heard('m1'), heard('m2')] },
    { name: 'something new', request: signed({ events: [{ type: 'weather' }] }), events: [] },
  ],
})
