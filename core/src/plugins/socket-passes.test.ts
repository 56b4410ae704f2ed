import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Passes } from './socket-passes.ts'

const passes = new Passes('secret')
const tenantId = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b'

test('a pass names its company and its subject, to the plugin that gave it out alone', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.string({ minLength: 1, maxLength: 400, unit: 'grapheme' }), (tenant, subject) => {
      fc.pre(subject.length <= 400)
      const pass = passes.issue('cable', tenant, subject)
      expect(passes.issue('cable', tenant, subject)).toBe(pass)
      expect(passes.read('cable', pass)).toEqual({ tenantId: tenant, subject })
      expect(passes.read('other', pass)).toBeUndefined()
      expect(new Passes('another secret').read('cable', pass)).toBeUndefined()
    }),
  )
})

test('a pass of which one character differs is none', () => {
  const pass = passes.issue('cable', tenantId, 'contact 7')
  // The last character holds bits that no byte has.
  for (let at = 0; at < pass.length - 1; at++) {
    const other = `${pass.slice(0, at)}${pass[at] === 'A' ? 'B' : 'A'}${pass.slice(at + 1)}`
    expect(passes.read('cable', other), `character ${at}`).toBeUndefined()
  }
})

test('what is no pass is none', () => {
  fc.assert(fc.property(fc.string(), (text) => passes.read('cable', text) === undefined))
  for (const subject of ['', 'x'.repeat(401)]) expect(() => passes.issue('cable', tenantId, subject)).toThrow(TypeError)
})
