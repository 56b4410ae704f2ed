import { mint, type ExternalChatId, type ExternalMessageId, type SendKey } from '@recado/sdk'
import { channelConformance, pluginConformance, testConnection } from '@recado/sdk/testing'
import { describe, expect, test } from 'vitest'
import { webchat } from './src/channel/capabilities.ts'
import { WebchatConfig } from './src/channel/config.ts'
import { onPoke, type Poke } from './src/channel/poke.ts'
import { webchatChannel } from './src/channel/session.ts'
import plugin from './src/server.ts'
import panels from './src/ui/panels.ts'

const chat = mint<ExternalChatId>('0190a000-0000-7000-8000-000000000001')
const signal = new AbortController().signal

/** A connection, and what an open widget of its visitor hears. */
function connection() {
  const { ctx, state } = testConnection({ spec: webchat, config: WebchatConfig.parse({}) })
  const pokes: Poke[] = []
  onPoke(ctx.topics, chat, (poke) => pokes.push(poke))
  return { ctx, pokes, state }
}

pluginConformance(plugin, { folder: import.meta.dirname, panels, steps: [] })
channelConformance(webchat, webchatChannel, {
  config: WebchatConfig.parse({}),
  secrets: { identitySecret: 'a key that is long enough to be one, surely' },
  session: () => webchatChannel.open(connection().ctx),
  without: { provider: 'visitors write to this installation itself; tests/plugins/webchat.itest.ts has both sides' },
})

describe('a session', () => {
  test('sending the same intent twice is one message: the id is the intent’s own', async () => {
    const { ctx, pokes } = connection()
    await using session = await webchatChannel.open(ctx)
    const request = {
      key: mint<SendKey>('intent'),
      chat,
      parts: [{ kind: 'text', text: 'oi', format: 'plain' }],
      attempt: 1,
    } as const
    const results = [await session.send(request, signal), await session.send({ ...request, attempt: 2 }, signal)]
    expect(results).toMatchObject([
      { status: 'sent', ids: ['intent'] },
      { status: 'sent', ids: ['intent'] },
    ])
    expect(pokes).toEqual([
      { kind: 'message', id: 'intent' },
      { kind: 'message', id: 'intent' },
    ])
  })

  test('what an agent edits, deletes and reads is told, and the reading is remembered', async () => {
    const { ctx, pokes, state } = connection()
    await using session = await webchatChannel.open(ctx)
    const target = { chat, id: mint<ExternalMessageId>('m1'), sentAt: new Date('2026-01-02T03:04:05Z'), own: true }
    await session.edit(target, [{ kind: 'text', text: 'certo', format: 'plain' }], signal)
    await session.remove(target, signal)
    await session.markRead(chat, target, signal)
    await session.typing(chat, 'text')
    expect(pokes).toEqual([
      { kind: 'edited', id: 'm1', parts: [{ kind: 'text', text: 'certo', format: 'plain' }] },
      { kind: 'removed', id: 'm1' },
      { kind: 'read', at: '2026-01-02T03:04:05.000Z' },
      { kind: 'typing', mode: 'text' },
    ])
    expect(Object.values(state.snapshot())).toEqual(['2026-01-02T03:04:05.000Z'])
  })

  test('another visitor hears nothing of it, and what is no poke is not heard', async () => {
    const { ctx, pokes } = connection()
    await using session = await webchatChannel.open(ctx)
    await session.typing(mint<ExternalChatId>('somebody-else'), 'text')
    ctx.topics.publish(`visitor-${chat}`, { kind: 'run', code: 'x' })
    expect(pokes).toEqual([])
  })
})
