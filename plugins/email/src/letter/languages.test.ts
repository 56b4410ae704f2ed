import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textOfHtml } from './html-text.ts'
import { splitQuotes } from './quotes.ts'

const quoted = '> velho pedido\n> velho endereço'
const textOf = (below: string) => splitQuotes(`Novo recado\n\n${below}`).text

describe('the line above a quote', () => {
  test.for([
    ['Hungarian', 'Support <s@x.test> ezt írta (időpont: 2026. jan. 5., H, 10:00):'],
    ['Greek', 'Στις Δευ 5 Ιαν 2026 στις 10:00 π.μ., ο χρήστης Support <s@x.test> έγραψε:'],
    ['Catalan', 'Missatge de Support <s@x.test> del dia dl., 5 de gen. 2026 a les 10:00:'],
    ['Bulgarian', 'На пн, 5.01.2026 г. в 10:00 Support <s@x.test> написа:'],
    ['Croatian', 'pon, 5. sij 2026. u 10:00 Support <s@x.test> napisao je:'],
    ['Slovak', 'po 5. 1. 2026 o 10:00 Support <s@x.test> napísal(a):'],
    ['Slovenian', 'V pon., 5. jan. 2026 ob 10:00 je oseba Support <s@x.test> napisala:'],
    ['Indonesian', 'Pada Sen, 5 Jan 2026 pukul 10.00 Support <s@x.test> menulis:'],
    ['Vietnamese', 'Vào 10:00, Th 2, 5 thg 1, 2026 Support <s@x.test> đã viết:'],
    ['Arabic', 'في الاثنين، 5 يناير 2026 10:00 ص Support <s@x.test> كتب:'],
    ['Hebrew', '‫בתאריך יום ב׳, 5 בינו׳ 2026 ב-10:00 מאת ‪Support‬‏ <‪s@x.test‬‏>:‬'],
    ['Japanese', '2026年1月5日(月) 10:00 Support <s@x.test> のメール:'],
    ['Japanese without an address', '2026/01/05 10:00、Supportのメール:'],
    ['Thai', 'ในวันที่ จ. 5 ม.ค. 2026 10:00 น. Support <s@x.test> เขียนว่า:'],
    ['Lithuanian', '2026-01-05, pr, 10:00 Support <s@x.test> rašė:'],
    ['Estonian', 'Kontakt Support (<s@x.test>) kirjutas kuupäeval E, 5. jaanuar 2026 kell 10:00:'],
    ['Latvian', 'Pirmd., 2026. g. 5. janv., plkst. 10:00 — lietotājs Support (<s@x.test>) rakstīja:'],
    ['a language that is nowhere in our lists', 'Dydd Llun, 5 Ion 2026 am 10:00 dywedodd Support <s@x.test> hyn:'],
    [
      'Portuguese, broken over four lines',
      'Em seg., 5 de jan. de 2026 às 10:00,\nSuporte da Papelaria Aurora de\nSão Paulo\n<s@x.test> escreveu:',
    ],
  ] as const)('in %s', ([, attribution]) => {
    expect(textOf(`${attribution}\n\n${quoted}`)).toBe('Novo recado')
  })

  test('is told by an address, a day and a colon, whatever else stands in it', () => {
    const words = fc.stringMatching(/^[\p{Script=Georgian}\p{Script=Armenian} ]{0,40}$/u)
    fc.assert(
      fc.property(words, words, (before, after) => {
        expect(textOf(`${before} 05.01.2026 <s@x.test> ${after}:\n${quoted}`)).toBe('Novo recado')
      }),
    )
  })

  test('is no line of a person with nothing quoted below it, nor one that ends a sentence above it', () => {
    expect(textOf('Desde 2026 escrevo a s@x.test:\nninguém responde')).toContain('ninguém responde')
    expect(textOf(`Mandei às 10:00.\nAcc 05.01.2026 <s@x.test>:\n${quoted}`)).toBe('Novo recado\n\nMandei às 10:00.')
  })

  test('above a quote of HTML with a bare address', () => {
    const rest =
      '05 de jan. de 2026, 10:00 por s@x.test:<br><blockquote class="tutanota_quote" style="border-left: 1px">'
    expect(textOfHtml(`<div>Novo recado</div><br>${rest}<p>velho</p></blockquote>`).text.trim()).toBe('Novo recado')
  })
})

test.for([
  ['Hungarian', 'Feladó', 'Elküldve', 'Címzett', 'Tárgy'],
  ['Greek', 'Από', 'Στάλθηκε', 'Προς', 'Θέμα'],
  ['Bulgarian', 'От', 'Изпратено', 'До', 'Относно'],
  ['Croatian', 'Od', 'Poslano', 'Za', 'Predmet'],
  ['Slovak', 'Od', 'Odoslané', 'Komu', 'Predmet'],
  ['Catalan', 'De', 'Enviat el', 'Per a', 'Assumpte'],
] as const)('the fields above what Outlook repeats in %s', ([, from, sent, to, subject]) => {
  const block = `${from}: Support <s@x.test>\n${sent}: 2026-01-05\n${to}: Ana\n${subject}: Pedido\n\nvelho pedido`
  expect(textOf(block)).toBe('Novo recado')
})

test.for([
  'Elküldve az iPhone-omról',
  'تم الإرسال من الـ iPhone',
  'נשלח מה-iPhone שלי',
  'Đã gửi từ iPhone của tôi',
  'Dikirim dari iPhone saya',
  'ส่งจาก iPhone ของฉัน',
  'Изпратено от моя iPhone',
  'Poslano s mog iPhonea',
  'Odoslané z iPhonu',
  'Yahoo Mail: pesquise, organize, conquiste',
])('a telephone’s own line: %s', (line) => {
  expect(textOf(line)).toBe('Novo recado')
})

test('what people say of their telephones at the end is theirs', () => {
  for (const line of ['Comprei um iPhone', 'O iPhone foi enviado?', 'Gửi lại giúp tôi', 'Yahoo Mail'])
    expect(textOf(line)).toBe(`Novo recado\n\n${line}`)
})
