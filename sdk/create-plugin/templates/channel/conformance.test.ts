import { createHmac } from 'node:crypto'
import { mint } from '@recado/sdk'
import { channelConformance } from '@recado/sdk/testing'
import plugin from './src/server.ts'

const secrets = { accessToken: 'an access token', signingSecret: 'a signing secret for tests' }
const signed = (body: object) => {
  const text = JSON.stringify(body)
  return { body: text, headers: { 'x-signature': createHmac('sha256', secrets.signingSecret).update(text).digest('hex') } }
}

const { main } = plugin.implementation.channels

channelConformance(plugin.definition.channels.main, main, {
  config: { apiRoot: 'https://api.example.com', ...secrets }, secrets, signatureHeader: 'x-signature', session: () => main.open({} as Parameters<typeof main.open>[0]),
  genuine: [
    {
      name: 'a text', request: signed({ events: [{ type: 'message', id: 'm1', from: { id: 'u1', name: 'Ana' }, text: 'Oi', at: '2026-01-02T03:04:05Z' }] }),
      events: [{ type: 'message', id: mint('m1'), chat: mint('u1'), at: new Date('2026-01-02T03:04:05Z'), isGroup: false, origin: 'live', sender: { id: mint('u1'), isSelf: false, verified: true, name: 'Ana' }, parts: [{ kind: 'text', text: 'Oi', format: 'plain' }] }],
    },
    { name: 'something new', request: signed({ events: [{ type: 'weather' }] }), events: [] },
  ],
})
