import { proto } from 'baileys'
import { expect, test } from 'vitest'
import { disappearsAfter } from './disappearing.ts'

const { EPHEMERAL_SETTING, REVOKE } = proto.Message.ProtocolMessage.Type
const day = 86_400

test.for<[string, proto.IMessage | null, number | undefined]>([
  ['a text', { extendedTextMessage: { text: 'Oi', contextInfo: { expiration: day } } }, day],
  [
    'a picture in its envelope',
    { ephemeralMessage: { message: { imageMessage: { contextInfo: { expiration: day } } } } },
    day,
  ],
  ['a text that stays', { conversation: 'Oi' }, 0],
  ['a picture that stays', { imageMessage: {} }, 0],
  ['a new setting', { protocolMessage: { type: EPHEMERAL_SETTING, ephemeralExpiration: 7 * day } }, 7 * day],
  ['a setting that is off', { protocolMessage: { type: EPHEMERAL_SETTING } }, 0],
  ['a deletion', { protocolMessage: { type: REVOKE } }, undefined],
  ['a reaction', { reactionMessage: { text: '👍' } }, undefined],
  ['nothing', null, undefined],
])('%s tells how long messages stay', ([, message, seconds]) => {
  expect(disappearsAfter({ message })).toBe(seconds)
})
