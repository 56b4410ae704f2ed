import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressOf, handOverAddress, handOverIn, readAsk, readOptions } from './protocol.ts'

const connection = '0198c0de-0000-7000-8000-00000000abcd'
const token = 'A'.repeat(43)
const asked = { challenge: 'c'.repeat(43), rpId: 'whatsapp.com' }

describe('what is handed to the helper', () => {
  it('comes in the fragment of the address that Recado opens, and in no other form', () => {
    const address = handOverAddress({ connection, token })
    expect(handOverIn(new URL(address).hash)).toEqual({ connection, token })
    for (const hash of [
      '',
      `#recado-passkey=${connection}.${token}A`,
      `#recado-passkey=${connection}.${token}&x=1`,
      `#recado-passkey=../../whatsapp.${token}`,
      `#RECADO-PASSKEY=${connection}.${token}`,
    ])
      expect(handOverIn(hash)).toBeUndefined()
  })

  it('is read from no other text', () => {
    fc.assert(fc.property(fc.string(), (text) => handOverIn(text) === undefined))
  })
})

describe('what WhatsApp asks, as the helper reads it', () => {
  it('is kept as far as the helper knows it', () => {
    const options = {
      ...asked,
      timeout: 6_000_000,
      userVerification: 'required',
      allowCredentials: [{ id: 'AAECAwQ', type: 'public-key', transports: ['hybrid'] }],
      extensions: { uvm: true, prf: { eval: {} } },
      hints: ['security-key'],
    }
    expect(readOptions(JSON.stringify(options))).toEqual({
      ...asked,
      timeout: 600_000,
      userVerification: 'required',
      allowCredentials: [{ id: 'AAECAwQ' }],
      extensions: { uvm: true },
    })
  })

  it('is refused where it is for another site, or is not to be read', () => {
    for (const options of [
      { ...asked, rpId: 'bank.example' },
      { ...asked, rpId: 'web.whatsapp.com.evil.example' },
      { challenge: asked.challenge },
      { ...asked, challenge: 'short' },
      { ...asked, challenge: 7 },
      { ...asked, allowCredentials: [{ id: 'not base64!' }] },
      { ...asked, allowCredentials: 'all' },
      null,
    ])
      expect(readOptions(JSON.stringify(options))).toBeUndefined()
    expect(readOptions('{')).toBeUndefined()
  })

  it('never names another site, whatever comes', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const read = readOptions(json)
        return read === undefined || read.rpId === 'whatsapp.com'
      }),
    )
  })
})

describe('what the script on the page asks the worker', () => {
  it('is one of two questions about one request', () => {
    expect(readAsk({ ask: 'begin', connection, token, more: 1 })).toEqual({ ask: 'begin', connection, token })
    expect(readAsk({ ask: 'sign', connection, token, options: '{}' })).toMatchObject({ ask: 'sign', options: '{}' })
  })

  it('is nothing else', () => {
    for (const message of [
      null,
      'begin',
      { ask: 'begin' },
      { ask: 'sign', connection, token },
      { ask: 'fetch', connection, token },
      { ask: 'begin', connection: '../x', token },
      { ask: 'begin', connection, token: 'short' },
    ])
      expect(readAsk(message)).toBeUndefined()
    fc.assert(fc.property(fc.anything(), (message) => readAsk(message) === undefined))
  })
})

it('answers go to the one address that the helper was made for', () => {
  expect(addressOf(['https://web.whatsapp.com/*', 'https://recado.example:8443/*'])).toBe('https://recado.example:8443')
  expect(addressOf(['https://web.whatsapp.com/*'])).toBeUndefined()
})
