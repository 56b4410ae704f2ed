import { ChannelError, mint, type InboundEvent, type Part, type SendRequest } from '@recado/sdk'
import { describe, expect, test } from 'vitest'
import type { CloudApi } from '../api/client.ts'
import { metaTransport } from '../api/transport.ts'
import { Pace } from './pace.ts'
import { send } from './send.ts'
import { Uploads } from './uploads.ts'

const config = {
  phoneNumberId: '106540352242922',
  businessAccountId: '102290129340398',
  appId: '634974688087057',
  version: 'v25.0',
  messagesPerSecond: 80,
  listButton: 'Opções',
}
const text = (words: string): Part => ({ kind: 'text', text: words, format: 'plain' })
const request = (parts: SendRequest['parts'], extra: Partial<SendRequest> = {}): SendRequest => ({
  key: mint('01a2003a-9b6b-764d-a03e-5e94c4992f9f'),
  chat: mint('5511987654321'),
  parts,
  attempt: 1,
  ...extra,
})
const { signal } = new AbortController()

/** A provider that answers each message in turn; the last answer holds from then on. */
function provider(...answers: readonly (object | ChannelError)[]) {
  const bodies: Record<string, unknown>[] = []
  const events: InboundEvent[] = []
  const api = {
    transport: metaTransport(config),
    config,
    async call({ json }: { json: Record<string, unknown> }) {
      bodies.push(json)
      const answer = answers[Math.min(bodies.length, answers.length) - 1]
      if (answer instanceof ChannelError) throw answer
      return { messages: [{ id: `wamid.${bodies.length}` }], ...answer }
    },
  } as unknown as CloudApi
  const sender = {
    api,
    pace: new Pace(80),
    uploads: new Uploads(api, undefined as never),
    emit: async (more: readonly InboundEvent[]) => {
      events.push(...more)
    },
  }
  return { bodies, events, send: (asked: SendRequest) => send(sender, asked, signal) }
}

describe('sending', () => {
  test('one message per part; reply and key belong to the first', async () => {
    const { send, bodies } = provider({})
    expect(await send(request([text('um'), text('dois')], { replyTo: mint('wamid.0') }))).toMatchObject({
      status: 'sent',
      ids: ['wamid.1', 'wamid.2'],
    })
    expect(bodies).toMatchObject([
      {
        to: '5511987654321',
        text: { body: 'um' },
        context: { message_id: 'wamid.0' },
        biz_opaque_callback_data: '01a2003a-9b6b-764d-a03e-5e94c4992f9f',
      },
      { text: { body: 'dois' } },
    ])
    expect(bodies[1]).not.toHaveProperty('context')
    expect(bodies[1]).not.toHaveProperty('biz_opaque_callback_data')
  })

  test('a conversation goes over to the spelling or the id that the answer names', async () => {
    for (const [contact, to] of [
      [{ wa_id: '551187654321', user_id: 'BR.1' }, '551187654321'],
      [{ user_id: 'BR.1' }, 'BR.1'],
      [{ wa_id: '5511987654321', user_id: 'BR.1' }, undefined],
      [{}, undefined],
    ] as const) {
      const { send, events } = provider({ contacts: [contact] })
      await send(request([text('oi')]))
      expect(events.map((event) => event.type === 'chatMoved' && [event.from, event.to])).toEqual(
        to === undefined ? [] : [['5511987654321', to]],
      )
    }
    const { send, events } = provider({ contacts: [{ wa_id: '5511987654321', user_id: 'BR.1' }] })
    await send(request([text('oi')], { chat: mint('BR.1') }))
    expect(events).toEqual([])
  })

  test('what fails in the middle is never repeated as a whole', async () => {
    const refused = new ChannelError({ kind: 'provider', code: '131016', message: 'no', certain: true })
    await expect(provider({}, refused).send(request([text('um'), text('dois')]))).rejects.toMatchObject({
      kind: 'provider',
      certain: false,
    })
    await expect(provider(refused).send(request([text('um'), text('dois')]))).rejects.toMatchObject({ certain: true })
  })

  test('in the middle, a short pause is kept', async () => {
    const { send, bodies } = provider(
      {},
      new ChannelError({ kind: 'rateLimited', code: '130429', message: 'no', retryAfterMs: 1, certain: true }),
      {},
    )
    expect(await send(request([text('um'), text('dois')]))).toMatchObject({ ids: ['wamid.1', 'wamid.3'] })
    expect(bodies).toHaveLength(3)
  })

  test('nothing to say is refused', async () => {
    await expect(provider({}).send(request([text('')]))).rejects.toMatchObject({ kind: 'unsupported', certain: true })
  })
})
