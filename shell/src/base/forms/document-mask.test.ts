import fc from 'fast-check'
import { expect, it } from 'vitest'
import { maskDocument } from './document-mask.ts'

it.each([
  ['', ''],
  ['5', '5'],
  ['5299', '529.9'],
  ['52998224725', '529.982.247-25'],
  ['529.982.247-25', '529.982.247-25'],
  ['529982247251', '52.998.224/7251'],
  ['12abc34501de35', '12.ABC.345/01DE-35'],
  ['12345678000195999', '12.345.678/0001-95'],
])('S5-012 writes %s as %s', (typed, masked) => expect(maskDocument(typed)).toBe(masked))

it('loses no sign that counts, and a masked document is masked', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9A-Za-z./\- ]{0,20}$/), (typed) => {
      const masked = maskDocument(typed)
      expect(masked.replace(/[./-]/g, '')).toBe(
        typed
          .toUpperCase()
          .replace(/[^0-9A-Z]/g, '')
          .slice(0, 14),
      )
      expect(maskDocument(masked)).toBe(masked)
    }),
  )
})
