import { describe, expect, test } from 'vitest'
import { textOfHtml } from './html-text.ts'

/* Answers in HTML as programs write them: the author's words, and what the program puts around the repeated ones. */

const old = '<p>Bom dia,</p><p>o pedido 4471 já saiu.</p>'
const author = 'Loja Central &lt;atendimento@loja-central.test&gt;'
const fields = (from: string, sent: string, to: string, subject: string, end = '<br>'): string =>
  `<b>${from}</b> ${author}${end}<b>${sent}</b> 3. 3. 2026 08:15${end}<b>${to}</b> Ana Lima${end}<b>${subject}</b> x`

test.for([
  [
    'Samsung’s program',
    '<div><br></div><div id="composer_signature" dir="auto"><div style="font-size:12px">Enviado do meu Galaxy</div>' +
      '</div><div dir="auto"><br></div><div><br></div><div align="left" dir="auto" style="font-size:100%"><div>' +
      `-------- Mensagem original --------</div><div>De: ${author} </div><div>Data: 03/03/2026 08:15 (GMT-03:00) ` +
      `</div><div>Para: ana@x.test </div><div>Assunto: Pedido </div><div><br></div></div>${old}`,
  ],
  [
    'GMX',
    '<div><br><div name="quote" style="margin:10px 5px 5px 10px; padding: 10px 0 10px 10px; border-left:2px solid ' +
      '#C3D9E5;"><div style="margin:0 0 10px 0;"><b>Gesendet:</b> Dienstag, 3. März 2026 um 08:15 Uhr<br/><b>Von:</b>' +
      ` ${author}<br/><b>An:</b> ana@x.test<br/><b>Betreff:</b> Bestellung</div><div name="quoted-content">${old}` +
      '</div></div></div>',
  ],
  [
    'K-9 Mail',
    '<div dir="auto"><br></div><div class="gmail_quote"><div dir="auto">Dnia 3 marca 2026 08:15:20 CET, ' +
      `${author} napisał/a:</div><blockquote class="gmail_quote" style="margin: 0pt 0pt 0pt 0.8ex; border-left: 1px ` +
      `solid rgb(204, 204, 204); padding-left: 1ex;">${old}</blockquote></div><div class="k9mail-signature">-- <br>` +
      'Wysłane za pomocą K-9 Mail</div>',
  ],
  [
    'Spark',
    '<br><div name="messageSignatureSection"><br><div class="matchFont">Ana Lima</div></div>' +
      `<div name="messageReplySection">3 mars 2026 à 08:15 +0100, ${author} a écrit :<br><blockquote type="cite" ` +
      `class="spark_quote" style="margin: 5px 5px; padding-left: 10px; border-left: thin solid #1abc9c;">${old}` +
      '</blockquote></div>',
  ],
  [
    'Roundcube',
    `<p id="reply-intro">Em 2026-03-03 08:15, Loja Central escreveu:</p><blockquote type="cite" ` +
      `style="padding: 0 0.4em; border-left: #1010ff 2px solid; margin: 0"><div id="replybody1">${old}</div>` +
      '</blockquote>',
  ],
  [
    'Roundcube, an older one',
    `<p>Le 2026-03-03 08:15, Loja Central a écrit :</p><blockquote style="padding: 0 0.4em; border-left: #1010ff 2px ` +
      `solid; margin: 0">${old}</blockquote>`,
  ],
  [
    'Outlook on macOS in Italian',
    '<div style="border:none;border-top:solid #B5C4DF 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">' +
      `${fields('Da:', 'Data:', 'A:', 'Oggetto:')}</p></div><div>${old}</div>`,
  ],
  [
    'Outlook on Windows in Russian, without its rule',
    `<p class="MsoNormal">${fields('От:', 'Отправлено:', 'Кому:', 'Тема:')}</p><p class="MsoNormal">&nbsp;</p>${old}`,
  ],
  [
    'Outlook on Windows in Dutch, each field in a paragraph',
    `<p>${fields('Van:', 'Verzonden:', 'Aan:', 'Onderwerp:', '</p><p>')}</p>${old}`,
  ],
  [
    'Outlook on a telephone in Polish',
    '<div id="ms-outlook-mobile-signature">Pobierz aplikację <a href="https://aka.ms/o0ukef">Outlook dla systemu ' +
      `iOS</a></div><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg" dir="ltr">` +
      `${fields('Od:', 'Wysłane:', 'Do:', 'Temat:')}</div>${old}`,
  ],
  [
    'an old Outlook, in a table of classes',
    '<div class="OutlookMessageHeader" dir="ltr" align="left"><hr tabindex="-1"><font face="Tahoma" size="2">' +
      `${fields('De&nbsp;:', 'Envoyé&nbsp;:', 'À&nbsp;:', 'Objet&nbsp;:')}</font></div>${old}`,
  ],
  [
    'a program that puts the class of old Outlook into a blockquote',
    `<blockquote><div class="x_OutlookMessageHeader">${fields('Von:', 'Gesendet:', 'An:', 'Betreff:')}</div>${old}` +
      '</blockquote>',
  ],
  [
    'Mail.ru',
    '<br><br><blockquote style="border-left:1px solid #0857A6; margin:10px; padding:0 0 0 10px;">Вторник, 3 марта ' +
      `2026, 8:15 +03:00 от ${author}:<br><div class="js-helper js-readmsg-msg"><div>${old}</div></div></blockquote>`,
  ],
  [
    'Yandex',
    `<div> </div><div>03.03.2026, 08:15, "Loja Central" &lt;a@x.test&gt;:</div><blockquote>${old}</blockquote>`,
  ],
  [
    'a web mail without names',
    `<div>Op di 3 mrt 2026 om 08:15 schreef Loja:</div><blockquote style="margin:0 0 0 .8ex">${old}</blockquote>`,
  ],
  [
    'Freshdesk',
    `<div class="freshdesk_quote"><blockquote class="freshdesk_quote">On Tue, 3 Mar at 8:15 AM, Loja Central wrote:` +
      `<br>${old}</blockquote></div>`,
  ],
  ['Zendesk', `<div style="color:#b5b5b5">##- Por favor, digite sua resposta acima desta linha -##</div>${old}`],
  [
    'Yahoo on a telephone in Spanish',
    '<div id="ymail_android_signature"><a href="https://x.test">Enviado desde Yahoo Mail para Android</a></div> <br> ' +
      '<blockquote style="margin: 0 0 20px 0;"> <div style="font-family:Roboto; color:#6D00F6;"> ' +
      '<div>El mar, mar. 3, ' +
      `2026 a 8:15, Loja</div><div>&lt;a@x.test&gt; escribió:</div> </div> <div>${old}</div> </blockquote>`,
  ],
  [
    'Proton in German',
    '<div class="protonmail_signature_block">Gesendet mit <a href="https://proton.me">Proton Mail</a> sichere E-Mail.' +
      `</div><div class="protonmail_quote">Am Dienstag, 3. März 2026 um 08:15 schrieb Loja &lt;a@x.test&gt;:<br>` +
      `<blockquote class="protonmail_quote" type="cite">${old}</blockquote></div>`,
  ],
  [
    'Zoho in German',
    '<div class="zmail_extra_hr"></div><div class="zmail_extra"><div>---- Am Di, 03 März 2026 08:15:20 +0100 <b>' +
      `schrieb ${author}</b> ----</div><br><blockquote id="blockquote_zmail" style="margin:0px"><div>${old}</div>` +
      '</blockquote></div>',
  ],
] as const)('%s', ([, repeated]) => {
  const { text, quoted } = textOfHtml(`<div dir="ltr">Chegou hoje, obrigada!</div><div>Até logo.</div>${repeated}`)
  expect(text).toBe('Chegou hoje, obrigada!\nAté logo.')
  expect(quoted).toContain('o pedido 4471 já saiu.')
})

describe('an author’s own', () => {
  test.for([
    ['bordered box', '<div style="border-left:2px solid #C3D9E5;padding:10px">Frete grátis</div>'],
    [
      'indented lines',
      '<blockquote style="margin:0 0 0 40px;border:none;padding:0"><div>Frete grátis</div></blockquote>',
    ],
    ['table of a freight', '<table><tr><td>De: São Paulo</td></tr><tr><td>Para: Frete grátis</td></tr></table>'],
    ['line', '<hr><p>Frete grátis</p>'],
  ] as const)('%s is no quote', ([, html]) => {
    expect(textOfHtml(`<p>Veja:</p>${html}<p>Até já.</p>`)).toMatchObject({
      text: expect.stringContaining('Frete grátis'),
      quoted: '',
    })
  })
})
