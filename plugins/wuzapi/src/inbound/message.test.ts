import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lowered } from '../gateway/lowered.ts'
import { isOwnId, messageIdFor } from '../outbound/plan.ts'
import { readRef } from '../media/reference.ts'
import { readMessage } from './message.ts'
import { readCall, readReceipt, readTyping } from './signs.ts'
import { mint, type ConnectionId, type SendKey } from '@recado/sdk'

const maria = '5511988887777@s.whatsapp.net'
const lid = '81234567890123@lid'
const group = '120363012345678901@g.us'
const all = { groups: true }
const read = (Message: object, facts: object = {}, config = all) =>
  readMessage(
    lowered({
      Info: { Chat: maria, Sender: maria, ID: 'M1', PushName: 'Maria', Timestamp: '2026-11-20T10:00:00Z', ...facts },
      Message,
    }),
    config,
  )
const partOf = (message: object) => {
  const [event] = read(message).events
  return event?.type === 'message' ? event.parts[0] : undefined
}
const file = {
  URL: 'https://mmg.whatsapp.net/1.enc',
  mediaKey: 'vq0RR0nYGkxm2HrpwUp3sK8A7Nr1KUcOiBHrT1hg+PU=',
  fileLength: 9,
}

describe('a message of WhatsApp', () => {
  it.each<[string, object, object]>([
    ['a voice note', { audioMessage: { ...file, PTT: true, seconds: 3 } }, { as: 'voice', seconds: 3 }],
    ['a sound', { audioMessage: file }, { as: 'audio' }],
    ['a round video', { ptvMessage: file }, { as: 'video' }],
    [
      'a document in its envelope',
      {
        documentWithCaptionMessage: {
          message: { documentMessage: { ...file, fileName: 'nota.pdf', caption: 'a nota' } },
        },
      },
      { as: 'document', name: 'nota.pdf', caption: 'a nota' },
    ],
    ['a sticker', { stickerMessage: file }, { as: 'sticker' }],
    ['a file without its key', { imageMessage: { ...file, mediaKey: '' } }, { kind: 'unsupported', note: 'image' }],
    ['a view once', { viewOnceMessageV2: { message: { imageMessage: file } } }, { as: 'image' }],
    [
      'a person',
      { contactMessage: { displayName: 'Ana', vcard: 'BEGIN:VCARD\nFN:Ana\nTEL:+55 11 91111-1111\nEND:VCARD' } },
      { kind: 'contacts', contacts: [{ name: 'Ana', phones: ['+55 11 91111-1111'] }] },
    ],
    [
      'people',
      { contactsArrayMessage: { contacts: [{ displayName: 'Ana' }, { displayName: 'Rita' }] } },
      { contacts: [{ name: 'Ana' }, { name: 'Rita' }] },
    ],
    [
      'a poll',
      { pollCreationMessageV3: { name: 'Quando?', options: [{ optionName: 'hoje' }] } },
      { kind: 'poll', question: 'Quando?', options: ['hoje'], several: true },
    ],
    [
      'a list',
      { listMessage: { title: 'Menu', sections: [{ rows: [{ title: 'Vendas' }] }] } },
      { text: 'Menu\n○ Vendas' },
    ],
    [
      'buttons',
      { buttonsMessage: { contentText: 'Sim?', buttons: [{ buttonText: { displayText: 'Sim' } }] } },
      { text: 'Sim?\n○ Sim' },
    ],
    [
      'a pressed button',
      { buttonsResponseMessage: { selectedButtonID: 'b1', response: { selectedDisplayText: 'Sim' } } },
      { kind: 'interactiveReply', id: 'b1', label: 'Sim' },
    ],
    [
      'a chosen row',
      { listResponseMessage: { title: 'Vendas', singleSelectReply: { selectedRowID: 'r1' } } },
      { id: 'r1', label: 'Vendas' },
    ],
    [
      'an invitation',
      { groupInviteMessage: { groupName: 'Obra', inviteCode: 'AbC' } },
      { text: 'Obra\nhttps://chat.whatsapp.com/AbC' },
    ],
    ['an event', { eventMessage: { name: 'Reunião', description: 'às 10h' } }, { text: 'Reunião\nàs 10h' }],
  ])('%s', (_, message, part) => {
    expect(partOf(message)).toMatchObject(part)
  })

  it.each([
    [{ protocolMessage: { type: 5 } }],
    [{ senderKeyDistributionMessage: {} }],
    [{ pollUpdateMessage: {} }],
    [{}],
  ])('is nothing that people see: %o', (message) => {
    expect(read(message).events).toEqual([])
  })

  it('is of the same person under number and id, whichever comes first', () => {
    for (const facts of [{ SenderAlt: lid }, { Sender: `${lid}`, Chat: lid, SenderAlt: maria }])
      expect(read({ conversation: 'Oi' }, facts).events).toMatchObject([
        { chat: maria, sender: { id: maria, phone: '+5511988887777', aliases: [lid] } },
      ])
    expect(read({ conversation: 'Oi' }, { Sender: lid, Chat: lid }).events).toMatchObject([
      { chat: lid, sender: { id: lid } },
    ])
  })

  it.each<[object, object]>([
    [{ isForwarded: true, forwardingScore: 1 }, { forwarded: 'once' }],
    [
      { isForwarded: true, forwardingScore: 7, stanzaID: 'Q1' },
      { forwarded: 'often', replyTo: 'Q1' },
    ],
    [{ stanzaID: 'Q1' }, { replyTo: 'Q1' }],
  ])('says that it was passed on, and what it answers: %j', (contextInfo, facts) => {
    for (const message of [
      { extendedTextMessage: { text: 'veja', contextInfo } },
      { imageMessage: { ...file, contextInfo } },
      { ephemeralMessage: { message: { audioMessage: { ...file, contextInfo } } } },
    ])
      expect(read(message).events).toMatchObject([facts])
    expect(read({ conversation: 'oi' }).events[0]).not.toHaveProperty('forwarded')
    expect(read({ extendedTextMessage: { text: 'x', contextInfo: { forwardingScore: 'y' } } }).events).toHaveLength(1)
  })

  it('keeps the description of a chosen row', () => {
    expect(
      partOf({
        listResponseMessage: { title: 'Entrega', description: 'até 18h', singleSelectReply: { selectedRowID: 'r1' } },
      }),
    ).toEqual({ kind: 'interactiveReply', id: 'r1', label: 'Entrega', hint: 'até 18h' })
  })

  it('in a group is read by one member and not by everybody, in a chat of two by its other side', () => {
    const receipt = (facts: object, type: string) =>
      readReceipt(lowered({ MessageIDs: ['M1'], Timestamp: '2026-11-20T10:00:00Z', Type: type, ...facts }), undefined)
    for (const type of ['read', 'played', '']) {
      expect(receipt({ Chat: group, Sender: maria, IsGroup: true }, type)).toMatchObject([{ state: 'delivered' }])
      expect(receipt({ Chat: group, Sender: lid }, type)).toMatchObject([{ state: 'delivered' }])
    }
    expect(receipt({ Chat: maria, Sender: maria }, 'read')).toMatchObject([{ state: 'read' }])
    expect(receipt({ Chat: maria, Sender: maria }, 'played')).toMatchObject([{ state: 'played' }])
  })

  it('of a group is remembered with its author, and left out where groups are not wanted', () => {
    const facts = { Chat: group, Sender: '5511988887777:4@s.whatsapp.net', IsGroup: true }
    expect(read({ conversation: 'Oi' }, facts).remember).toMatchObject([{ key: 'by:M1', value: maria }])
    expect(read({ conversation: 'Oi' }, facts, { groups: false })).toEqual({ events: [] })
  })

  it('of a broadcast list is one of its sender, and stories and channels are none', () => {
    expect(read({ conversation: 'Oi' }, { Chat: '1234567@broadcast' }).events).toMatchObject([{ chat: maria }])
    for (const Chat of ['status@broadcast', '120363012345678901@newsletter'])
      expect(read({ conversation: 'Oi' }, { Chat }).events).toEqual([])
  })
})

it('reads anything without failing', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (value, content) => {
      readMessage(value, all)
      readReceipt(value, 'Read')
      readTyping(value, all)
      readCall(value)
      readRef(JSON.stringify(value))
      const known = ['imageMessage', 'protocolMessage', 'reactionMessage', 'listMessage', 'contactMessage', 'poll']
      for (const kind of known) expect(read({ [kind]: content }).events.length).toBeLessThanOrEqual(1)
    }),
  )
})

it('lowers names at any depth a message has, and changes no values', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      expect(JSON.stringify(lowered(value)).toLowerCase()).toBe(
        JSON.stringify(lowered(JSON.parse(JSON.stringify(value).toLowerCase()))),
      )
    }),
  )
})

it('ids of messages are the same at every attempt, and only those of the connection are its own', () => {
  const [one, other] = [mint<ConnectionId>('one'), mint<ConnectionId>('other')]
  fc.assert(
    fc.property(fc.string(), fc.nat(), (key, step) => {
      const id = messageIdFor(one, mint<SendKey>(key), step)
      expect(id).toMatch(/^3EB0[0-9A-F]{18}$/)
      expect(messageIdFor(one, mint<SendKey>(key), step)).toBe(id)
      expect([isOwnId(one, id), isOwnId(other, id), isOwnId(one, `${id.slice(0, -1)}x`)]).toEqual([true, false, false])
    }),
  )
})
