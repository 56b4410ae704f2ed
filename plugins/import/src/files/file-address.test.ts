import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fileAddress, fileNameOf } from './file-address.ts'

const files = 'https://api.antes.example/public/'

describe('the address of a file of the old system', () => {
  test('is below that of the files, or what the message says', () => {
    expect(fileAddress('1709-foto da loja.jpg', files)?.href).toBe(
      'https://api.antes.example/public/1709-foto%20da%20loja.jpg',
    )
    expect(fileAddress('company1/1709-áudio.ogg', files)?.href).toBe(
      'https://api.antes.example/public/company1/1709-%C3%A1udio.ogg',
    )
    // One that is encoded already is not encoded twice.
    expect(fileAddress('foto%20nova.jpg', files)?.href).toBe('https://api.antes.example/public/foto%20nova.jpg')
    expect(fileAddress('100%.jpg', files)?.href).toBe('https://api.antes.example/public/100%25.jpg')
    expect(fileAddress('https://cdn.antes.example/a.png', files)?.href).toBe('https://cdn.antes.example/a.png')
    expect(fileAddress('https://cdn.antes.example/a.png', undefined)?.href).toBe('https://cdn.antes.example/a.png')
  })

  test('is none without a name, or without a place for it', () => {
    for (const name of [null, '', '  ']) expect(fileAddress(name, files)).toBeUndefined()
    expect(fileAddress('foto.jpg', undefined)).toBeUndefined()
    expect(fileAddress('https://', files)).toBeUndefined()
  })

  test('never leaves the place of the files, whatever the name is', () => {
    const odd = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\ud800', 'a\udc00/b'),
      fc.array(fc.constantFrom('..', '.', '/', '\\', '%2e%2e', '%2f', '?', '#', '@', ':', 'a', ' '), { maxLength: 12 }),
    )
    fc.assert(
      fc.property(odd, (made) => {
        const name = Array.isArray(made) ? made.join('') : made
        if (/^\s*https?:\/\//i.test(name)) return
        const address = fileAddress(name, files)
        if (address === undefined) return
        expect(address.href.startsWith(files)).toBe(true)
        expect([address.search, address.hash, address.username]).toEqual(['', '', ''])
      }),
    )
  })

  test('tells the name', () => {
    expect(fileNameOf(new URL('https://chat.example/rails/foto%20da%20loja.jpg?x=1'))).toBe('foto da loja.jpg')
    expect(fileNameOf(new URL('https://chat.example/100%.jpg'))).toBe('100%.jpg')
    expect(fileNameOf(new URL('https://chat.example/'))).toBeNull()
  })
})
