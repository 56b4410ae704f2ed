import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textOfHtml } from './html-text.ts'
import { splitQuotes } from './quotes.ts'

const marked = fc.array(
  fc.oneof(
    fc.constantFrom(
      '',
      '> citado',
      '>> mais',
      '-- ',
      'On Mon, Jan 5, 2026 at 10:00 AM Ana <ana@x.test> wrote:',
      'Em seg., 5 de jan. de 2026 às 10:00, Loja <loja@x.test> escreveu:',
      '-----Mensagem original-----',
      'De: Ana <ana@x.test>',
      'Enviada em: segunda',
      'Para: Loja',
      'Assunto: oi',
      'Enviado do meu iPhone',
      'Texto da pessoa',
      '________________________________',
    ),
    fc.string({ maxLength: 40 }),
  ),
  { maxLength: 25 },
)

describe('the quotes of a letter', () => {
  test('every line is on exactly one side, whatever was written', () => {
    fc.assert(
      fc.property(marked, (written) => {
        const letter = written.join('\n')
        const { text, quoted } = splitQuotes(letter)
        const lines = (...texts: string[]) =>
          texts
            .flatMap((each) => each.split(/\r\n?|\n/))
            .map((line) => line.trim())
            .filter((line) => line !== '')
            .toSorted()
        expect(lines(text, quoted)).toEqual(lines(letter))
        if (letter.trim() !== '') expect(text.trim()).not.toBe('')
      }),
    )
  })

  test.for([
    [
      'Gmail',
      'Sim, pode ser.\n\nEm seg., 5 de jan. de 2026 às 10:00, Loja <loja@x.test>\nescreveu:\n\n> Pode ser amanhã?\n>',
      'Sim, pode ser.',
    ],
    ['Gmail in English', 'Sure\n\nOn Mon, Jan 5, 2026 at 10:00 AM Loja <loja@x.test> wrote:\n\n> Tomorrow?', 'Sure'],
    ['Spanish', 'Claro\n\nEl lun, 5 ene 2026 a las 10:00, Loja (<loja@x.test>) escribió:\n\n> ¿Mañana?', 'Claro'],
    ['Russian', 'Да\n\n5 января 2026 г., 10:00, Loja <loja@x.test> пишет:\n\n> Завтра?', 'Да'],
    ['Gmail in Portugal', 'Sim\n\nLoja <loja@x.test> escreveu (segunda, 5/01/2026 à(s) 10:00):\n\n> Pode?', 'Sim'],
    ['Gmail in German', 'Ja\n\nAm Mo., 5. Jan. 2026 um 10:00 Uhr schrieb Loja <loja@x.test>:\n\n> Morgen?', 'Ja'],
    ['Outlook in German', 'Ja\n\nVon: Loja <l@x.test>\nGesendet: Montag\nAn: Ana\nBetreff: Oi\n\nMorgen?', 'Ja'],
    ['Outlook in French', 'Oui\n\nDe : Loja <l@x.test>\nEnvoyé : lundi\nÀ : Ana\nObjet : Oi\n\nDemain?', 'Oui'],
    ['Outlook in Italian', 'Sì\n\nDa: Loja <l@x.test>\nInviato: lunedì\nA: Ana\nOggetto: Oi\n\nDomani?', 'Sì'],
    ['Outlook in Dutch', 'Ja\n\nVan: Loja <l@x.test>\nVerzonden: maandag\nAan: Ana\nOnderwerp: Oi\n\nMorgen?', 'Ja'],
    ['Outlook in Polish', 'Tak\n\nOd: Loja <l@x.test>\nWysłano: pon.\nDo: Ana\nTemat: Oi\n\nJutro?', 'Tak'],
    ['Gmail in Dutch', 'Ja\n\nOp ma 5 jan 2026 om 10:00 schreef Loja <loja@x.test>:\n\n> Morgen?', 'Ja'],
    ['Gmail in Polish', 'Tak\n\npon., 5 sty 2026 o 10:00 Loja <loja@x.test> napisał(a):\n\n> Jutro?', 'Tak'],
    [
      'Gmail in Italian',
      'Sì\n\nIl giorno lun 5 gen 2026 alle ore 10:00 Loja <loja@x.test> ha scritto:\n\n> Domani?',
      'Sì',
    ],
    ['Gmail in French', 'Oui\n\nLe lun. 5 janv. 2026 à 10:00, Loja <loja@x.test> a écrit :\n\n> Demain?', 'Oui'],
    ['Thunderbird in Polish', 'Tak\n\nW dniu 5.01.2026 o 10:00, Loja pisze:\n> Jutro?', 'Tak'],
    ['Thunderbird in Russian', 'Да\n\n05.01.2026 10:00, Loja пишет:\n> Завтра?', 'Да'],
    ['Zoho', 'Yes\n\n---- On Mon, 05 Jan 2026 10:00:00 +0000 Loja <loja@x.test> wrote ----\n\nTomorrow?', 'Yes'],
    ['Zoho in Portuguese', 'Sim\n\n---- Em seg., 05 jan. 2026 10:00:00 -0300 Loja escreveu ----\n\nAmanhã?', 'Sim'],
    ['Apple forwarding in Dutch', 'Zie\n\nBegin doorgestuurd bericht:\n\nVan: Loja\nHoi', 'Zie'],
    [
      'a mailing list',
      'Yes\n\nOn Mon, Jan 5, 2026 at 10:00, Loja wrote:\n> Tomorrow?\n\n____________________\nList mailing list',
      'Yes',
    ],
    [
      'a group',
      'Yes\n\nOn 5 Jan 2026 Loja wrote:\n> Tomorrow?\nYou received this message because you are subscribed.',
      'Yes',
    ],
    ['an iPhone in German', 'Ja\n\nVon meinem iPhone gesendet', 'Ja'],
    ['an iPhone in Dutch', 'Ja\n\nVerstuurd vanaf mijn iPhone', 'Ja'],
    ['an iPhone in Italian', 'Sì\n\nInviato da iPhone', 'Sì'],
    ['an iPhone in Polish', 'Tak\n\nWysłane z iPhone’a', 'Tak'],
    ['an iPhone in Swedish', 'Ja\n\nSkickat från min iPhone', 'Ja'],
    ['an iPhone in Japanese', 'はい\n\niPhoneから送信', 'はい'],
    ['Outlook in Danish', 'Ja\n\nFra: Loja <l@x.test>\nSendt: mandag\nTil: Ana\nEmne: Ordre\n\nI morgen?', 'Ja'],
    [
      'Outlook in Finnish',
      'Kyllä\n\nLähettäjä: Loja <l@x.test>\nLähetetty: ma\nVastaanottaja: Ana\nAihe: Tilaus\n\nHuomenna?',
      'Kyllä',
    ],
    ['Outlook in Czech', 'Ano\n\nOd: Loja <l@x.test>\nOdesláno: pondělí\nKomu: Ana\nPředmět: Dotaz\n\nZítra?', 'Ano'],
    [
      'Outlook in Turkish',
      'Evet\n\nKimden: Loja <l@x.test>\nGönderildi: 3 Kasım\nKime: Ana\nKonu: Sipariş\n\nYarın?',
      'Evet',
    ],
    [
      'Outlook in Chinese',
      '好\n\n发件人: Loja <l@x.test>\n发送时间: 2026年1月5日\n收件人: Ana\n主题: 订单\n\n明天?',
      '好',
    ],
    [
      'Outlook in Japanese',
      'はい\n\n差出人: Loja <l@x.test>\n送信日時: 2026年1月5日\n宛先: Ana\n件名: 注文\n\n明日?',
      'はい',
    ],
    [
      'Outlook in Korean',
      '네\n\n보낸 사람: Loja <l@x.test>\n보낸 날짜: 2026년\n받는 사람: Ana\n제목: 주문\n\n내일?',
      '네',
    ],
    ['Gmail in Turkish', 'Evet\n\nLoja <l@x.test>, 5 Oca 2026 Pzt, 10:00 tarihinde şunu yazdı:\n\n> Yarın?', 'Evet'],
    ['Gmail in Chinese', '好\n\nLoja <l@x.test> 于2026年1月5日周一 10:00写道：\n\n> 明天?', '好'],
    ['Gmail in Korean', '네\n\n2026년 1월 5일 (월) 오전 10:00, Loja <l@x.test>님이 작성:\n\n> 내일?', '네'],
    ['Gmail in Ukrainian', 'Так\n\nпн, 5 січ. 2026 р. о 10:00 Loja <l@x.test> пише:\n\n> Завтра?', 'Так'],
    ['Gmail in Romanian', 'Da\n\nÎn lun., 5 ian. 2026 la 10:00, Loja <l@x.test> a scris:\n\n> Mâine?', 'Da'],
    [
      'an address that is broken',
      'Ja\n\nAm Mo., 5. Jan. 2026 um 10:00 Uhr schrieb Loja <\nl@x.test>:\n\n> Morgen?',
      'Ja',
    ],
    [
      'a colon in the middle',
      'De: casa são 5 km\nPara: quem vem de longe',
      'De: casa são 5 km\nPara: quem vem de longe',
    ],
    ['words of a person', 'Meu chefe escreveu:\npode entregar', 'Meu chefe escreveu:\npode entregar'],
    ['words of a person in German', 'Ich schrieb:\nNein', 'Ich schrieb:\nNein'],
    ['Terra', 'Certo\n\nOn Seg 05/01/26 10:00 , Loja loja@x.test sent:\n\n> Pode?', 'Certo'],
    [
      'Yandex',
      'Да\n\n----------------\nКому: ana@x.test (ana@x.test);\nТема: заказ;\n05.01.2026, 10:00, "Loja" ' +
        '<loja@x.test>:\nЗавтра?',
      'Да',
    ],
    [
      'Proton',
      'Sim\n\nEnviado com o e-mail seguro do Proton Mail.\n\n' +
        'Na segunda-feira, 5 de janeiro de 2026 às 10:00, Loja <loja@x.test> escreveu:\n\n> Pode?',
      'Sim',
    ],
    [
      'Outlook',
      'Ok\n\n________________________________\nDe: Loja <loja@x.test>\n' +
        'Enviado: segunda-feira, 5 de janeiro de 2026 10:00\nPara: Ana\nAssunto: Pedido\n\nPode ser amanhã?',
      'Ok',
    ],
    ['old Outlook', 'Certo\n\n-----Mensagem original-----\nDe: Loja\nEnviada em: ontem\nAssunto: x\n\nPode?', 'Certo'],
    [
      'Thunderbird, answered below',
      'Em 05/01/2026 10:00, Loja escreveu:\n> Pode ser amanhã?\n\nPode sim!',
      'Pode sim!',
    ],
    ['a signature', 'Oi\n-- \nAna\nTel. 11', 'Oi'],
    ['a telephone', 'Chego logo\n\nEnviado do meu iPhone', 'Chego logo'],
    ['answers in between keep what they answer', '> um?\nsim\n> dois?\nnão', '> um?\nsim\n> dois?\nnão'],
    [
      'one that was passed on',
      '---------- Forwarded message ---------\nDe: Ana\n\ntexto',
      '---------- Forwarded message ---------\nDe: Ana\n\ntexto',
    ],
    [
      'an e-mail in a sentence',
      'Meu e-mail é ana@x.test: pode usar\nobrigada',
      'Meu e-mail é ana@x.test: pode usar\nobrigada',
    ],
  ] as const)('%s', ([, letter, text]) => {
    expect(splitQuotes(letter).text).toBe(text)
  })

  test('a hostile letter takes no time', () => {
    const began = performance.now()
    for (const piece of ['> ', 'On ', 'Em 1 <', 'De: ', '-', ' \n', 'a'.repeat(300) + '\n'])
      splitQuotes(piece.repeat(Math.floor(300_000 / piece.length)))
    expect(performance.now() - began).toBeLessThan(5_000)
  })
})

describe('the text of HTML', () => {
  test.for([
    [
      'Gmail',
      '<div dir="ltr">Sim<br>claro</div><br><div class="gmail_quote"><div class="gmail_attr">' +
        'Em seg. escreveu:</div><blockquote>velho</blockquote></div>',
      'Sim\nclaro',
      'Em seg. escreveu:\n\nvelho',
    ],
    [
      'Outlook',
      '<div>Ok</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg">De: Loja</div><div>velho</div>',
      'Ok',
      'De: Loja\nvelho',
    ],
    [
      'Outlook on Windows',
      '<p class=MsoNormal>Ok</p><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm ' +
        '0cm"><p>De: Loja</p></div><p>velho</p>',
      'Ok',
      'De: Loja\n\nvelho',
    ],
    [
      'Outlook on a telephone',
      '<div>Ok</div><div id="ms-outlook-mobile-signature">Obter o Outlook para iOS</div>' +
        '<div id="mail-editor-reference-message-container"><hr><div>De: Loja</div><div>velho</div></div>',
      'Ok',
      'Obter o Outlook para iOS\nDe: Loja\nvelho',
    ],
    ['a line for the list of mails', '<div style="max-height:0; display:none">só na lista</div><p>Oi</p>', 'Oi', ''],
    [
      'Apple Mail',
      '<html><body>Ol&aacute;<br><blockquote type="cite"><div>velho</div></blockquote></body></html>',
      'Olá',
      'velho',
    ],
    ['nothing but scripts', '<script>alert(1)</script><style>p{}</style>', '', ''],
    [
      'a list and a picture',
      '<ul><li>um</li><li>dois</li></ul><img alt="foto"><p>a&nbsp;&nbsp;b</p>',
      '• um\n• dois\n\nfoto\n\na  b',
      '',
    ],
  ] as const)('%s', ([, html, text, quoted]) => {
    expect(textOfHtml(html)).toEqual({ text, quoted })
  })

  test('is total and quick', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(
            '<',
            '>',
            '/',
            'div',
            'p',
            'blockquote',
            ' type="cite"',
            ' class="gmail_quote"',
            'a',
            ' ',
            '\n',
            '&',
            '"',
            '<!--',
            'script',
            'table',
            'br',
          ),
          maxLength: 80,
        }),
        (html) => {
          const { text, quoted } = textOfHtml(html)
          expect(typeof text + typeof quoted).toBe('stringstring')
        },
      ),
    )
    const began = performance.now()
    for (const piece of [
      '<div>',
      '<p>a',
      '<blockquote type="cite">',
      '<table><tr><td>',
      '<div></x>',
      '<div a=">" b="</div>">',
      '<div><title></div></title>',
      '&nbsp;',
      '</div>',
      '<!--',
      '<a',
      '<a b="',
    ])
      textOfHtml(piece.repeat(Math.floor(300_000 / piece.length)))
    expect(performance.now() - began).toBeLessThan(20_000)
  }, 60_000)
})
