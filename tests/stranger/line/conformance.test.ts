import { createHmac } from 'node:crypto'
import { mint, type ExternalChatId, type ExternalMessageId, type ExternalUserId } from '@recado/sdk'
import { channelConformance, type ScriptedProvider } from '@recado/sdk/testing'
import { LineServer } from './simulator/line-server.ts'
import plugin from './src/server.ts'

const secrets = { channelSecret: '0123456789abcdef0123456789abcdef', accessToken: 'a long-lived channel access token' }
const signed = (...events: object[]) => {
  const body = JSON.stringify({ destination: 'U0', events })
  return {
    body,
    headers: { 'x-line-signature': createHmac('sha256', secrets.channelSecret).update(body).digest('base64') },
  }
}
const timestamp = 1_767_323_045_000
const ana = { type: 'user', userId: 'U1' }
const message = (content: object, source: object = ana) =>
  signed({
    type: 'message',
    mode: 'active',
    timestamp,
    source,
    webhookEventId: '01',
    deliveryContext: { isRedelivery: false },
    replyToken: 'r',
    message: { quoteToken: 'q', ...content },
  })
const facts = {
  type: 'message',
  id: mint<ExternalMessageId>('m1'),
  chat: mint<ExternalChatId>('U1'),
  at: new Date(timestamp),
  sender: { id: mint<ExternalUserId>('U1'), isSelf: false, verified: true },
  isGroup: false,
  origin: 'live',
} as const

/** LINE with one account, and a picture that somebody has sent. */
function startLine(): ScriptedProvider {
  const line = new LineServer()
  const bytes = new TextEncoder().encode('the bytes of a picture')
  line.files.set('m1', { mime: 'image/jpeg', bytes })
  return {
    answer: (request) => line.answer(request),
    secrets: { channelSecret: line.channelSecret, accessToken: line.accessToken },
    chat: 'Uabc',
    delivered: () => line.pushed.flatMap(({ messages }) => messages).length,
    files: { ref: 'm1', bytes, missing: 'gone' },
  }
}

channelConformance(plugin.definition.channels.main, plugin.implementation.channels.main, {
  config: secrets,
  secrets,
  signatureHeader: 'x-line-signature',
  provider: {
    hosts: ['api.line.me', 'api-data.line.me'],
    start: startLine,
    isSend: ({ url }) => url.pathname.endsWith('/push'),
  },
  without: {
    hooks: 'the address is entered in LINE’s console',
    echo: 'LINE tells a bot nothing of what it has sent itself',
    login: 'the access token is all there is',
    backfill: 'LINE keeps no past for bots',
  },
  genuine: [
    {
      name: 'a text',
      request: message({ type: 'text', id: 'm1', text: 'Oi' }),
      events: [{ ...facts, parts: [{ kind: 'text', text: 'Oi', format: 'plain' }] }],
    },
    {
      name: 'a text in a group',
      request: message({ type: 'text', id: 'm1', text: 'Oi' }, { type: 'group', groupId: 'C1', userId: 'U1' }),
      events: [{ ...facts, chat: mint('C1'), isGroup: true, parts: [{ kind: 'text', text: 'Oi', format: 'plain' }] }],
    },
    {
      name: 'a text in a room, of somebody who is not named',
      request: message({ type: 'text', id: 'm1', text: 'Oi' }, { type: 'room', roomId: 'R1' }),
      events: [
        {
          ...facts,
          chat: mint('R1'),
          isGroup: true,
          sender: { ...facts.sender, id: mint('R1') },
          parts: [{ kind: 'text', text: 'Oi', format: 'plain' }],
        },
      ],
    },
    {
      name: 'a picture',
      request: message({ type: 'image', id: 'm1', contentProvider: { type: 'line' } }),
      events: [{ ...facts, parts: [{ kind: 'remoteMedia', as: 'image', ref: 'm1' }] }],
    },
    {
      name: 'a picture that lies elsewhere',
      request: message({
        type: 'image',
        id: 'm1',
        contentProvider: { type: 'external', originalContentUrl: 'https://example.com/a.jpg' },
      }),
      events: [{ ...facts, parts: [{ kind: 'text', text: 'https://example.com/a.jpg', format: 'plain' }] }],
    },
    {
      name: 'a video',
      request: message({ type: 'video', id: 'm1', duration: 60_000, contentProvider: { type: 'line' } }),
      events: [{ ...facts, parts: [{ kind: 'remoteMedia', as: 'video', ref: 'm1', seconds: 60 }] }],
    },
    {
      name: 'a recording',
      request: message({ type: 'audio', id: 'm1', duration: 1_500, contentProvider: { type: 'line' } }),
      events: [{ ...facts, parts: [{ kind: 'remoteMedia', as: 'voice', ref: 'm1', seconds: 1.5 }] }],
    },
    {
      name: 'a file',
      request: message({ type: 'file', id: 'm1', fileName: 'a.pdf', fileSize: 2_138 }),
      events: [{ ...facts, parts: [{ kind: 'remoteMedia', as: 'document', ref: 'm1', name: 'a.pdf', bytes: 2_138 }] }],
    },
    {
      name: 'a place',
      request: message({
        type: 'location',
        id: 'm1',
        title: 'MASP',
        address: 'Av. Paulista, 1578',
        latitude: -23.56,
        longitude: -46.65,
      }),
      events: [
        {
          ...facts,
          parts: [{ kind: 'location', lat: -23.56, lng: -46.65, name: 'MASP', address: 'Av. Paulista, 1578' }],
        },
      ],
    },
    {
      name: 'a sticker',
      request: message({
        type: 'sticker',
        id: 'm1',
        packageId: '1',
        stickerId: '2',
        stickerResourceType: 'STATIC',
        keywords: ['hi', 'wave'],
      }),
      events: [{ ...facts, parts: [{ kind: 'unsupported', note: 'Sticker hi, wave' }] }],
    },
    {
      name: 'a message taken back',
      request: signed({ type: 'unsend', timestamp, source: ana, unsend: { messageId: 'm1' } }),
      events: [{ type: 'delete', target: mint('m1'), chat: facts.chat, at: facts.at }],
    },
    {
      name: 'a batch with a new friend',
      request: signed(
        { type: 'follow', timestamp, source: ana, replyToken: 'r' },
        ...['m2', 'm3'].map((messageId) => ({ type: 'unsend', timestamp, source: ana, unsend: { messageId } })),
      ),
      events: ['m2', 'm3'].map((id) => ({ type: 'delete', target: mint(id), chat: facts.chat, at: facts.at })),
    },
    { name: 'the test of the console', request: signed(), events: [] },
  ],
})
