import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSameRedirect, leadsTo, redirectOf } from './redirect-address.ts'

test('an address of an app or of the user’s machine is shown as what it is', () => {
  expect(leadsTo(redirectOf('cursor://anysphere.cursor/callback')!)).toBe('cursor://')
  expect(leadsTo(redirectOf('http://localhost:8123/back')!)).toBe('localhost:8123')
  expect(leadsTo(redirectOf('https://claude.ai/api/mcp/auth_callback')!)).toBe('claude.ai')
})

test('only a program on the user’s machine may come back at another port', () => {
  expect(isSameRedirect('http://127.0.0.1/back', 'http://127.0.0.1:5123/back')).toBe(true)
  expect(isSameRedirect('http://127.0.0.1/back', 'http://127.0.0.1:5123/other')).toBe(false)
  expect(isSameRedirect('http://127.0.0.1/back', 'http://localhost:5123/back')).toBe(false)
  expect(isSameRedirect('https://a.example/back', 'https://a.example:444/back')).toBe(false)
  expect(isSameRedirect('https://a.example/back', 'https://a.example/back?x=1')).toBe(false)
})

test('whatever a program registers, nothing is taken that runs, reads or hides in a browser', () => {
  const scheme = fc.constantFrom('javascript:', 'data:', 'blob:', 'file:///', 'http://evil.example/', 'vbscript:')
  fc.assert(
    fc.property(scheme, fc.string({ unit: 'binary', maxLength: 60 }), (start, rest) => {
      expect(redirectOf(`${start}${rest}`)).toBeUndefined()
      expect(redirectOf(`${start.toUpperCase()}${rest}`)).toBeUndefined()
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
      const url = redirectOf(text)
      if (url)
        expect(['http:', 'https:'].includes(url.protocol) || /^[a-z][a-z0-9+.-]*:$/.test(url.protocol)).toBe(true)
    }),
  )
})
