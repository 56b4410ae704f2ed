import { describe, expect, it } from 'vitest'
import { Passkey } from '../../simulator/passkey.ts'
import { readAnswer } from '../link/passkey-answer.ts'
import { fits } from './fits.ts'

const challenge = Buffer.alloc(32, 7).toString('base64url')
const optionsWith = (more: object = {}): string =>
  JSON.stringify({ challenge, rpId: 'whatsapp.com', userVerification: 'required', ...more })
const passkey = new Passkey()

/** Whether the answer fits, with what is changed in its parts. */
function isFitting(answer: string, options = optionsWith(), change: (data: Buffer) => void = () => undefined): boolean {
  const read = JSON.parse(answer) as { response: { authenticatorData: string } }
  const data = Buffer.from(read.response.authenticatorData, 'base64url')
  change(data)
  read.response.authenticatorData = data.toString('base64url')
  return fits(readAnswer(JSON.stringify(read))!, options)
}

describe('the answer of a browser', () => {
  it('fits what WhatsApp has asked', () => {
    expect(isFitting(passkey.answer(optionsWith()))).toBe(true)
    expect(isFitting(passkey.answer(optionsWith()), optionsWith({ allowCredentials: [{ id: passkey.id }] }))).toBe(true)
  })

  it('does not fit where it is to another challenge, of another page, site or key, or without the person', () => {
    const other = optionsWith({ challenge: Buffer.alloc(32, 8).toString('base64url') })
    expect(isFitting(passkey.answer(other))).toBe(false)
    expect(isFitting(passkey.answer(optionsWith(), 'https://web.whatsapp.com.example'))).toBe(false)
    expect(isFitting(passkey.answer(optionsWith({ rpId: 'bank.example' })))).toBe(false)
    expect(isFitting(passkey.answer(optionsWith()), optionsWith({ allowCredentials: [{ id: 'AAECAwQ' }] }))).toBe(false)
    const verified = 32
    expect(isFitting(passkey.answer(optionsWith()), optionsWith(), (data) => data.writeUInt8(1, verified))).toBe(false)
    expect(isFitting(passkey.answer(optionsWith()), optionsWith(), (data) => data.writeUInt8(0, verified))).toBe(false)
    const preferred = optionsWith({ userVerification: 'preferred' })
    expect(isFitting(passkey.answer(preferred), preferred, (data) => data.writeUInt8(1, verified))).toBe(true)
  })

  it('does not fit where nothing can be read of it', () => {
    const response = { clientDataJSON: 'e30', authenticatorData: 'AAEC', signature: 'AAEC' }
    const unread = { id: 'AAECAwQ', rawId: 'AAECAwQ', type: 'public-key', response }
    expect(fits(readAnswer(JSON.stringify(unread))!, optionsWith())).toBe(false)
    expect(fits(readAnswer(passkey.answer(optionsWith()))!, 'nothing')).toBe(false)
  })
})
