import fc from 'fast-check'
import { proto } from 'baileys'
import { describe, expect, it } from 'vitest'
import { noFacts, type Facts } from '../inbound/facts.ts'
import { addressesIn, contactsOf, messagesOf, pairsIn } from './past.ts'

const ana = '5511988887777@s.whatsapp.net'
const anaLid = '12345678901234@lid'
const facts: Facts = {
  ...noFacts,
  self: { pn: '5511999990000@s.whatsapp.net', lid: '99@lid' },
  phoneOf: (lid) => (lid === anaLid ? ana : undefined),
}
const day = 86_400
const start = 1_760_000_000
const all = { since: new Date(0), until: new Date(4_000_000_000_000), groups: true }
const said = (id: string, at: number, more: proto.IWebMessageInfo = {}): proto.IHistorySyncMsg => ({
  message: { key: { remoteJid: ana, id, fromMe: false }, messageTimestamp: at, message: { conversation: id }, ...more },
})

const history: proto.IHistorySync = {
  syncType: proto.HistorySync.HistorySyncType.FULL,
  conversations: [
    {
      id: ana,
      messages: [
        said('late', start + 2 * day),
        said('early', start, { key: { remoteJid: ana, id: 'early', fromMe: true } }),
        { message: { key: { remoteJid: ana, id: 'stub', fromMe: false }, messageTimestamp: start } },
      ],
    },
    {
      id: '120363000000000001@g.us',
      messages: [
        said('group', start + day, {
          key: { remoteJid: '120363000000000001@g.us', id: 'group', fromMe: false },
          participant: anaLid,
        }),
      ],
    },
    { id: 'status@broadcast', messages: [said('story', start, { key: { remoteJid: 'status@broadcast', id: 's' } })] },
    {
      id: '120363000000000002@newsletter',
      messages: [said('news', start, { key: { remoteJid: '120363000000000002@newsletter', id: 'n' } })],
    },
  ],
}
const ids = (query: Partial<typeof all>) => messagesOf(history, { ...all, ...query }, facts).map(({ id }) => id)

describe('messages of a piece of the past', () => {
  it('are those of people and groups, oldest first, own ones included, all as history', () => {
    const messages = messagesOf(history, all, facts)
    expect(messages.map(({ id, origin, sender }) => [id, origin, sender.isSelf])).toEqual([
      ['early;me', 'history', true],
      [`group;${anaLid}`, 'history', false],
      ['late', 'history', false],
    ])
    expect(messages[1]).toMatchObject({
      isGroup: true,
      sender: { id: ana, phone: '+5511988887777', aliases: [anaLid] },
    })
  })

  it('are those of the range that was asked for, without groups where they are not wanted', () => {
    expect(ids({ groups: false })).toEqual(['early;me', 'late'])
    expect(ids({ since: new Date((start + day) * 1_000) })).toEqual([`group;${anaLid}`, 'late'])
    expect(ids({ until: new Date((start + day) * 1_000) })).toEqual(['early;me'])
  })

  it('never fail on what a phone hands over, and stay in the range', () => {
    const jid = fc.oneof(fc.constantFrom(ana, anaLid, '1@g.us', 'status@broadcast'), fc.string())
    const message = fc.record(
      {
        key: fc.record(
          { remoteJid: jid, id: fc.string(), fromMe: fc.boolean(), participant: jid },
          { requiredKeys: [] },
        ),
        messageTimestamp: fc.integer({ min: 0, max: 2 ** 31 }),
        participant: jid,
        message: fc.record({ conversation: fc.string() }, { requiredKeys: [] }),
      },
      { requiredKeys: [] },
    )
    const piece = fc.record({
      conversations: fc.array(
        fc.record(
          { id: jid, lidJid: jid, pnJid: jid, messages: fc.array(fc.record({ message })) },
          { requiredKeys: [] },
        ),
      ),
      pushnames: fc.array(fc.record({ id: jid, pushname: fc.string() }, { requiredKeys: [] })),
    })
    fc.assert(
      fc.property(piece, fc.date({ noInvalidDate: true }), fc.date({ noInvalidDate: true }), (made, one, other) => {
        const [since, until] = one < other ? [one, other] : [other, one]
        const told = proto.HistorySync.decode(proto.HistorySync.encode(made as proto.IHistorySync).finish())
        const times = messagesOf(told, { since, until, groups: true }, facts).map(({ at }) => at!.getTime())
        expect(times).toEqual(times.toSorted((a, b) => a - b))
        expect(times.every((at) => at >= since.getTime() && at <= until.getTime())).toBe(true)
        const people = contactsOf(told, facts).map(({ id }) => id)
        expect(new Set(people).size).toBe(people.length)
        expect([addressesIn(told), pairsIn(told)]).toHaveLength(2)
      }),
    )
  })
})

describe('people of a piece of the past', () => {
  it('are listed once under the number, without groups and the account itself', () => {
    const people = contactsOf(
      {
        syncType: proto.HistorySync.HistorySyncType.PUSH_NAME,
        conversations: history.conversations!,
        pushnames: [
          { id: anaLid, pushname: 'Ana' },
          { id: '5511999990000@s.whatsapp.net', pushname: 'Loja' },
        ],
      },
      facts,
    )
    expect(people).toMatchObject([{ id: ana, name: 'Ana', phone: '+5511988887777' }])
  })

  it('ids and numbers are paired however a piece tells them', () => {
    const [one, two] = ['5511900000001@s.whatsapp.net', '5511900000002@s.whatsapp.net']
    expect(
      pairsIn({
        syncType: proto.HistorySync.HistorySyncType.RECENT,
        phoneNumberToLidMappings: [{ lidJid: anaLid, pnJid: ana }],
        conversations: [{ id: one, lidJid: '1@lid' }, { id: '2@lid', pnJid: two }, { id: '3@lid' }],
      }),
    ).toEqual([
      { lid: anaLid, pn: ana },
      { lid: '1@lid', pn: one },
      { lid: '2@lid', pn: two },
    ])
  })
})
