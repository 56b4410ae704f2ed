import { describe, expect, it } from 'vitest'
import { calledName, maskEmail, maskName, maskNumber } from './visibility.ts'

describe('S6-023 S6-024 a name that is nothing but a number or an address', () => {
  it.for([
    '+5511955554444',
    '+55 (11) 95555-4444',
    '5511955554444',
    '11 95555.4444',
    // Forms in which messengers and address books copy them to the clipboard.
    '\u202a+55 11 95555\u20114444\u202c',
    '\u200e+55\u00a011\u00a095555\u20134444',
    '\u2066+55 11 95555-4444\u2069',
    '＋５５１１９５５５５４４４４',
    '+55\u00ad11\u200b95555\u22124444',
    '+٥٥١١٩٥٥٥٥٤٤٤٤',
    ' +55 11 95555-4444 ',
  ])('%s is masked', (name) => {
    expect(maskName(name)).toMatch(/^\p{Nd}{2}\*{4,9}\p{Nd}{2}$/u)
  })

  it.for([
    'ana@exemplo.com',
    ' ana@exemplo.com ',
    '\u200eana@exemplo.com\u200e',
    'ana\u00ad@exemplo.com',
    'ana＠exemplo.com',
  ])('%s is masked', (name) => {
    expect(maskName(name)).toBe('a***@***.com')
  })

  it.for(['Ana', 'José 2', 'Loja 24 horas', '\u202eanA', 'ана', '2x4', '', 'Ana @ Casa Prado'])(
    '%s is a name and stays as it is',
    (name) => {
      expect(maskName(name)).toBe(name)
    },
  )

  it('is not what its bearer is called in a text that is written to them', () => {
    for (const name of [
      '+55 11 95555-4444',
      'ana@exemplo.com',
      maskNumber('+5511955554444'),
      maskEmail('ana@exemplo.com'),
      '***',
    ])
      expect(calledName(name), name).toBe('')
    for (const name of ['Ana Prado', 'Loja 24 horas', '2x4', '★ Ana *']) expect(calledName(` ${name} `)).toBe(name)
  })

  it('is not masked twice', () => {
    for (const masked of [maskNumber('+5511955554444'), maskEmail('ana@exemplo.com')])
      expect(maskName(masked)).toBe(masked)
  })
})
