import * as fc from 'fast-check'
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { decodeText } from './charset.ts'
import { restoreUtf16 } from './utf16.ts'

const words = (alphabet: string, minLength: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength, maxLength: 60 })
const japanese = words('あいうえおかきくけこさしすせそ日本語東京商品返品送料注文、。ー', 6)
const chinese = words('我想退货请问什么时候发订单还没有收到谢谢，。', 6)

describe('a text under a wrong name', () => {
  test.for([
    ['GB 18030 under its first standard', 'gb18030', 'gb2312', chinese],
    ['GB 18030 under its older name', 'gb18030', 'gbk', words('镕喆犇㐂龦请问', 2)],
    ['Shift_JIS under seven bits', 'shift_jis', 'iso-2022-jp', japanese],
    ['EUC-JP under seven bits', 'euc-jp', 'iso-2022-jp', japanese],
    ['UTF-8 under Shift_JIS', 'utf-8', 'shift_jis', japanese],
    ['UTF-8 under GB 2312', 'utf-8', 'gb2312', chinese],
    [
      'windows-1252 under Latin-1',
      'windows-1252',
      'iso-8859-1',
      words('“”‘’–—•…€ço ãéAB', 1).map((each) => `‘${each}`),
    ],
    ['windows-1252 under Latin-9', 'windows-1252', 'iso-8859-15', words('“”–ção', 1).map((each) => `“${each}`)],
    ['windows-1250 under Latin-2', 'windows-1250', 'iso-8859-2', words('„”řčěáů', 1).map((each) => `„${each}`)],
  ] as const)('%s', ([, charset, label, texts]) => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(decodeText(iconv.encode(text, charset), label)).toBe(text)
      }),
    )
  })

  const russian = fc
    .array(
      fc.constantFrom(
        'Заказ ещё не пришёл, жду вашего ответа.',
        'Добрый день! Хочу вернуть товар, он не подошёл по размеру.',
        'здравствуйте, когда откроется магазин?',
        'Спасибо, всё получили вовремя.',
      ),
      { minLength: 1, maxLength: 5 },
    )
    .map((all) => all.join(' '))
  test.for([
    ['windows-1251', 'koi8-r'],
    ['windows-1251', 'iso-8859-5'],
    ['windows-1251', 'iso-8859-1'],
    ['windows-1251', 'us-ascii'],
    ['koi8-r', 'windows-1251'],
    ['koi8-r', 'iso-8859-1'],
    ['iso-8859-5', 'windows-1251'],
    ['koi8-r', 'koi8-r'],
    ['iso-8859-5', 'iso-8859-5'],
    ['windows-1251', 'windows-1251'],
  ] as const)('Russian in %s under %s', ([charset, label]) => {
    fc.assert(
      fc.property(russian, (text) => {
        expect(decodeText(iconv.encode(text, charset), label)).toBe(text)
      }),
    )
  })

  test('a Latin text stays one, however many accents it has', () => {
    for (const text of ['AÇÃO É ÓÚÍÂÊÔ', 'à é è ù ô î ç', 'ÄÖÜäöüß', 'Não há opção à mão, é só aí', 'Ñandú él'])
      expect(decodeText(iconv.encode(text, 'windows-1252'), 'iso-8859-1')).toBe(text)
  })

  test.for([
    ['iso8859_1', 'windows-1252', 'Você – “ação”'],
    ['ISO_8859-15', 'windows-1252', 'Você – “ação”'],
    ['iso-8859-1; format=flowed', 'windows-1252', 'Você – “ação”'],
    ['x-gb2312', 'gb18030', '您好'],
    ['x-euc-kr', 'euc-kr', '안녕하세요'],
    ['x-windows-874', 'windows-874', 'สวัสดี'],
  ] as const)('the name %s, which no list has', ([label, charset, text]) => {
    expect(decodeText(iconv.encode(text, charset), label)).toBe(text)
  })

  test('ISO-2022-JP under any other name or none', () => {
    const bytes = Buffer.from('\x1b$BJVIJ\x1b(B ok', 'latin1')
    for (const label of ['us-ascii', 'utf-8', 'shift_jis', 'euc-jp', undefined])
      expect(decodeText(bytes, label)).toBe('返品 ok')
  })

  test('windows-1252 under UTF-8', () => {
    expect(decodeText(Buffer.from('Voc\xeas t\xeam \x96 ou n\xe3o \x96 estoque?', 'latin1'), 'utf-8')).toBe(
      'Vocês têm – ou não – estoque?',
    )
  })

  test('a text under its right name stays what it is', () => {
    const half = 'ﾎﾝｼﾞﾂﾊｯｿｳ'
    expect(decodeText(iconv.encode(half, 'shift_jis'), 'shift_jis')).toBe(half)
    expect(decodeText(iconv.encode('您好', 'big5'), 'big5')).toBe('您好')
    expect(decodeText(iconv.encode('안녕하세요', 'euc-kr'), 'ks_c_5601-1987')).toBe('안녕하세요')
  })
})

describe('UTF-16', () => {
  test('is read in the order of its mark, whatever is declared', () => {
    const bytes = Buffer.concat([Buffer.from([0xfe, 0xff]), iconv.encode('Até já', 'utf-16be')])
    for (const label of ['utf-16', 'utf-16le', 'utf-8', undefined]) expect(decodeText(bytes, label)).toBe('Até já')
  })

  test('is not what has no NUL and is UTF-8', () => {
    fc.assert(
      fc.property(words('abc ção\n.!?', 1), (text) => {
        expect(decodeText(Buffer.from(text), 'utf-16')).toBe(text)
      }),
    )
  })

  test.for([
    ['utf-16le', (bytes: string) => bytes],
    ['utf-16be', (bytes: string) => bytes],
    ['utf-16le', (bytes: string) => bytes.replaceAll('\0', '\x80')],
    ['utf-16be', (bytes: string) => bytes.replaceAll('\0', '\x80')],
  ] as const)('%s that went through mail as it is comes out as it was', ([charset, served]) => {
    fc.assert(
      fc.property(words('aZ9 çõ注.€\n', 1), (letters) => {
        const text = `Oi ${letters}`.replaceAll('\n', '\r\n')
        const sent = iconv.encode(text, charset).toString('latin1')
        const stored = `${served(sent.replace(/(?<!\r)\n/g, '\r\n'))}\r\n`
        expect(decodeText(restoreUtf16(Buffer.from(stored, 'latin1')), charset)).toBe(text)
      }),
    )
  })

  test('what is no UTF-16 stays as it is', () => {
    for (const text of ['Texto comum\r\n', 'Custa \x80 20\r\n', '']) {
      const bytes = Buffer.from(text, 'latin1')
      expect(restoreUtf16(bytes)).toBe(bytes)
    }
  })
})
