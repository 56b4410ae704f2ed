import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pageText } from './page-text.ts'

const windows = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

it('a page is read by its mark, its header, what it says itself, or its bytes', () => {
  expect(pageText(windows('ação'), 'text/html; charset="ISO-8859-1"')).toBe('ação')
  expect(pageText(windows('<meta charset=latin1>ação'), 'text/html')).toContain('ação')
  const said = '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">'
  expect(pageText(Uint8Array.from([...utf8(said), 0xef, 0xf0]), 'text/html')).toBe(`${said}пр`)
  expect(pageText(utf8('ação'), 'text/html')).toBe('ação')
  expect(pageText(windows('ação'), '')).toBe('ação')
  expect(pageText(Uint8Array.from([0xef, 0xbb, 0xbf, ...utf8('ação')]), 'text/html; charset=latin1')).toBe('ação')
  expect(pageText(Uint8Array.from([0xff, 0xfe, 0x41, 0, 0xe7, 0]), '')).toBe('Aç')
})

it('a charset that is wrong or that nobody knows does not keep a page from being read', () => {
  expect(pageText(utf8('ação'), 'text/html; charset=klingon')).toBe('ação')
  expect(pageText(utf8('<meta charset="utf-16">ação'), '')).toContain('ação')
  expect(pageText(windows('ação'), 'text/html; charset=utf-8')).toBe('a\uFFFD\uFFFDo')
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.string(), (bytes, charset) => {
      expect(typeof pageText(bytes, `text/html; charset=${charset}`)).toBe('string')
    }),
  )
})
