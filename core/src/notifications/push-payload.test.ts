import { PushPayload, type ContentKind } from '@recado/contracts'
import { expect, test } from 'vitest'
import { pushPayload } from './push-payload.ts'

const subject = {
  ticketId: 't',
  contactId: 'c',
  contactName: '+55 11 98765-4321',
  lastMessage: 'Oi',
  lastContent: null,
  lastMessageFromMe: false,
  unread: 1,
}
const reader = { userId: 'u', locale: 'pt-BR', masked: false } as const

test('S3-076 has title, body, icon, tag and data with ticketId, contactId and userId', () => {
  const payload = pushPayload(subject, 'newTicket', reader)
  expect(PushPayload.parse(payload)).toEqual({
    title: '+55 11 98765-4321',
    body: 'Oi',
    icon: '/icon-192.png',
    tag: 'ticket-t',
    data: { ticketId: 't', contactId: 'c', userId: 'u' },
  })
})

test('shows no more of a contact than the screen does', () => {
  expect(pushPayload(subject, 'newTicket', { ...reader, masked: true }).title).not.toContain('98765')
})

test('says how much waits, and says something where the message says nothing', () => {
  expect(pushPayload(subject, 'woken', reader).body).toBe('Voltou da espera')
  expect(pushPayload({ ...subject, unread: 12 }, 'ownTicket', reader).body).toBe('(12) Oi')
  expect(pushPayload({ ...subject, lastMessage: '  ' }, 'ownTicket', reader).body).toBe('Nova mensagem')
  expect(pushPayload({ ...subject, lastMessageFromMe: true }, 'ownTicket', { ...reader, locale: 'en' }).body).toBe(
    'New message',
  )
})

test('names a picture that has no words, and not its file', () => {
  const said = (as: ContentKind, lastMessage: string, captioned: boolean) =>
    pushPayload({ ...subject, lastMessage, lastContent: { as, captioned } }, 'ownTicket', reader).body
  expect(said('image', 'IMG_2031.jpg', false)).toBe('📷 Foto')
  expect([said('image', 'Olha só', true), said('image', ' ', true)]).toEqual(['📷 Olha só', '📷 Foto'])
  expect([said('document', 'contrato.pdf', false), said('document', '', false)]).toEqual([
    '📄 contrato.pdf',
    '📄 Documento',
  ])
  expect(said('deleted', '', false)).toBe('Nova mensagem')
})

test('fits what push services carry, and cuts no character in two', () => {
  const long = '👩‍👩‍👧'.repeat(5_000)
  const payload = pushPayload({ ...subject, contactName: long, lastMessage: long }, 'ownTicket', reader)
  expect(Buffer.byteLength(JSON.stringify(payload))).toBeLessThan(3_000)
  expect(payload.body.isWellFormed()).toBe(true)
})
