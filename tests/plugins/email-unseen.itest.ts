import { randomUUID } from 'node:crypto'
import type { Contact, Message, Ticket } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../harness/app.ts'
import { mailWorld, type MailWorld } from './email.rig.ts'
import { base64, hex, multipart, parted, text, utf8, wide } from './mail-bytes.ts'

/* Mails of many programs, each in a shape that no other test has: bytes stand as latin1. */

let world: MailWorld
beforeAll(async () => {
  world = await mailWorld('the stand-in')
})
afterAll(() => world.close())

/** What stands before the fields of a type, with a sender that only this mail has where it names none. */
const head = (who: string, fields: string): string =>
  `${/^from:/im.test(fields) ? '' : `From: ${who} <${who}@cliente.test>\r\n`}To: ${world.mine.account.address}\r\n` +
  `Date: ${new Date().toUTCString().replace('GMT', '+0000')}\r\nMIME-Version: 1.0\r\n${fields}`
const shown = ({ parts }: Message): readonly unknown[] =>
  parts.map((part) =>
    'text' in part ? part.text : 'subject' in part ? part.subject : 'name' in part ? part.name : part.kind,
  )
/** The only message of whoever is found by this name, with its files. */
async function arrived(who: string): Promise<{ ticket: Ticket; message: Message }> {
  const ticket = await world.mine.ticket(who)
  const [message, ...others] = await eventually(
    () => world.mine.messages(ticket),
    (found) => found.length > 0 && found.every(({ parts }) => parts.every(({ kind }) => kind !== 'pendingMedia')),
  )
  expect(others).toEqual([])
  return { ticket, message: message! }
}
const newName = (): string => `caso${randomUUID().slice(0, 8)}`

type Case<T> = readonly [name: string, mail: string, said: T]
/** All cases at once; answers what each says, by its name. */
async function saidBy<T>(cases: readonly Case<T>[], of: (message: Message) => unknown): Promise<[object, object]> {
  const sent = cases.map(([name, mail, said]) => {
    const who = newName()
    const [fields = '', body = ''] = mail.startsWith('Content-') ? ['', mail] : mail.split(/(?=^Content-)([^]*)/m)
    world.mine.account.deliver(`${head(who, fields)}${body}`)
    return { name, said, who }
  })
  const found: Record<string, unknown> = {}
  for (const { name, who } of sent) found[name] = of((await arrived(who)).message)
  return [found, Object.fromEntries(sent.map(({ name, said }) => [name, said]))]
}

describe('charsets that are not what they are called', () => {
  const plain = text('utf-8', '7bit', 'corpo')
  const subject = (written: string): string => `Subject: ${written}\r\n${plain}`
  const word = (charset: string, bytes: string): string => `=?${charset}?B?${base64(hex(bytes))}?=`
  const subjects: readonly Case<string>[] = [
    ['traditional characters as gb2312', subject(word('gb2312', 'b274bde28372b8f1')), '瞭解價格'],
    ['a rare character as GB2312', subject(word('GB2312', 'b6abbea9e946')), '东京镕'],
    ['two words, cut inside a character', subject(`${word('gb2312', 'd5')}\r\n ${word('gb2312', '888696')}`), '請問'],
    ['as quoted bytes', subject('=?gb2312?Q?=86=B4=B7=A2=C6=B1?='), '喆发票'],
    ['with a language', subject(`=?GB2312*zh-CN?B?${base64(hex('d7c9d1afb7a2c6b1'))}?=`), '咨询发票'],
    ['as GB_2312-80', subject(word('GB_2312-80', '967cbea9')), '東京'],
    ['beside plain words', subject(`Re: ${word('gb2312', 'b274bde2')} 42`), 'Re: 瞭解 42'],
    ['as bytes of the header', `Subject: ${hex('d5888696')}\r\n${text('gb2312', '8bit', 'corpo')}`, '請問'],
    ['Shift_JIS as ISO-2022-JP with a number in a ring', subject(word('ISO-2022-JP', '8740928d95b6')), '①注文'],
    ['Shift_JIS as ISO-2022-JP in quoted bytes', subject('=?iso-2022-jp?Q?=8C=A9=90=CF=8F=91?='), '見積書'],
    ['a sign of one square', subject(word('iso-2022-jp', '97cc8efb8f91878a')), '領収書㈱'],
  ]
  test('subjects', async () => {
    const [found, said] = await saidBy(subjects, (message) => shown(message)[0])
    expect(found).toEqual(said)
  })

  const big = (written: string): string => Buffer.from(written, 'utf16le').swap16().toString('latin1')
  const bodies: readonly Case<string>[] = [
    [
      'Shift_JIS as ISO-2022-JP, as it is',
      text('iso-2022-jp', '8bit', hex('82a890a2986282c982c882e882dc82b78142')),
      'お世話になります。',
    ],
    ['the same quoted', text('ISO-2022-JP', 'quoted-printable', '=95=D4=95i=82=B5=82=BD=82=A2'), '返品したい'],
    ['the same in HTML', text('iso-2022-jp', 'base64', base64(hex('3c703e90bf8b818f913c2f703e')), 'html'), '請求書'],
    ['bytes that are backslashes elsewhere', text('iso-2022-jp', '8bit', hex('835c815b8358955c8ea6')), 'ソース表示'],
    ['the name of its Microsoft form', text('iso-2022-jp-ms', '8bit', hex('8d828bb48740')), '高橋①'],
    ['ASCII alone', text('iso-2022-jp', '7bit', 'Order 42'), 'Order 42'],
    [
      'UTF-16, most byte first, with its mark',
      text('utf-16', '8bit', `\xfe\xff${big('Cadê a nota?\r\n')}`),
      'Cadê a nota?',
    ],
    ['UTF-16, most byte first, without', text('utf-16be', '8bit', big('Não veio.\r\n')), 'Não veio.'],
    [
      'UTF-16 with no order and no mark',
      text('utf-16', '8bit', wide('Veio errado, é azul.\r\n')),
      'Veio errado, é azul.',
    ],
    ['UTF-16 that says seven bits', text('utf-16le', '7bit', wide('Preço?\r\n')), 'Preço?'],
    [
      'UTF-16 without an encoding',
      `Content-Type: text/plain; charset="UTF-16LE"\r\n\r\n${wide('Olá, tudo bem?\r\n')}`,
      'Olá, tudo bem?',
    ],
    ['UTF-16 with lines that end in one sign', text('utf-16le', '8bit', wide('um\ndois\n')), 'um\ndois'],
    [
      'UTF-16 of one part of two',
      multipart('mixed', [text('utf-16le', '8bit', wide('Em parte\r\n'))], 'parte-larga'),
      'Em parte',
    ],
  ]
  test('bodies', async () => {
    const [found, said] = await saidBy(bodies, (message) => shown(message)[0])
    expect(found).toEqual(said)
  })
})

const boundaries: readonly Case<string>[] = [
  ['in three pieces', parted('multipart/mixed; boundary*0="a"; boundary*1="b"; boundary*2="c"', 'abc', 'um'), 'um'],
  ['in pieces out of order', parted('multipart/mixed; boundary*1="dois"; boundary*0="um"', 'umdois', 'dois'), 'dois'],
  ['in one numbered piece', parted('multipart/mixed; boundary*0="so-um"', 'so-um', 'tres'), 'tres'],
  ['in one encoded piece', parted("multipart/mixed; boundary*=utf-8''com%3Digual", 'com=igual', 'quatro'), 'quatro'],
  [
    'in an encoded and a plain piece',
    parted("multipart/mixed; boundary*0*=us-ascii'en'x%2B; boundary*1=y", 'x+y', 'cinco'),
    'cinco',
  ],
  ['in capitals', parted('Multipart/Mixed; BOUNDARY*0="MA"; Boundary*1="Iu"', 'MAIu', 'seis'), 'seis'],
  ['not indented, without quotes', parted('multipart/mixed;\r\nboundary=solto', 'solto', 'sete'), 'sete'],
  ['not indented, with a blank before the sign', parted('multipart/mixed;\r\nboundary ="b 8"', 'b 8', 'oito'), 'oito'],
  [
    'not indented, behind a comment of a program',
    parted('multipart/mixed;\r\ntype="text/html";\r\nboundary="n9"', 'n9', 'nove'),
    'nove',
  ],
  ['not indented, with a semicolon behind it', parted('multipart/mixed;\r\nboundary="d10";', 'd10', 'dez'), 'dez'],
  [
    'indented by a tab after a line without a semicolon',
    parted('multipart/mixed\r\n\t; boundary="o11"', 'o11', 'onze'),
    'onze',
  ],
]
test('boundaries that are split or stand in the wrong column', async () => {
  const [found, said] = await saidBy(boundaries, (message) => shown(message)[0])
  expect(found).toEqual(said)
})

const phrase = 'Quero saber o prazo de entrega do pedido 42.'
const behind: readonly Case<string>[] = [
  ['a dash and a name, as signatures have', `${base64(phrase)}\r\n--\r\nGrupo`, phrase],
  [
    'a line of an antivirus',
    `${base64(phrase)}\r\n\r\nVerificado por Avast. www.avast.com`,
    `${phrase}\nVerificado por Avast. www.avast.com`,
  ],
  [
    'a line of underscores',
    `${base64(phrase)}\r\n________________________________\r\nAviso legal`,
    `${phrase}\n________________________________\nAviso legal`,
  ],
  ['a word in brackets', `${base64(`${phrase}\r\n`)}\r\n[externo]`, `${phrase}\n[externo]`],
  ['words above it', `Mensagem encaminhada:\r\n${base64(phrase)}`, `Mensagem encaminhada:\n${phrase}`],
  [
    'several lines above words',
    `${base64(phrase.repeat(3))
      .match(/.{1,76}/g)!
      .join('\r\n')}\r\nEnviado por lista`,
    `${phrase.repeat(3)}\nEnviado por lista`,
  ],
  ['a link', `${base64(phrase)}\r\nhttps://lista.test/sair?u=1`, `${phrase}\nhttps://lista.test/sair?u=1`],
  [
    'accents',
    `${base64(utf8('Não há.'))}\r\n\r\n${utf8('Para sair desta lista, responda até amanhã.')}`,
    'Não há.\nPara sair desta lista, responda até amanhã.',
  ],
  ['blank lines alone', `${base64(phrase)}\r\n\r\n\r\n`, phrase],
  ['a line of stars', `${base64(phrase)}\r\n*****\r\nAviso`, `${phrase}\n*****\nAviso`],
  [
    'a short encoded text above words',
    `${base64('Oi, tudo bem?')}\r\nmensagem da lista`,
    'Oi, tudo bem?\nmensagem da lista',
  ],
].map(([name, body, said]) => [name!, text('utf-8', 'base64', body!), said!] as const)
test('base64 with text beside it', async () => {
  const [found, said] = await saidBy(behind, (message) => shown(message).join('\n'))
  const calm = (words: object) =>
    Object.fromEntries(Object.entries(words).map(([name, said]) => [name, String(said).replace(/\s*\n\s*/g, '\n')]))
  expect(calm(found)).toEqual(calm(said))
})

const unreadable: readonly Case<readonly string[]>[] = [
  [
    'a picture of one dot in HTML',
    text('utf-8', '7bit', '<img src="https://t.test/p.gif" width="1" height="1">', 'html'),
  ],
  ['spaces that do not break', text('utf-8', 'quoted-printable', '=C2=A0=C2=A0')],
  ['marks of direction alone', text('utf-8', 'base64', base64(utf8('\u200e\u200f\u200b')))],
  ['a style and no word', text('utf-8', '7bit', '<style>p{color:red}</style><p></p>', 'html')],
  ['a comment of HTML', text('utf-8', '7bit', '<!-- oi -->', 'html')],
  [
    'two empty alternatives',
    multipart('alternative', [text('utf-8', '7bit', ''), text('utf-8', '7bit', '<br>', 'html')]),
  ],
  ['parts that never come', 'Content-Type: multipart/mixed; boundary=zz\r\n\r\n'],
  ['zeros', text('utf-8', 'base64', base64('\0\0\0\0\0\0\0\0'))],
  [
    'a key nobody has',
    'Content-Type: application/pkcs7-mime; smime-type=enveloped-data\r\nContent-Transfer-Encoding: base64\r\n' +
      '\r\nMIIB\r\n',
  ],
  [
    'a signature without a letter',
    multipart('signed', [text('utf-8', '7bit', ' '), 'Content-Type: application/pkcs7-signature\r\n\r\nx']),
  ],
].map(([name, mail]) => [name!, `Subject: Caso\r\n${mail}`, ['Caso', 'Caso.eml']] as const)
test('what cannot be understood is kept as a file', async () => {
  const [found, said] = await saidBy(unreadable, shown)
  expect(found).toEqual(said)
})

describe('who has written', () => {
  /** `P` stands for the address of the person, `N` for their name. */
  type Author = readonly [name: string, fields: string]
  const several: readonly Author[] = [
    ['the sender decides', 'From: Robot <robot@x.test>\r\nFrom: Chefe <chefe@x.test>\r\nSender: N <P>'],
    ['the first one without a sender', 'From: N <P>\r\nFrom: Outro <outro@x.test>'],
    ['the one with an address', 'From: sem endereço\r\nFrom: N <P>'],
    ['an empty one first', 'From: \r\nFrom: N <P>'],
    ['the same twice', 'From: N <P>\r\nFrom: N <P>'],
    ['two people in one field', 'From: N <P>, Outro <outro@x.test>'],
    ['two people and a sender', 'From: N <P>, Outro <outro@x.test>\r\nSender: Outro <outro@x.test>'],
    ['in brackets of a link', 'From: N [mailto:P]\r\nFrom: Outro <outro@x.test>'],
    ['a group and a person', 'From: Equipe:;\r\nFrom: N <P>'],
    ['a sender without an address', 'From: N <P>\r\nFrom: Outro <outro@x.test>\r\nSender: alguém'],
    ['three of them with a sender', 'From: a <a@x.test>\r\nFrom: b <b@x.test>\r\nFrom: c <c@x.test>\r\nSender: N <P>'],
  ]
  const forms: readonly Author[] = [
    ['of a form service', 'From: Typeform <no-reply@typeform.test>\r\nReply-To: N <P>'],
    ['of a shop', 'From: Loja <notifications@loja.test>\r\nReply-To: P'],
    ['of WordPress', 'From: WordPress <wordpress@site.test>\r\nReply-To: N <P>'],
    ['of a form in Portuguese', 'From: Site <formulario@site.test>\r\nReply-To: "N" <P>'],
    ['from the mailbox itself', 'From: Loja <M>\r\nReply-To: N <P>'],
    ['with two to answer', 'From: noreply@forms.test\r\nReply-To: N <P>, Equipe <M>'],
    ['the mailbox first', 'From: noreply@forms.test\r\nReply-To: Equipe <M>, N <P>'],
    ['of a robot with a number', 'From: no_reply_42@forms.test\r\nReply-To: N <P>'],
    ['of a web server', 'From: www-data@host.test\r\nReply-To: N <P>'],
    ['in Spanish', 'From: no-responder@forms.test\r\nReply-To: N <P>'],
    ['of submissions', 'From: Elementor <form-submission@site.test>\r\nReply-To: N <P>'],
  ]
  // Forms on small sites give their mails no id; lists do.
  const list = 'Message-ID: <P>\r\nList-Id: <clientes.listas.test>\r\nList-Post: <mailto:clientes@listas.test>\r\n'
  const lists: readonly Author[] = [
    ['of Mailman', `${list}From: N via Clientes <clientes@listas.test>\r\nReply-To: N <P>`],
    ['of Google Groups', `${list}From: 'N' via Clientes <clientes@listas.test>\r\nX-Original-From: N <P>`],
    ['of Google Groups by its sender', `${list}From: "N" via Clientes <clientes@listas.test>\r\nX-Original-Sender: P`],
    ['in German', `${list}From: N über Kunden <clientes@listas.test>\r\nReply-To: N <P>`],
    ['in French, brackets around', `${list}From: "N (via Clientes)" <clientes@listas.test>\r\nReply-To: N <P>`],
    ['in Spanish', `${list}From: N a través de Clientes <clientes@listas.test>\r\nReply-To: N <P>`],
    [
      'with the list to answer too',
      `${list}From: N via Clientes <clientes@listas.test>\r\nReply-To: Clientes <clientes@listas.test>, N <P>`,
    ],
    ['by the field of Mailman 3', `${list}From: N via Clientes <clientes@listas.test>\r\nX-MailFrom: P`],
    ['by the address that groups.io makes', `${list}From: N via Clientes <E@listas.test>`],
    [
      'by the old field of a list',
      'Message-ID: <P>\r\nMailing-List: list clientes@listas.test; contact dono@listas.test\r\n' +
        'From: N via Clientes <clientes@listas.test>\r\nReply-To: N <P>',
    ],
    [
      'by what it has been at',
      'Message-ID: <P>\r\nX-BeenThere: clientes@listas.test\r\nFrom: N via Clientes <clientes@listas.test>\r\n' +
        'Reply-To: N <P>',
    ],
  ]

  test.each([
    ['several From fields', several],
    ['Reply-To of forms', forms],
    ['senders that a list has rewritten', lists],
  ] as const)('%s', async (_, authors) => {
    const sent = authors.map(([name, fields]) => {
      const who = newName()
      const person = `${who}@cliente.test`
      const written = fields
        .replaceAll(/\bP\b/g, person)
        .replaceAll(/\bN\b/g, `Eva ${who}`)
        .replaceAll(/\bM\b/g, world.mine.account.address)
        .replaceAll(/\bE\b/g, person.replace('@', '='))
      world.mine.account.deliver(
        `${head(who, `${utf8(written)}\r\nSubject: Contato\r\n`)}${text('utf-8', '7bit', 'Oi')}`,
      )
      return { name, who, person, named: fields.includes('N') }
    })
    const found: Record<string, unknown> = {}
    for (const { name, who } of sent) {
      const { ticket } = await arrived(who)
      const contact = await world.mine.admin.ok<Contact>('GET', `/contacts/${ticket.contactId}`)
      found[name] = [ticket.name, contact.identities.map(({ value }) => value)]
    }
    expect(found).toEqual(
      Object.fromEntries(sent.map(({ name, who, person, named }) => [name, [named ? `Eva ${who}` : person, [person]]])),
    )
  })
})
