import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ClientIds } from './client-id.ts'

const ids = new ClientIds('one secret of an installation, long enough')
const other = new ClientIds('another secret of an installation, long too')

test('an id holds what a program registered with, for the installation that wrote it alone', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 80 }),
      fc.array(fc.webUrl(), { minLength: 1, maxLength: 5 }),
      (name, redirects) => {
        const id = ids.write({ name, redirects })
        if (id === undefined) return
        expect(id).toMatch(/^[\w.-]+$/)
        expect(ids.read(id)).toEqual({ name, redirects })
        expect(other.read(id)).toBeUndefined()
      },
    ),
  )
})

test('a changed id is none', () => {
  const id = ids.write({ name: 'Claude', redirects: ['https://claude.ai/back'] })!
  fc.assert(
    fc.property(fc.nat({ max: id.length - 1 }), fc.constantFrom('A', 'B', '-'), (at, letter) => {
      const changed = `${id.slice(0, at)}${letter}${id.slice(at + 1)}`
      // The last letter of base64 has bits that nobody reads.
      if (changed !== id && at < id.length - 1) expect(ids.read(changed)).toBeUndefined()
    }),
  )
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => ids.read(text) === undefined))
})

test('a registration that is too large gets none', () => {
  expect(ids.write({ name: 'x', redirects: ['https://a.example/'.padEnd(2_000, 'x')] })).toBeUndefined()
})
