import type { InboundEvent } from '@recado/sdk'
import { channelConformance, pluginConformance, type ScriptedProvider } from '@recado/sdk/testing'
import { createHmac } from 'node:crypto'
import { refusalOf } from './simulator/api.ts'
import { WuzapiSimulator } from './simulator/simulator.ts'
import { wuzapi } from './src/channel/capabilities.ts'
import { wuzapiChannel } from './src/channel/channel.ts'
import { WuzapiConfig } from './src/channel/config.ts'
import plugin from './src/server.ts'
import panels from './src/ui/panels.ts'
import { signatureHeader } from './src/webhook/webhook.ts'

pluginConformance(plugin, {
  folder: import.meta.dirname,
  panels,
  // A link to the invitation of a group.
  links: ['chat.whatsapp.com'],
  steps: ['token', 'reach', 'address', 'webhook', 'signature'],
})

const sessionToken = 'a session token for tests'
const hmacKey = 'a key for signing, made for these tests alone'
const picture = new TextEncoder().encode('the bytes of a picture')
const at = new Date('2026-11-20T10:00:00.999Z')
const maria = '5511988887777@s.whatsapp.net'
const lid = '81234567890123@lid'
const group = '120363012345678901@g.us'

const sign = (body: string): string => createHmac('sha256', hmacKey).update(body).digest('hex')
/** A delivery as WuzAPI sends it without further settings. */
function form(told: object) {
  const body = new URLSearchParams({ jsonData: JSON.stringify(told), token: sessionToken }).toString()
  return {
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', [signatureHeader]: sign(body) },
  }
}
function json(told: object, prefix = '') {
  const body = JSON.stringify({ ...told, token: sessionToken })
  return { body, headers: { 'content-type': 'application/json', [signatureHeader]: prefix + sign(body) } }
}
const info = (id: string, facts: object = {}) => ({
  Chat: maria,
  Sender: '5511988887777:3@s.whatsapp.net',
  IsFromMe: false,
  IsGroup: false,
  SenderAlt: lid,
  ID: id,
  PushName: 'Maria',
  Timestamp: '2026-11-20T07:00:00-03:00',
  ...facts,
})
const message = (id: string, content: object, facts: object = {}) => ({
  type: 'Message',
  event: { Info: info(id, facts), Message: content },
})
const sender = { id: maria, isSelf: false, verified: true, name: 'Maria', phone: '+5511988887777', aliases: [lid] }
const said = (id: string, facts: object, ...parts: readonly object[]): InboundEvent[] =>
  [
    { type: 'message', chat: maria, id, at, sender, isGroup: false, parts, origin: 'live', ...facts },
  ] as unknown as InboundEvent[]
const events = (...found: readonly object[]) => found as unknown as InboundEvent[]
const file = {
  URL: 'https://mmg.whatsapp.net/v/t62/1.enc',
  directPath: '/v/t62/1.enc',
  mediaKey: 'vq0RR0nYGkxm2HrpwUp3sK8A7Nr1KUcOiBHrT1hg+PU=',
  fileSHA256: 'nMthnfkUWQiMfNJpA6K9+ft+Dx9Mb1STs+9wMHjeo/M=',
  fileEncSHA256: '6bMVZ5dRf9JKxJSUgg4w1h3iSYA3dM8gEQxaMPwoONc=',
  fileLength: 2039,
  mimetype: 'image/jpeg',
}
const ref = JSON.stringify({
  t: 'image',
  u: file.URL,
  p: file.directPath,
  k: file.mediaKey,
  s: file.fileSHA256,
  e: file.fileEncSHA256,
  l: 2039,
  m: 'image/jpeg',
})

/** A linked session to which Maria has written, a business with a picture. */
function start(): ScriptedProvider<WuzapiConfig> {
  const simulator = new WuzapiSimulator()
  const session = simulator.addSession('loja', sessionToken)
  session.receipts = 'none'
  const face = simulator.keep(picture, 'image/jpeg').path
  const person = simulator.person('Maria', '5511988887777', { business: 'Doces da Maria', picture: face })
  session.number = simulator.person('Loja', '5511999990000')
  session.connected = true
  const kept = simulator.keep(picture, 'image/jpeg')
  const refOf = (path: string) => JSON.stringify({ t: 'image', p: path, k: file.mediaKey })
  return {
    answer: (request) => simulator.handle(request),
    chat: person.jid,
    delivered: () => session.thread(person.jid).filter(({ own }) => own).length,
    hooks: () => simulator.sessions.flatMap(({ webhook }) => (webhook === '' ? [] : [webhook])),
    files: { ref: refOf(kept.path), bytes: picture, missing: refOf('/files/none') },
    profile: { chat: person.jid, name: 'Doces da Maria', picture, stranger: '5511900000000@s.whatsapp.net' },
    echo: ({ ids, text }) =>
      form(
        message(
          ids[0]!,
          { conversation: text },
          { IsFromMe: true, Sender: session.jid, SenderAlt: '', PushName: 'Loja' },
        ),
      ),
  }
}

channelConformance(wuzapi, wuzapiChannel, {
  config: WuzapiConfig.parse({ apiUrl: 'https://gateway.example', session: 'loja', sessionToken }),
  secrets: { sessionToken, hmacKey },
  signatureHeader,
  genuine: [
    {
      name: 'a text, as a form',
      request: form(message('M1', { conversation: 'Oi & até já' })),
      events: said('M1', {}, { kind: 'text', text: 'Oi & até já', format: 'markdown' }),
    },
    {
      name: 'a text, as JSON, in the spelling of older builds, with a prefix before the signature',
      request: json(
        message('M2', { extendedTextMessage: { text: 'Sim', contextInfo: { stanzaId: 'M1', participant: maria } } }),
        'sha256=',
      ),
      events: said('M2', { replyTo: 'M1' }, { kind: 'text', text: 'Sim', format: 'markdown' }),
    },
    {
      name: 'a picture with words, whose bytes come apart',
      request: json({ ...message('M3', { imageMessage: { ...file, caption: 'olha' } }), base64: 'AAEC' }),
      events: said(
        'M3',
        {},
        {
          kind: 'remoteMedia',
          as: 'image',
          ref,
          mime: 'image/jpeg',
          caption: 'olha',
          bytes: 2039,
        },
      ),
    },
    {
      name: 'a place',
      request: form(
        message('M4', { locationMessage: { degreesLatitude: -23.5, degreesLongitude: -46.6, name: 'Praça' } }),
      ),
      events: said('M4', {}, { kind: 'location', lat: -23.5, lng: -46.6, name: 'Praça' }),
    },
    {
      name: 'what nobody knows yet',
      request: form(message('M5', { hologramMessage: {} })),
      events: said('M5', {}, { kind: 'unsupported', note: 'hologrammessage' }),
    },
    {
      name: 'a message of a group',
      request: form(message('M6', { conversation: 'Bom dia' }, { Chat: group, IsGroup: true })),
      events: said('M6', { chat: group, isGroup: true }, { kind: 'text', text: 'Bom dia', format: 'markdown' }),
    },
    {
      name: 'what was written on the phone of the number itself',
      request: form(
        message(
          'M7',
          { conversation: 'Já respondo' },
          { IsFromMe: true, Sender: '5511999990000:0@s.whatsapp.net', SenderAlt: '', RecipientAlt: lid },
        ),
      ),
      events: said(
        'M7',
        {
          origin: 'otherDevice',
          chatTitle: maria.replace(/^(\d+)@.*/, '+$1'),
          sender: { id: '5511999990000@s.whatsapp.net', isSelf: true, verified: true, phone: '+5511999990000' },
        },
        { kind: 'text', text: 'Já respondo', format: 'markdown' },
      ),
    },
    {
      name: 'a reaction',
      request: form(message('M8', { reactionMessage: { key: { ID: 'M1', fromMe: true }, text: '👍' } })),
      events: events({ type: 'reaction', chat: maria, target: 'M1', sender, emoji: '👍', at }),
    },
    {
      name: 'an edit',
      request: form(
        message('M9', {
          protocolMessage: { key: { ID: 'M1' }, type: 14, editedMessage: { conversation: 'Oi, de novo' } },
        }),
      ),
      events: events({
        type: 'edit',
        chat: maria,
        target: 'M1',
        at,
        parts: [{ kind: 'text', text: 'Oi, de novo', format: 'markdown' }],
      }),
    },
    {
      name: 'a message that was taken back',
      request: form(message('M10', { protocolMessage: { key: { ID: 'M1' }, type: 0 } })),
      events: events({ type: 'delete', chat: maria, target: 'M1', at }),
    },
    {
      name: 'two messages that were read',
      request: form({
        type: 'ReadReceipt',
        state: 'Read',
        event: { Chat: maria, Sender: maria, MessageIDs: ['A', 'B'], Timestamp: '2026-11-20T10:00:00Z', Type: 'read' },
      }),
      events: events(
        { type: 'receipt', target: 'A', state: 'read', at },
        { type: 'receipt', target: 'B', state: 'read', at },
      ),
    },
    {
      name: 'somebody records',
      request: form({
        type: 'ChatPresence',
        event: { Chat: maria, Sender: maria, State: 'composing', Media: 'audio' },
      }),
      events: events({
        type: 'typing',
        chat: maria,
        sender: { id: maria, isSelf: false, verified: true, phone: '+5511988887777' },
        mode: 'voice',
        at: null,
      }),
    },
    {
      name: 'a call',
      request: form({ type: 'CallOffer', event: { From: maria, CallCreator: maria, CallID: 'C1', Timestamp: at } }),
      events: events({
        type: 'message',
        chat: maria,
        id: 'call;C1',
        at,
        sender: { id: maria, isSelf: false, verified: true, phone: '+5511988887777' },
        isGroup: false,
        parts: [{ kind: 'unsupported', note: 'call' }],
        origin: 'live',
        automatic: true,
      }),
    },
    {
      name: 'the session was removed by the phone',
      request: form({ type: 'LoggedOut', event: { Reason: 401 } }),
      events: events({
        type: 'notice',
        event: 'wuzapi.session-changed.v1',
        key: 'session',
        data: { told: 'LoggedOut' },
        at: null,
      }),
    },
    {
      name: 'a story',
      request: form(message('M11', { conversation: 'x' }, { Chat: 'status@broadcast' })),
      events: [],
    },
    { name: 'history, which is not read', request: form({ type: 'HistorySync', event: { Data: {} } }), events: [] },
  ],
  provider: {
    hosts: ['pps.whatsapp.net', 'gateway.example'],
    start,
    isSend: ({ url }) => url.pathname.startsWith('/chat/send/'),
    refusal: (code, retryAfter) => refusalOf({ status: code, ...(retryAfter !== undefined && { retryAfter }) }),
  },
  without: {
    batch: 'a delivery holds one event',
    login: 'session.test.ts proves it: a phone scans the picture that the gateway draws',
  },
})
