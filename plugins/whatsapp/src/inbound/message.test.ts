import { Parts } from '@recado/sdk'
import { proto, type WAMessage } from 'baileys'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noFacts, type Facts } from './facts.ts'
import { eventsOfMessage } from './message.ts'
import { idOf, keyOf } from './message-id.ts'

const ana = '5511988887777@s.whatsapp.net'
const group = '5511999990000-1600000000@g.us'
const self = { pn: '5511999990000@s.whatsapp.net', lid: '77@lid' }
const facts: Facts = {
  ...noFacts,
  self,
  titleOf: (jid) => (jid === group ? 'Entregas' : undefined),
  nameOf: (jid) => (jid === ana ? 'Ana' : undefined),
}
const from = (message: proto.IMessage | null, more: Partial<WAMessage> = {}): WAMessage =>
  ({ key: { remoteJid: ana, id: 'A1', fromMe: false }, messageTimestamp: 1_780_000_000, message, ...more }) as WAMessage
const inGroup = (message: proto.IMessage): WAMessage =>
  from(message, { key: { remoteJid: group, id: 'G1', fromMe: false, participant: ana }, pushName: 'Aninha' })
const partsOf = (message: proto.IMessage) => {
  const [event] = eventsOfMessage(from(message), facts)
  return event?.type === 'message' ? event.parts : undefined
}
const media = { mediaKey: new Uint8Array(32), directPath: '/v/t62/x', mimetype: 'image/jpeg', fileLength: 10 }

describe('a message', () => {
  it.each<[string, proto.IMessage, object[]]>([
    ['a text', { conversation: 'oi' }, [{ kind: 'text', text: 'oi' }]],
    [
      'a picture',
      { imageMessage: { ...media, caption: 'olha' } },
      [{ kind: 'remoteMedia', as: 'image', caption: 'olha' }],
    ],
    ['a round video', { ptvMessage: media }, [{ kind: 'remoteMedia', as: 'video' }]],
    ['a voice note', { audioMessage: { ...media, ptt: true, seconds: 4 } }, [{ as: 'voice', seconds: 4 }]],
    [
      'a document with words',
      { documentWithCaptionMessage: { message: { documentMessage: { ...media, caption: 'x', fileName: 'a.pdf' } } } },
      [{ as: 'document', name: 'a.pdf', caption: 'x' }],
    ],
    ['a sticker', { stickerMessage: media }, [{ as: 'sticker' }]],
    [
      'a place',
      { locationMessage: { degreesLatitude: -23, degreesLongitude: -46, name: 'Sé' } },
      [{ kind: 'location', lat: -23, lng: -46, name: 'Sé' }],
    ],
    ['a place that is none', { locationMessage: { degreesLatitude: 900 } }, [{ kind: 'unsupported' }]],
    [
      'a person',
      {
        contactMessage: {
          displayName: 'Bia',
          vcard: 'BEGIN:VCARD\nFN:Bia\nORG:Loja;\nEMAIL:b@x.test\nTEL:+551\nEND:VCARD',
        },
      },
      [{ kind: 'contacts', contacts: [{ name: 'Bia', phones: ['+551'], emails: ['b@x.test'], organisation: 'Loja' }] }],
    ],
    [
      'a poll',
      { pollCreationMessageV3: { name: 'Qual?', options: [{ optionName: 'A' }, { optionName: 'B' }] } },
      [{ kind: 'poll', question: 'Qual?', options: ['A', 'B'], several: true }],
    ],
    [
      'a chosen row',
      { listResponseMessage: { title: 'Sim', description: 'até 18h', singleSelectReply: { selectedRowId: '1' } } },
      [{ kind: 'interactiveReply', id: '1', label: 'Sim', hint: 'até 18h' }],
    ],
    [
      'a poll of the newest kind',
      { pollCreationMessageV5: { name: 'Dia?', options: [{ optionName: 'sáb' }] } },
      [{ kind: 'poll', question: 'Dia?', options: ['sáb'], several: true }],
    ],
    [
      'a poll in an envelope',
      { pollCreationMessageV4: { message: { pollCreationMessageV3: { name: 'Hora?', options: [] } } } },
      [{ kind: 'text', text: 'Hora?' }],
    ],
    [
      'a form without words of its own',
      {
        interactiveResponseMessage: {
          nativeFlowResponseMessage: { paramsJson: '{"flow_token":"t","nome":"Rui","n":2}' },
        },
      },
      [{ kind: 'text', text: 'nome: Rui\nn: 2' }],
    ],
    [
      'a form that nobody can read',
      { interactiveResponseMessage: { body: { text: 'Enviado' }, nativeFlowResponseMessage: { paramsJson: '{' } } },
      [{ kind: 'text', text: 'Enviado' }],
    ],
    [
      'a form that says nothing',
      { interactiveResponseMessage: { nativeFlowResponseMessage: {} } },
      [{ kind: 'unsupported', note: 'interactiveResponseMessage' }],
    ],
    [
      'a place with a remark',
      { locationMessage: { degreesLatitude: -23, degreesLongitude: -46, address: 'Rua 1', comment: 'portão azul' } },
      [
        { kind: 'location', address: 'Rua 1' },
        { kind: 'text', text: 'portão azul' },
      ],
    ],
    [
      'a place that moves',
      { liveLocationMessage: { degreesLatitude: -23, degreesLongitude: -46, caption: 'a caminho' } },
      [{ kind: 'location' }, { kind: 'text', text: 'a caminho' }],
    ],
    [
      'a product with a question',
      { productMessage: { product: { title: 'Bolo' }, body: 'Tem sem glúten?' } },
      [{ kind: 'text', text: 'Bolo\nTem sem glúten?' }],
    ],
    [
      'an event with its place',
      { eventMessage: { name: 'Feira', location: { name: 'Praça', address: 'Rua 2' } } },
      [{ kind: 'text', text: 'Feira\nPraça\nRua 2' }],
    ],
    [
      'a payment with a note',
      { requestPaymentMessage: { noteMessage: { extendedTextMessage: { text: 'entrada' } }, amount1000: 5_000 } },
      [
        { kind: 'unsupported', note: 'requestPaymentMessage' },
        { kind: 'text', text: 'entrada' },
      ],
    ],
    [
      'a piece of an album',
      { associatedChildMessage: { message: { imageMessage: { ...media, caption: 'a segunda' } } } },
      [{ kind: 'remoteMedia', as: 'image', caption: 'a segunda' }],
    ],
    ['what was to be seen once', { viewOnceMessageV2: { message: { imageMessage: media } } }, [{ as: 'image' }]],
    ['what is gone', { imageMessage: { caption: 'x' } }, [{ kind: 'unsupported' }, { kind: 'text', text: 'x' }]],
    ['what nobody knows', { paymentInviteMessage: {} }, [{ kind: 'unsupported', note: 'paymentInviteMessage' }]],
  ])('%s', (_, message, parts) => {
    expect(partsOf(message)).toMatchObject(parts)
  })

  it('of a picture that is sent twice, in two qualities, is one picture', () => {
    const { HD_IMAGE_DUAL_UPLOAD: associationType } = proto.MessageAssociation.AssociationType
    const messageContextInfo = { messageAssociation: { associationType } }
    for (const message of [
      { associatedChildMessage: { message: { imageMessage: media, messageContextInfo } } },
      { associatedChildMessage: { message: { imageMessage: media } }, messageContextInfo },
    ])
      expect(eventsOfMessage(from(message), facts)).toEqual([])
    expect(partsOf({ imageMessage: media, messageContextInfo })).toMatchObject([{ as: 'image' }])
  })

  it.each<[proto.IContextInfo, string | undefined]>([
    [{ isForwarded: true, forwardingScore: 1 }, 'once'],
    [{ isForwarded: true }, 'once'],
    [{ isForwarded: true, forwardingScore: 4 }, 'once'],
    [{ isForwarded: true, forwardingScore: 5 }, 'often'],
    [{ isForwarded: true, forwardingScore: 127 }, 'often'],
    [{ isForwarded: false, forwardingScore: 0 }, undefined],
    [{ mentionedJid: [] }, undefined],
  ])('says that it was passed on, whatever its kind: %j', (contextInfo, forwarded) => {
    for (const message of [
      { extendedTextMessage: { text: 'veja', contextInfo } },
      { imageMessage: { ...media, contextInfo } },
      { ptvMessage: { ...media, contextInfo } },
      { locationMessage: { degreesLatitude: 1, degreesLongitude: 2, contextInfo } },
      { ephemeralMessage: { message: { audioMessage: { ...media, contextInfo } } } },
      { documentWithCaptionMessage: { message: { documentMessage: { ...media, contextInfo } } } },
      { pollCreationMessageV3: { name: 'Qual?', options: [], contextInfo } },
    ]) {
      const [event] = eventsOfMessage(from(message), facts)
      expect(event?.type === 'message' && event.forwarded).toBe(forwarded)
    }
  })

  it('in a group has its author, who is named, and its title', () => {
    expect(
      eventsOfMessage(
        inGroup({ extendedTextMessage: { text: 'oi @5511988887777', contextInfo: { mentionedJid: [ana] } } }),
        facts,
      ),
    ).toMatchObject([
      {
        chat: group,
        chatTitle: 'Entregas',
        isGroup: true,
        id: `G1;${ana}`,
        sender: { id: ana, name: 'Aninha' },
        parts: [{ text: 'oi @Ana' }],
      },
    ])
  })

  it('from our own phone was written on another device', () => {
    const own = from({ conversation: 'oi' }, { key: { remoteJid: ana, id: 'B', fromMe: true } })
    expect(eventsOfMessage(own, facts)).toMatchObject([
      { chat: ana, id: 'B;me', origin: 'otherDevice', sender: { isSelf: true } },
    ])
  })

  it('that settles keys, or comes from a story, is none', () => {
    expect(eventsOfMessage(from({ protocolMessage: { type: 3 } }), facts)).toEqual([])
    expect(eventsOfMessage(from({ senderKeyDistributionMessage: {} }), facts)).toEqual([])
    expect(
      eventsOfMessage(
        from({ conversation: 'x' }, { key: { remoteJid: 'status@broadcast', id: 'S', participant: ana } }),
        facts,
      ),
    ).toEqual([])
  })

  it('has an id from which its key is made again', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z0-9]{4,40}$/), fc.boolean(), fc.boolean(), (id, fromMe, isInGroup) => {
        const key = {
          remoteJid: isInGroup ? group : ana,
          id,
          fromMe,
          ...(isInGroup && !fromMe && { participant: ana }),
        }
        expect(keyOf(idOf(key), key.remoteJid)).toEqual(key)
      }),
    )
  })
})

describe('whatever somebody sends', () => {
  const check = (message: WAMessage) => {
    for (const event of eventsOfMessage(message, facts)) {
      if (event.type !== 'message' && event.type !== 'edit') continue
      const shown = event.parts.map((part) => (part.kind === 'remoteMedia' ? { kind: 'unsupported', note: '' } : part))
      expect(Parts.safeParse(shown).error).toBeUndefined()
      expect(JSON.stringify(event).length).toBeLessThan(10_000_000)
    }
  }

  it('is read without an exception when it is bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
        let decoded: proto.Message
        try {
          decoded = proto.Message.decode(bytes)
        } catch {
          return
        }
        check(from(decoded))
        check(inGroup(decoded))
      }),
      { numRuns: 2_000 },
    )
  })

  it('is read without an exception when it is a tree of known fields with odd values', () => {
    const odd = fc.oneof(
      fc.string(),
      fc.double(),
      fc.constant(null),
      fc.constant('\0\uD800'),
      fc.array(fc.string(), { maxLength: 3 }),
    )
    const fields = [
      'text',
      'caption',
      'name',
      'contextInfo',
      'key',
      'type',
      'message',
      'options',
      'sections',
      'contacts',
      'vcard',
      'degreesLatitude',
      'mediaKey',
      'url',
      'stanzaId',
      'participant',
      'mentionedJid',
      'selectedButtonId',
      'editedMessage',
    ] as const
    const kinds = [
      'conversation',
      'extendedTextMessage',
      'imageMessage',
      'documentMessage',
      'contactMessage',
      'contactsArrayMessage',
      'locationMessage',
      'reactionMessage',
      'protocolMessage',
      'pollCreationMessage',
      'listMessage',
      'buttonsMessage',
      'buttonsResponseMessage',
      'viewOnceMessage',
      'ephemeralMessage',
      'groupInviteMessage',
    ] as const
    const inner = fc.record(Object.fromEntries(fields.map((field) => [field, odd])), { requiredKeys: [] })
    const tree = fc.record(Object.fromEntries(kinds.map((kind) => [kind, fc.oneof(inner, odd)])), { requiredKeys: [] })
    fc.assert(
      fc.property(tree, fc.string(), (message, jid) => {
        let decoded: proto.Message
        try {
          decoded = proto.Message.fromObject(message)
        } catch {
          return
        }
        check(from(decoded, { key: { remoteJid: jid, id: 'x' } }))
        check(from(decoded))
        check(inGroup(decoded))
      }),
      { numRuns: 1_000 },
    )
  })
})
