import fc from 'fast-check'
import { expect, it } from 'vitest'
import { groupReceiptsOf, receiptsOf } from './receipt.ts'

const key = { remoteJid: '120363012345678901@g.us', id: 'A1', fromMe: true }
const members = ['5511988887777@s.whatsapp.net', '81234567890123@lid']

it('that members of a group have read or played a message shows that it arrived, never that everybody has read it', () => {
  const seconds = fc.option(fc.integer({ min: 1_780_000_000, max: 1_790_000_000 }), { nil: null })
  fc.assert(
    fc.property(
      fc.constantFrom(...members),
      fc.record({ receiptTimestamp: seconds, readTimestamp: seconds, playedTimestamp: seconds }),
      (userJid, told) => {
        const states = groupReceiptsOf({ key, receipt: { userJid, ...told } }).map(({ state }) => state)
        expect(states).toEqual(Object.values(told).some((at) => at !== null) ? ['delivered'] : [])
      },
    ),
  )
  expect(
    groupReceiptsOf({ key: { ...key, fromMe: false }, receipt: { userJid: members[0]!, readTimestamp: 1 } }),
  ).toEqual([])
})

it('in a chat of two the other side has read it', () => {
  expect(
    [3, 4, 5].map((status) => receiptsOf({ key: { ...key, remoteJid: members[0]! }, update: { status } })[0]?.state),
  ).toEqual(['delivered', 'read', 'played'])
})
