import { describe, expect, test } from 'vitest'
import { splitQuotes } from './quotes.ts'

/* Answers as programs write them in each language: below the author's words, the line or block above what is repeated,
 * with the marks that the program puts before the repeated lines. */

const address = 'atendimento@loja-central.test'
const repeated = ['Bom dia,', '', 'o pedido 4471 já saiu.']
const marked = repeated.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n')
const bare = repeated.join('\n')
const indented = repeated.map((line) => `  ${line}`).join('\n')
const underline = '_'.repeat(32)
const sevenLines = (...lines: readonly string[]): string => `${lines.join('\n')}\n\n${bare}`

const programs: Readonly<Record<string, readonly (readonly [language: string, repeated: string])[]>> = {
  'Gmail in a browser': [
    ['German', `Am Di., 3. März 2026 um 08:15 Uhr schrieb Loja Central <\n${address}>:\n\n${marked}`],
    ['French', `Le mar. 3 mars 2026 à 08:15, Loja Central <${address}> a\nécrit :\n\n${marked}`],
    ['Spanish', `El mar, 3 mar 2026 a las 8:15, Loja Central (<${address}>)\nescribió:\n\n${marked}`],
    ['Italian', `Il giorno mar 3 mar 2026 alle ore 08:15 Loja Central <\n${address}> ha scritto:\n\n${marked}`],
    ['Dutch', `Op di 3 mrt 2026 om 08:15 schreef Loja Central <\n${address}>:\n\n${marked}`],
    ['Polish', `wt., 3 mar 2026 o 08:15 Loja Central <${address}>\nnapisał(a):\n\n${marked}`],
    ['Portuguese', `Em ter., 3 de mar. de 2026 às 08:15, Loja Central <\n${address}> escreveu:\n\n${marked}`],
    ['Russian', `вт, 3 мар. 2026 г. в 08:15, Loja Central <${address}>:\n\n${marked}`],
  ],
  'Apple Mail': [
    ['German', `Am 03.03.2026 um 08:15 schrieb Loja Central <${address}>:\n\n${marked}`],
    ['French', `Le 3 mars 2026 à 08:15, Loja Central <${address}> a écrit :\n\n${marked}`],
    ['Spanish', `El 3 mar 2026, a las 8:15, Loja Central <${address}> escribió:\n\n${marked}`],
    ['Italian', `Il giorno 3 mar 2026, alle ore 08:15, Loja Central <${address}> ha scritto:\n\n${marked}`],
    ['Dutch', `Op 3 mrt 2026, om 08:15 heeft Loja Central <${address}> het volgende geschreven:\n\n${marked}`],
    ['Polish', `Wiadomość napisana przez Loja Central <${address}> w dniu 3 mar 2026, o godz. 08:15:\n\n${marked}`],
    ['Portuguese', `No dia 03/03/2026, às 08:15, Loja Central <${address}> escreveu:\n\n${marked}`],
    ['Russian', `3 марта 2026 г., в 08:15, Loja Central <${address}> написал(а):\n\n${marked}`],
  ],
  'Apple Mail on a telephone': [
    [
      'German',
      `> Am 03.03.2026 um 08:15 schrieb Loja Central <${address}>:\n> \n> \ufeff${bare}`.replaceAll('\no', '\n> o'),
    ],
    ['Portuguese', `> Em 3 de mar. de 2026, à(s) 08:15, Loja Central <${address}> escreveu:\n> \n${marked}`],
  ],
  Thunderbird: [
    ['German', `Am 03.03.26 um 08:15 schrieb Loja Central:\n${marked}`],
    ['French', `Le 03/03/2026 à 08:15, Loja Central a écrit :\n${marked}`],
    ['Spanish', `El 3/3/26 a las 8:15, Loja Central escribió:\n${marked}`],
    ['Italian', `Il 03/03/26 08:15, Loja Central ha scritto:\n${marked}`],
    ['Dutch', `Op 03-03-2026 om 08:15 schreef Loja Central:\n${marked}`],
    ['Polish', `W dniu 3.03.2026 o 08:15, Loja Central pisze:\n${marked}`],
    ['Portuguese', `Às 08:15 de 03/03/2026, Loja Central escreveu:\n${marked}`],
    ['Russian', `03.03.2026 08:15, Loja Central пишет:\n${marked}`],
    [
      'Russian, passed on',
      `-------- Перенаправленное сообщение --------\nТема: 	Заказ\nДата: 	Tue\nОт: 	Loja\nКому: 	Ana\n\n${bare}`,
    ],
    [
      'French, passed on',
      `-------- Message transféré --------\nSujet : 	Commande\nDate : 	Tue\nDe : 	Loja\n\n${bare}`,
    ],
  ],
  'Yahoo in a browser': [
    [
      'German',
      `Am Dienstag, 3. März 2026 um 08:15:20 MEZ hat Loja Central <${address}> Folgendes geschrieben:  \n \n` +
        `${indented}`,
    ],
    ['French', `Le mardi 3 mars 2026 à 08:15:20 UTC+1, Loja Central <${address}> a écrit :  \n \n${indented}`],
    ['Spanish', `En martes, 3 de marzo de 2026, 08:15:20 CET, Loja Central <${address}> escribió:  \n \n${indented}`],
    [
      'Italian',
      `Il martedì 3 marzo 2026 alle ore 08:15:20 CET, Loja Central <${address}> ha scritto:  \n \n${indented}`,
    ],
    ['Dutch', `Op dinsdag 3 maart 2026 om 08:15:20 CET schreef Loja Central <${address}>:  \n \n${indented}`],
    [
      'Polish',
      `W dniu wtorek, 3 marca 2026 08:15:20 CET użytkownik Loja Central <${address}> napisał:  \n \n${indented}`,
    ],
    [
      'Portuguese',
      `Em terça-feira, 3 de março de 2026 às 08:15:20 BRT, Loja Central <${address}> escreveu:  \n \n${indented}`,
    ],
    [
      'Russian',
      `Во вторник, 3 марта 2026 г. в 08:15:20 GMT+3, Loja Central <${address}> написал(-а):  \n \n${indented}`,
    ],
  ],
  'K-9 Mail': [
    ['German', `Am 3. März 2026 08:15:20 MEZ schrieb Loja Central <${address}>:\n${marked}`],
    ['French', `Le 3 mars 2026 08:15:20 GMT+01:00, Loja Central <${address}> a écrit :\n${marked}`],
    ['Spanish', `El 3 de marzo de 2026 8:15:20 CET, Loja Central <${address}> escribió:\n${marked}`],
    ['Italian', `Il 3 marzo 2026 08:15:20 CET, Loja Central <${address}> ha scritto:\n${marked}`],
    ['Dutch', `Op 3 maart 2026 08:15:20 CET schreef Loja Central <${address}>:\n${marked}`],
    ['Polish', `Dnia 3 marca 2026 08:15:20 CET, Loja Central <${address}> napisał/a:\n${marked}`],
    ['Portuguese', `Em 3 de março de 2026 08:15:20 GMT-03:00, Loja Central <${address}> escreveu:\n${marked}`],
    ['Russian', `3 марта 2026 г. 08:15:20 GMT+03:00, Loja Central <${address}> пишет:\n${marked}`],
    [
      'English, with the fields',
      sevenLines(
        '-------- Original Message --------',
        `From: Loja <${address}>`,
        'Sent: 3 March 2026 08:15:20 CET',
        'To: Ana',
        'Subject: Pedido',
      ),
    ],
  ],
  'Outlook on Windows': [
    [
      'German',
      sevenLines(
        `Von: Loja Central <${address}>`,
        'Gesendet: Dienstag, 3. März 2026 08:15',
        'An: Ana <ana@x.test>',
        'Cc: Rui',
        'Betreff: AW: Bestellung',
      ),
    ],
    [
      'French',
      sevenLines(
        `De : Loja Central [mailto:${address}]`,
        'Envoyé : mardi 3 mars 2026 08:15',
        'À : Ana',
        'Objet : RE: Commande',
      ),
    ],
    [
      'Spanish',
      sevenLines(
        `De: Loja Central <${address}>`,
        'Enviado el: martes, 3 de marzo de 2026 8:15',
        "Para: 'Ana'",
        'CC: Rui',
        'Asunto: RE: Pedido',
      ),
    ],
    [
      'Italian',
      sevenLines(
        `Da: Loja Central <${address}>`,
        'Inviato: martedì 3 marzo 2026 08:15',
        'A: Ana',
        'Oggetto: R: Ordine',
      ),
    ],
    [
      'Dutch',
      sevenLines(
        `Van: Loja Central <${address}>`,
        'Verzonden: dinsdag 3 maart 2026 08:15',
        'Aan: Ana',
        'Onderwerp: RE: Bestelling',
      ),
    ],
    [
      'Polish',
      sevenLines(
        `From: Loja Central <${address}>`,
        'Sent: wtorek, 3 marca 2026 08:15',
        'To: Ana',
        'Subject: ODP: Zamówienie',
      ),
    ],
    [
      'Portuguese',
      sevenLines(
        '-----Mensagem original-----',
        `De: Loja Central <${address}> `,
        'Enviada em: terça-feira, 3 de março de 2026 08:15',
        'Para: Ana',
        'Assunto: RES: Pedido',
      ),
    ],
    [
      'Russian',
      sevenLines(`От: Loja Central <${address}>`, 'Отправлено: 3 марта 2026 г. 8:15', 'Кому: Ana', 'Тема: RE: Заказ'),
    ],
    [
      'Portuguese, to many',
      sevenLines(
        `De: Loja Central <${address}>`,
        'Enviada em: terça-feira, 3 de março de 2026 08:15',
        'Para: Ana <ana@x.test>; Rui <rui@x.test>;',
        'Eva <eva@x.test>; Bia <bia@x.test>;',
        'Tom <tom@x.test>',
        'Assunto: RES: Pedido',
      ),
    ],
  ],
  'Outlook on the web': [
    [
      'German',
      sevenLines(
        underline,
        `Von: Loja Central <${address}>`,
        'Gesendet: Dienstag, 3. März 2026 08:15:20',
        'An: Ana',
        'Betreff: Bestellung',
      ),
    ],
    [
      'French',
      sevenLines(
        underline,
        `De : Loja Central <${address}>`,
        'Envoyé : mardi 3 mars 2026 08:15:20',
        'À : Ana',
        'Objet : Commande',
      ),
    ],
    [
      'Spanish',
      sevenLines(
        underline,
        `De: Loja Central <${address}>`,
        'Enviado: martes, 3 de marzo de 2026 8:15:20',
        'Para: Ana',
        'Asunto: Pedido',
      ),
    ],
    [
      'Italian',
      sevenLines(
        underline,
        `Da: Loja Central <${address}>`,
        'Inviato: martedì 3 marzo 2026 08:15:20',
        'A: Ana',
        'Oggetto: Ordine',
      ),
    ],
    [
      'Dutch',
      sevenLines(
        underline,
        `Van: Loja Central <${address}>`,
        'Verzonden: dinsdag 3 maart 2026 08:15:20',
        'Aan: Ana',
        'Onderwerp: Bestelling',
      ),
    ],
    [
      'Polish',
      sevenLines(
        underline,
        `Od: Loja Central <${address}>`,
        'Wysłane: wtorek, 3 marca 2026 08:15:20',
        'Do: Ana',
        'Temat: Zamówienie',
      ),
    ],
    [
      'Portuguese',
      sevenLines(
        underline,
        `De: Loja Central <${address}>`,
        'Enviado: 3 de março de 2026 08:15:20',
        'Para: Ana',
        'Assunto: Pedido',
      ),
    ],
    [
      'Russian',
      sevenLines(
        underline,
        `От: Loja Central <${address}>`,
        'Отправлено: 3 марта 2026 г. 8:15:20',
        'Кому: Ana',
        'Тема: Заказ',
      ),
    ],
    [
      'Portuguese, through a converter',
      sevenLines(
        `*De:* Loja Central <${address}>`,
        '',
        '*Enviado:* 3 de março de 2026 08:15',
        '',
        '*Para:* Ana',
        '',
        '*Assunto:* Pedido',
      ),
    ],
  ],
  'Outlook on a telephone': [
    [
      'German',
      `Holen Sie sich Outlook für iOS<https://aka.ms/o0ukef>\n${underline}\nVon: Loja <${address}>\n` +
        `Gesendet: Di\nAn: Ana\nBetreff: Bestellung\n\n${bare}`,
    ],
    [
      'French',
      `Obtenir Outlook pour Android<https://aka.ms/AAb9ysg>\n${underline}\nFrom: Loja <${address}>\n` +
        `Sent: Tuesday\nTo: Ana\nSubject: Commande\n\n${bare}`,
    ],
    [
      'Spanish',
      `Obtener Outlook para iOS<https://aka.ms/o0ukef>\n${underline}\nDe: Loja <${address}>\nEnviado: martes\n` +
        `Para: Ana\nAsunto: Pedido\n\n${bare}`,
    ],
    [
      'Italian',
      `Ottieni Outlook per iOS<https://aka.ms/o0ukef>\n${underline}\nDa: Loja <${address}>\nInviato: martedì\n` +
        `A: Ana\nOggetto: Ordine\n\n${bare}`,
    ],
    [
      'Dutch',
      `Outlook voor Android downloaden<https://aka.ms/AAb9ysg>\n${underline}\nVan: Loja <${address}>\n` +
        `Verzonden: di\nAan: Ana\nOnderwerp: x\n\n${bare}`,
    ],
    [
      'Polish',
      `Pobierz aplikację Outlook dla systemu iOS<https://aka.ms/o0ukef>\n${underline}\nOd: Loja <${address}>\n` +
        `Wysłano: wt\nDo: Ana\nTemat: x\n\n${bare}`,
    ],
    [
      'Portuguese',
      `Obter o Outlook para Android<https://aka.ms/AAb9ysg>\n${underline}\nDe: Loja <${address}>\n` +
        `Enviado: terça\nPara: Ana\nAssunto: x\n\n${bare}`,
    ],
    [
      'Russian',
      `Скачать Outlook для iOS<https://aka.ms/o0ukef>\n${underline}\nОт: Loja <${address}>\nОтправлено: вт\n` +
        `Кому: Ana\nТема: x\n\n${bare}`,
    ],
  ],
  Zoho: [
    ['English', `---- On Tue, 03 Mar 2026 08:15:20 -0300 Loja Central <${address}> wrote ---\n\n${bare}`],
    ['German', `---- Am Di, 03 März 2026 08:15:20 +0100 schrieb Loja Central <${address}> ----\n\n${bare}`],
    ['French', `---- Le mar., 03 mars 2026 08:15:20 +0100 Loja Central <${address}> a écrit ----\n\n${bare}`],
    ['Spanish', `---- El mar., 03 mar. 2026 08:15:20 -0300 Loja Central <${address}> escribió ----\n\n${bare}`],
    ['Italian', `---- Il mar, 03 mar 2026 08:15:20 +0100 Loja Central <${address}> ha scritto ----\n\n${bare}`],
    ['Dutch', `---- Op di, 03 mrt. 2026 08:15:20 +0100 schreef Loja Central <${address}> ----\n\n${bare}`],
    ['Polish', `---- W dniu wt., 03 mar 2026 08:15:20 +0100 Loja Central <${address}> napisał(a) ----\n\n${bare}`],
    [
      'Portuguese, in two lines',
      `---- Em ter., 03 mar. 2026 08:15:20 -0300 Loja Central\n<${address}> escreveu ----\n\n${bare}`,
    ],
    ['Russian', `---- Вкл. вт, 03 мар. 2026 08:15:20 +0300 Loja Central <${address}> написал(а) ----\n\n${bare}`],
    [
      'English, passed on',
      `============ Forwarded message ============\nFrom: Loja <${address}>\nTo: Ana\nDate: Tue\nSubject: x\n\n${bare}`,
    ],
  ],
  'Samsung’s program': [
    [
      'Portuguese',
      sevenLines(
        '-------- Mensagem original --------',
        `De: Loja <${address}>`,
        'Data: 03/03/2026 08:15 (GMT-03:00)',
        'Para: ana@x.test',
        'Assunto: Pedido',
      ),
    ],
    [
      'Dutch',
      sevenLines(
        '-------- Oorspronkelijk bericht --------',
        `Van: Loja <${address}>`,
        'Datum: 03-03-2026 08:15 (GMT+01:00)',
        'Aan: ana@x.test',
        'Onderwerp: Bestelling',
      ),
    ],
  ],
  'GMX and WEB.DE': [
    [
      'German',
      sevenLines(
        'Gesendet: Dienstag, 3. März 2026 um 08:15 Uhr',
        `Von: "Loja Central" <${address}>`,
        'An: ana@x.test',
        'Betreff: Bestellung',
      ),
    ],
    ['German, new', `Am 03.03.26 um 08:15 schrieb Loja Central\n\n${marked}`],
  ],
  'Open-Xchange and Roundcube': [
    ['German', `Loja Central <${address}> hat am 03.03.2026 08:15 CET geschrieben:\n\n \n${bare}`],
    ['Portuguese', `Em 2026-03-03 08:15, Loja Central escreveu:\n\n${marked}`],
    ['English', `On 03/03/2026 08:15 CET Loja Central <${address}> wrote:\n \n \n${bare}`],
  ],
  'Notes, Spark and Mail.ru': [
    ['English', `"Loja Central" <${address}> wrote on 03/03/2026 08:15:20 AM:\n\n${marked}`],
    ['English, Spark', `On 3 Mar 2026 at 8:15 AM -0300, Loja Central <${address}>, wrote:\n\n${marked}`],
    ['Russian', `Воскресенье, 1 марта 2026, 8:15 +03:00 от Loja Central <${address}>:\n\n${marked}`],
  ],
}

describe.for(Object.entries(programs))('%s', ([, letters]) => {
  test.for(letters)('in %s', ([, quoted]) => {
    const { text } = splitQuotes(`Chegou hoje, obrigada!\nAté logo.\n\n${quoted}`)
    expect(text).toBe('Chegou hoje, obrigada!\nAté logo.')
  })
})

describe('a program’s own line below the words', () => {
  test.for([
    ['English', 'Sent using Zoho Mail'],
    ['English, a telephone', 'Sent from my Galaxy S24'],
    ['Portuguese', 'Enviado através do Zoho Mail'],
    ['Portuguese, Windows', 'Enviado do Email para Windows'],
    ['Portuguese, Proton', 'Enviado com o email seguro Proton Mail.'],
    ['Spanish', 'Enviado con el correo electrónico seguro de Proton Mail.'],
    ['Spanish, Zoho', 'Enviado usando Zoho Mail'],
    ['German', 'Von meinem Samsung Galaxy Smartphone gesendet.'],
    ['German, Zoho', 'Mit Zoho Mail gesendet'],
    ['German, Yahoo', 'Gesendet von Yahoo Mail auf Android'],
    ['French', 'Envoyé à l’aide de Zoho Mail'],
    ['French, Windows', 'Provenance : Courrier pour Windows'],
    ['Italian', 'Inviato tramite Zoho Mail'],
    ['Italian, Windows', 'Inviata dal mio iPad'],
    ['Dutch', 'Verzonden via Zoho Mail'],
    ['Dutch, a telephone', 'Verzonden vanuit mijn Galaxy'],
    ['Polish', 'Wysłano przy użyciu Zoho Mail'],
    ['Polish, Yahoo', 'Wysłane z aplikacji Yahoo Mail na Androida'],
    ['Russian', 'Отправлено с помощью Zoho Mail'],
    ['Russian, a telephone', 'Отправлено с устройства Samsung'],
    ['Swedish', 'Skickades från min iPhone'],
    ['Danish', 'Sendt fra Outlook til iOS'],
    ['Norwegian', 'Sendt fra min iPad'],
    ['Finnish', 'Lähetetty Outlook for Androidista'],
    ['Czech', 'Odesláno z mého iPhonu'],
    ['Turkish', 'iPhone’umdan gönderildi'],
    ['Ukrainian', 'Надіслано з iPhone'],
    ['Romanian', 'Trimis de pe iPhone-ul meu'],
    ['Greek', 'Στάλθηκε από το iPhone μου'],
    ['Hungarian', 'iPhone-ról küldve'],
    ['Korean', '나의 iPhone에서 보냄'],
    ['Chinese', '从我的iPhone发送'],
    ['Catalan', 'Enviat des del meu iPhone'],
  ] as const)('in %s', ([, line]) => {
    expect(splitQuotes(`Pode ser às duas?\n\n${line}`).text).toBe('Pode ser às duas?')
    expect(splitQuotes(`Pode ser às duas?\n\n${line}\n\nOn 3 Mar 2026, Loja wrote:\n${marked}`).text).toBe(
      'Pode ser às duas?',
    )
  })

  test.for([
    'Enviei do meu celular',
    'O iPhone foi enviado ontem?',
    'Enviado ontem, chega amanhã',
    'Sent him the invoice, is that all right?',
    'Mandei do Android dele',
    'Você usa Outlook para quê?',
    'A loja enviou o Galaxy para o endereço errado',
  ])('is not: %s', (line) => {
    expect(splitQuotes(`Olá\n\n${line}`).text).toBe(`Olá\n\n${line}`)
  })
})

describe('what a program repeats', () => {
  test.for([
    [
      'Interia',
      `Temat: Re: zamówienie\nData: 2026-03-10 14:02\nNadawca: "Loja" <${address}>\nAdresat: ana@x.test;\n\n${bare}`,
    ],
    ['a rule above the attribution', `---\n\nEm 2026-03-10 14:02, Loja escreveu:\n\n${marked}`],
  ] as const)('%s', ([, quoted]) => {
    expect(splitQuotes(`Combinado\n\n${quoted}`)).toEqual({ text: 'Combinado', quoted })
  })
})

describe('what a list adds behind the quote', () => {
  test.for([
    ['Mailman', `${'_'.repeat(47)}\nClientes mailing list -- clientes@listas.test\nTo unsubscribe send an email to …`],
    [
      'Google Groups',
      '-- \nVocê está recebendo esta mensagem porque se inscreveu no grupo "Clientes".\nPara cancelar…',
    ],
    ['Google Groups without a line', 'Você recebeu esta mensagem porque está inscrito no grupo "Clientes".'],
    [
      'LISTSERV',
      `${'#'.repeat(72)}\n\nTo unsubscribe from the CLIENTES list, click the following link:\nhttps://listas.test/`,
    ],
    [
      'groups.io',
      '-=-=-=-=-=-=-=-=-=-=-=-\nGroups.io Links: You receive all messages sent to this group.\n-=-=-=-=-=-',
    ],
    ['ezmlm', `${'-'.repeat(69)}\nTo unsubscribe, e-mail: clientes-unsubscribe@listas.test\nFor additional commands…`],
    ['Sympa', `${'*'.repeat(40)}\nPara sair da lista: sympa@listas.test`],
    ['a checker of viruses', 'Livre de vírus. www.avast.com'],
  ] as const)('by %s', ([, footer]) => {
    const answered = `Em ter., 3 de mar. de 2026 às 08:15, Loja <${address}> escreveu:\n\n${marked}`
    const letter = `Concordo.\n\n${answered}\n\n${footer}`
    expect(splitQuotes(letter).text).toBe('Concordo.')
    expect(splitQuotes(`${letter}\n`).quoted).toContain(footer.split('\n', 1)[0]!.trim())
  })

  test.for([
    [
      'groups.io',
      '-=-=-=-=-=-=-=-=-=-=-=-\nView/Reply Online (#44): https://groups.io/g/clientes/message/44\n-=-=-=-=-=-=-=-',
    ],
    ['a program that invites to itself', 'Get BlueMail for Android'],
    ['one that does so in French', 'Téléchargez Canary Mail pour iOS'],
  ] as const)('by %s, without a quote', ([, footer]) => {
    expect(splitQuotes(`Alguém tem a nota?\n\n\n${footer}\n`)).toEqual({ text: 'Alguém tem a nota?', quoted: footer })
  })

  test.for([
    'Itens do pedido\n-=-=-=-=-=-\ncaneta\nlápis\n-=-=-=-=-=-',
    'Get the invoice for Android users, please',
    'Obter boleto para Android?',
    'Itens:\n---\ncaneta\nlápis',
  ])('is not: %s', (words) => {
    expect(splitQuotes(words)).toEqual({ text: words, quoted: '' })
  })

  test('is not an answer that stands there', () => {
    const letter = `Em ter., 3 de mar. de 2026 às 08:15, Loja <${address}> escreveu:\n${marked}\n\nPode cancelar.`
    expect(splitQuotes(letter).text).toBe('Pode cancelar.')
  })
})

describe('words of a person that look like a program’s', () => {
  test.for([
    'De: São Paulo\nPara: Recife\nData: 05/02\n\nQuanto fica o frete?',
    'Ela escreveu em 2026 o seguinte:\nnão quero mais',
    'Dados da entrega\nPara: Ana Lima\nData: 3/3 às 8:15\nDe: 10 a 12 caixas',
    'Segue o que o cliente falou às 10:30:\nquero trocar o modelo\nele insistiu',
    'Pedido 7, 3/3/2026, contato ana@x.test:\ncor azul\ntamanho M',
  ])('%s', (words) => {
    const letter = `Oi!\n\n${words}`
    expect(splitQuotes(letter)).toEqual({ text: letter, quoted: '' })
  })
})
