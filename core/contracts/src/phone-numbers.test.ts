import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pastedPhone, phoneDigits } from './phone-numbers.ts'

describe('a pasted number', () => {
  test.for([
    ['whatsapp:+5511987654321', '+5511987654321'],
    ['tel:+55-11-98765-4321', '+55-11-98765-4321'],
    ['tel:+551133334444;ext=3', '+551133334444'],
    ['tel:+551133334444;phone-context=example.test', '+551133334444'],
    ['sms:+5511987654321?body=oi', '+5511987654321'],
    ['https://wa.me/5511987654321?text=oi', '5511987654321'],
    ['https://api.whatsapp.com/send?phone=5511987654321&text=oi', '5511987654321'],
    ['+٥٥ ١١ ٩٨٧٦٥-٤٣٢١', '+55 11 98765-4321'],
    ['+۵۵ ۱۱ ۹۸۷۶۵۴۳۲۱', '+55 11 987654321'],
    ['＋５５　１１　９８７６５－４３２１', '+55 11 98765-4321'],
    ['+55 11 3333-4444 ramal 3', '+55 11 3333-4444'],
    ['+55 11 3333-4444, ramal: 21', '+55 11 3333-4444'],
    ['+55 11 3333-4444 ext. 3', '+55 11 3333-4444'],
    ['+55 11 3333-4444 extensão 3', '+55 11 3333-4444'],
    ['+1 415-555-2671 x204', '+1 415-555-2671'],
    ['+56 2 2345 6789 anexo 12', '+56 2 2345 6789'],
    ['+7 495 123-45-67 доб. 8', '+7 495 123-45-67'],
    ['☎ +55 11 98765-4321', '+55 11 98765-4321'],
    ['☎️ +55 11 98765-4321', '+55 11 98765-4321'],
    ['📞 Tel.: +55 11 98765-4321', '+55 11 98765-4321'],
    ['Telefone: (11) 3333-4444', '(11) 3333-4444'],
    ['Cel.: 11 98765 4321', '11 98765 4321'],
    ['WhatsApp +55 11 98765-4321', '+55 11 98765-4321'],
    ['Тел.: +7 495 123-45-67', '+7 495 123-45-67'],
    ['+55 11 98765-4321 / +55 11 91234-5678', '+55 11 98765-4321'],
    ['11 98765-4321 ou 11 91234-5678', '11 98765-4321'],
    ['Tel. +55 11 3333-4444 ramal 3; cel. +55 11 91234-5678', '+55 11 3333-4444'],
    ['+55 11 3333-4444/4445', '+55 11 3333-4444'],
    ['+55 11 98765-4321\n+55 11 91234-5678', '+55 11 98765-4321'],
    ['+55 11/98765-4321', '+55 11/98765-4321'],
    ['+55 11 98765/4321', '+55 11 98765/4321'],
    ['0049 30/12345678', '0049 30/12345678'],
    ['(+55) 11 98765-4321', '+55 11 98765-4321'],
    ['+44 (0) 20 7946 0958', '+44 20 7946 0958'],
    ['+55 11 98765-4321 (8h às 18h)', '+55 11 98765-4321'],
    ['+55 11 98765-4321 - Ana', '+55 11 98765-4321'],
    ['Fone/Fax: +55 11 3333-4444', '+55 11 3333-4444'],
    ['Contato: +55 11 98765-4321.', '+55 11 98765-4321'],
    ['"+55 11 98765-4321"', '+55 11 98765-4321'],
    ['<tel:+5511987654321>', '+5511987654321'],
    ['+55 11 9 8765 4321;', '+55 11 9 8765 4321'],
    ['+55 11 98765·4321', '+55 11 98765 4321'],
    ['(0xx11) 98765-4321', '(11) 98765-4321'],
    ['0XX11 98765-4321', '11 98765-4321'],
    ['0xx (11) 98765-4321', '(11) 98765-4321'],
    ['+55 (0xx11) 98765-4321', '+55 (11) 98765-4321'],
    ['0**85 3333-4444', '85 3333-4444'],
    ['11 98765-4321 (WhatsApp)', '11 98765-4321'],
    ['+55 11 98765-4321 (Ana, financeiro)', '+55 11 98765-4321'],
    ['(11) 98765-4321 - zap', '(11) 98765-4321'],
    ['Tel.: (11) 3333-4444 ramal 3 (comercial)', '(11) 3333-4444'],
    ['５５ １１ ９８７６５ー４３２１', '55 11 98765-4321'],
    ['https://api.whatsapp.com/send/?phone=%2B5511987654321&text=Oi', '+5511987654321'],
    ['[+55] 11 98765-4321', '+55 11 98765-4321'],
    ['=+5511987654321', '+5511987654321'],
    ['5511987654321.0', '5511987654321'],
    ['5,511987654321E+12', '5511987654321'],
    ['5,51199E+12', '5,51199E+12'],
    ['\u202a+55\u00a011\u00a098765\u20114321\u202c', '+55 11 98765-4321'],
  ])('%s is %s', ([written, meant]) => {
    expect(pastedPhone(written!)).toBe(meant)
  })

  test.for(['ligue 11987654321', 'telhado 11987654321', 'call 11987654321', 'ana@x.test', 'NUBANK', ''])(
    '%s stays what it is',
    (text) => {
      expect(pastedPhone(text)).toBe(text)
    },
  )

  const subscriber = fc.stringMatching(/^[1-9]{2}9\d{8}$/)
  const before = fc.constantFrom('', 'tel:', 'whatsapp:', '☎ ', 'Tel.: ', 'Celular: ', '📱 WhatsApp: ', '\u200e')
  const behind = fc.constantFrom('', ' ramal 3', ' ext. 12', ';ext=7', ' x4', '\u202c', ' ')
  const zeros = [0x30, 0x660, 0x6f0, 0x966, 0xff10]
  const inScript = (text: string, zero: number): string =>
    text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))

  test('is the same number whatever stands around it and in whatever digits it is', () => {
    fc.assert(
      fc.property(before, subscriber, behind, fc.constantFrom(...zeros), (label, digits, extension, zero) => {
        expect(phoneDigits(`${label}${inScript(`+55${digits}`, zero)}${extension}`)).toBe(`55${digits}`)
      }),
    )
  })

  test('is the first of two, whatever stands between them', () => {
    const marks = fc.constantFrom(' / ', '/', ' ou ', ' or ', '; ', ', ', ' e ', '\n', ' | ', ' или ')
    fc.assert(
      fc.property(before, subscriber, behind, marks, subscriber, (label, digits, extension, mark, other) => {
        expect(phoneDigits(`${label}+55${digits}${extension}${mark}+55${other}`)).toBe(`55${digits}`)
      }),
    )
  })

  test('is the same when it is read twice, and nothing makes it throw', () => {
    const pieces = [
      '+',
      '55',
      '11',
      '98765',
      '4321',
      ' ',
      '-',
      '(',
      ')',
      '(0)',
      '/',
      ' ou ',
      'tel:',
      'ramal 3',
      ';',
      '☎',
      '٣',
      'x',
    ]
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((each) => each.join('')),
        ),
        (text) => {
          const once = phoneDigits(text)
          if (once !== undefined) expect(phoneDigits(once)).toBe(once)
        },
      ),
    )
    const began = performance.now()
    for (const piece of ['tel:', ';ext=', ' ou ', '1/', '☎', 'x1 ']) pastedPhone(piece.repeat(20_000))
    expect(performance.now() - began).toBeLessThan(3_000)
  })
})
