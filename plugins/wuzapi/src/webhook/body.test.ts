import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eventIn, signedBytes } from './body.ts'
import { signedText } from './multipart.ts'
import { webhook } from './webhook.ts'

const key = 'a key for signing, made for these tests alone'

/** A form with a file, as `fetch` writes it. */
async function multipart(fields: Readonly<Record<string, string>>, file = new Uint8Array([13, 10, 45, 45, 0, 255])) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new File([file], 'a "strange" name.bin', { type: 'image/jpeg' }))
  const request = new Request('https://recado.example', { method: 'POST', body: form })
  return { rawBody: new Uint8Array(await request.arrayBuffer()), headers: new Headers(request.headers) }
}
const told = {
  type: 'Message',
  event: { Info: { ID: 'M1' }, Message: { conversation: 'a < b & c > d, “é”\r\n\r\n--' } },
}

describe('a delivery that carries a file', () => {
  it('is read by its fields, whatever the file holds', async () => {
    const { rawBody, headers } = await multipart({ jsonData: JSON.stringify(told), token: 't' })
    expect(eventIn(rawBody, headers)).toMatchObject({
      type: 'Message',
      event: { message: { conversation: 'a < b & c > d, “é”\r\n\r\n--' } },
    })
  })

  it('is signed as its fields, in order and with the letters of HTML escaped, and believed only so', async () => {
    const fields = { token: 't', jsonData: '{"a":"<&>"}' }
    const text = '{"jsonData":"{\\"a\\":\\"\\u003c\\u0026\\u003e\\"}","token":"t"}'
    expect(signedText(fields)).toBe(text)
    const { rawBody, headers } = await multipart(fields)
    const ctx = { config: {}, secrets: { get: () => Promise.resolve(key) } } as never
    const verdict = (signature: string) => {
      headers.set('x-hmac-signature', signature)
      return webhook.verify({ method: 'POST', headers, rawBody, url: new URL('https://recado.example') }, ctx)
    }
    expect(await verdict(createHmac('sha256', key).update(text).digest('hex'))).toBe('ok')
    expect(await verdict(createHmac('sha256', key).update(rawBody).digest('hex'))).toBe('bad')
  })

  it('is not believed when it names a field twice', async () => {
    const form = new FormData()
    form.append('jsonData', '{}')
    form.append('jsonData', JSON.stringify(told))
    const request = new Request('https://recado.example', { method: 'POST', body: form })
    expect(signedBytes(new Uint8Array(await request.arrayBuffer()), request.headers)).toBeUndefined()
  })

  it('keeps every field as it was', async () => {
    const words = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/\r\n?|\n/g, '\r\n'))
    await fc.assert(
      fc.asyncProperty(words, words, fc.uint8Array(), async (one, other, file) => {
        const { rawBody, headers } = await multipart({ one, other }, new Uint8Array(file))
        expect(Buffer.from(signedBytes(rawBody, headers)!).toString()).toBe(
          signedText({ one: one.toWellFormed(), other: other.toWellFormed() }),
        )
      }),
    )
  })
})

it('anything is read without failing, whatever it is called', () => {
  const types = [
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'multipart/form-data',
    '',
  ]
  fc.assert(
    fc.property(fc.uint8Array(), fc.constantFrom(...types), (bytes, type) => {
      const headers = new Headers({ 'content-type': type })
      expect(() => {
        signedBytes(bytes, headers)
        eventIn(bytes, headers)
      }).not.toThrow()
    }),
  )
})
