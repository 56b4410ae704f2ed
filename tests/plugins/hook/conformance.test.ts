import { createHmac } from 'node:crypto'
import { mint, type InboundEvent } from '@recado/sdk'
import { channelConformance, type ScriptedProvider } from '@recado/sdk/testing'
import { signatureHeader } from './src/channel/verify.ts'
import { hookChannel } from './src/plugin.ts'
import plugin from './src/server.ts'

const signingSecret = 'a signing secret for tests'
const signed = (body: string) => ({
  body,
  headers: { [signatureHeader]: createHmac('sha256', signingSecret).update(body).digest('hex') },
})
const said = (id: string) => ({
  type: 'message',
  id,
  chat: 'c1',
  from: { id: 'u1', name: 'Ana' },
  text: 'Oi',
  at: '2026-01-02T03:04:05Z',
})
const read = (id: string): InboundEvent => ({
  type: 'message',
  id: mint(id),
  chat: mint('c1'),
  at: new Date('2026-01-02T03:04:05Z'),
  isGroup: false,
  origin: 'live',
  sender: { id: mint('u1'), isSelf: false, verified: true, name: 'Ana' },
  parts: [{ kind: 'text', text: 'Oi', format: 'plain' }],
})

/** The far side takes what is signed, and gives each text an id. */
function start(): ScriptedProvider {
  const taken: string[] = []
  return {
    chat: 'c1',
    delivered: () => taken.length,
    async answer(request) {
      const { texts, act, id } = (await request.fields()) as { texts: string[]; act?: string; id?: string }
      if (
        request.headers.get(signatureHeader) !== createHmac('sha256', signingSecret).update(request.body).digest('hex')
      )
        return { status: 401 }
      if (act !== undefined)
        return taken[Number(id!.slice('out'.length)) - 1] === undefined ? { status: 404 } : { body: {} }
      return { body: { ids: texts.map((text) => `out${taken.push(text)}`) } }
    },
  }
}

channelConformance(hookChannel, plugin.implementation.channels.hook, {
  config: { target: 'https://far.example/in', signingSecret },
  secrets: { signingSecret },
  signatureHeader,
  genuine: [
    { name: 'a text', request: signed(JSON.stringify({ events: [said('m1')] })), events: [read('m1')] },
    {
      name: 'a batch with something new in it',
      request: signed(JSON.stringify({ events: [said('m1'), { type: 'weather' }, said('m2')] })),
      events: [read('m1'), read('m2')],
    },
  ],
  provider: { hosts: ['far.example'], start, expects: { 413: 'provider', 403: 'auth' } },
  without: { echo: 'the far side repeats nothing', hooks: 'its owner enters the address' },
})
