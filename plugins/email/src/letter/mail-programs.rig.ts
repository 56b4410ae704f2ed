/** What mail programs put around what they repeat. */
export const programs: Readonly<Record<string, (old: string) => string>> = {
  Gmail: (old) =>
    '<br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">' +
    'Em ter., 3 de mar. de 2026 às 09:12, Suporte &lt;s@x.test&gt; escreveu:<br></div>' +
    '<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid ' +
    `rgb(204,204,204);padding-left:1ex">${old}</blockquote></div>`,
  'Apple Mail': (old) =>
    '<div><br><blockquote type="cite"><div>On 3 Mar 2026, at 09:12, Suporte &lt;s@x.test&gt; wrote:</div><br>' +
    `${old}</blockquote></div><br>`,
  'Apple Mail with the line above outside': (old) =>
    '<div dir="ltr"><br>Le 3 mars 2026 à 09:12, Suporte &lt;s@x.test&gt; a écrit :<br><br></div>' +
    `<blockquote type="cite"><div dir="ltr">${old}</div></blockquote>`,
  Yahoo: (old) =>
    '<div id="yahoo_quoted_4071529" class="yahoo_quoted"><div>' +
    `El martes, 3 de marzo de 2026, 09:12:00 GMT-3, Suporte &lt;s@x.test&gt; escribió:</div>${old}</div>`,
  'Yahoo that repeats Yahoo': (old) => `<div id="ydp8b1c0yahoo_quoted_17" class="ydp8b1c0yahoo_quoted">${old}</div>`,
  'Proton Mail': (old) =>
    '<div class="protonmail_quote">On Tuesday, March 3rd, 2026 at 09:12, Suporte &lt;s@x.test&gt; wrote:<br>' +
    `<blockquote class="protonmail_quote" type="cite">${old}</blockquote><br></div>`,
  'Outlook on the web': (old) =>
    '<div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1">' +
    '<div id="divRplyFwdMsg" dir="ltr"><font><b>De:</b> Suporte &lt;s@x.test&gt;<br><b>Enviado:</b> terça-feira' +
    `<br><b>Assunto:</b> troca</font></div><div>${old}</div>`,
  'Outlook on Windows': (old) =>
    '<p class="MsoNormal"><o:p>&nbsp;</o:p></p><div>' +
    '<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in"><p class="MsoNormal"><b>' +
    `差出人:</b> Suporte</p></div></div><p class="MsoNormal">${old}</p>`,
  'Outlook on Windows through a web mail': (old) =>
    '<div style="border: none; border-top: solid #b5c4df 1.0pt; padding: 3.0pt 0cm 0cm 0cm"><p>Suporte</p></div>' +
    `<div>${old}</div>`,
  'old Outlook': (old) =>
    '<blockquote style="PADDING-LEFT: 5px; MARGIN-LEFT: 5px; BORDER-LEFT: #0000ff 2px solid">' +
    `<div class="OutlookMessageHeader" lang="pt-br"><font>-----Original</font></div><div>${old}</div>` +
    '</blockquote>',
  'a program that names nothing': (old) => `<blockquote>${old}</blockquote>`,
  'a program that draws a line': (old) =>
    `<blockquote style="border-left:1px solid #0857A6; margin:10px; padding:0 0 0 10px;"><div>${old}</div>` +
    '</blockquote>',
  'a program that names nothing but when and who': (old) =>
    `<div>03.03.2026, 09:12, "Suporte" &lt;s@x.test&gt;:</div><blockquote>${old}</blockquote>`,
  Thunderbird: (old) =>
    '<div class="moz-cite-prefix">Em 03/03/2026 09:12, Suporte escreveu:<br></div>' +
    `<blockquote type="cite" cite="mid:1@x.test">${old}</blockquote>`,
  Zoho: (old) =>
    '<div class="zmail_extra_hr" style="border-top: 1px solid rgb(204, 204, 204)"><br></div>' +
    '<div class="zmail_extra" data-zbluepencil-ignore="true"><br><div id="Zm-_Id_-Sgn1">' +
    '---- Em ter., 03 mar. 2026 09:12:00 -0300 <b>Suporte &lt;s@x.test&gt;</b> escreveu ----<br></div><br>' +
    `<blockquote id="blockquote_zmail" style="margin: 0px;"><div>${old}</div></blockquote></div>`,
  'a program that names a header block only': (old) =>
    '<p>&nbsp;</p><p><b>De:</b> Suporte &lt;s@x.test&gt;<br><b>Enviado:</b> terça-feira, 3 de março de 2026 09:12' +
    `<br><b>Para:</b> Ana<br><b>Assunto:</b> troca</p>${old}`,
  'a program of lines with marks': (old) =>
    `<pre>\n\nEm 03/03/2026 09:12, Suporte escreveu:\n${old.replace(/<\/p>/g, '\n').replace(/<p>/g, '&gt; ')}</pre>`,
}
