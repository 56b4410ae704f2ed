import { randomUUID } from 'node:crypto'
import type { Message } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readMime } from '../../plugins/email/simulator/imap/mime.ts'
import { writeReadReceipt } from '../../plugins/email/simulator/letters.ts'
import { eventually } from '../harness/app.ts'
import { isHere, mailWorld, servers, type MailWorld } from './email.rig.ts'
import { base64, hex, multipart, parted, text, utf8, wide } from './mail-bytes.ts'

/* Mails as programs of other people write them: as bytes in latin1, behind the fields that every one of them has. */

const nested = (levels: number, inner: string): string =>
  Array.from({ length: levels }).reduce<string>(
    (whole, _, level) => multipart('mixed', [whole], `level-${level}`),
    inner,
  )
const file = (head: string, body = base64('%PDF-1.4\n')): string =>
  `${head}\r\nContent-Transfer-Encoding: base64\r\n\r\n${body}`
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** What an agent reads of a message: its texts, and the names of its files. */
const read = ({ parts }: Message): readonly unknown[] =>
  parts.map((part) =>
    'text' in part ? part.text : 'subject' in part ? part.subject : 'name' in part ? part.name : part.kind,
  )

/** In these a server may find no part, so the mail itself comes along, with the text that is found in it. */
const undivided = new Map(
  Object.entries({
    'a boundary that never comes': [
      'Content-Type: multipart/mixed; boundary="nowhere"\r\n\r\nTexto sem fronteira\r\n',
      'Texto sem fronteira',
    ],
    'a boundary in pieces': [
      parted('multipart/mixed; boundary*0="parte-"; boundary*1="do-meio"', 'parte-do-meio', 'Em dois pedaços'),
      'Em dois pedaços',
    ],
    'a boundary in pieces in lines of their own': [
      parted('multipart/mixed;\r\n boundary*0=um;\r\n boundary*1=dois', 'umdois', 'Dobrado'),
      'Dobrado',
    ],
    'a boundary in a line that is not indented': [
      parted('multipart/alternative;\r\nboundary="sem-recuo"', 'sem-recuo', 'Sem recuo'),
      'Sem recuo',
    ],
    'a boundary in encoded pieces in lines that are not indented': [
      parted(
        "multipart/mixed;\r\nboundary*0*=utf-8''vale%2D;\r\nboundary*1*=por%2D;\r\nboundary*2=tres",
        'vale-por-tres',
        'Em três linhas soltas',
      ),
      'Em três linhas soltas',
    ],
    'parameters in lines that are not indented': [
      parted('multipart/mixed; charset=utf-8;\r\ntype="text/plain";\r\nboundary=x1', 'x1', 'Nem este'),
      'Nem este',
    ],
  }),
)
const bodies: readonly (readonly [name: string, mail: string, parts: readonly unknown[]])[] = [
  ['GB 18030', text('gb18030', '8bit', hex('b6a9b5a5c3bbd3d0cad5b5bda3acc7ebceca9534b235')), ['订单没有收到，请问𠮷']],
  [
    'GB 18030 called GB 2312',
    text('GB2312', 'base64', base64(hex('b6a9b5a5c3bbd3d0cad5b5bda3acc7ebceca9534b235'))),
    ['订单没有收到，请问𠮷'],
  ],
  [
    'ISO 2022 JP',
    text('"ISO-2022-JP"', '7bit', hex('1b2442436d4a38242c245e2440464f242d245e243b247321231b2842')),
    ['注文がまだ届きません。'],
  ],
  [
    'KOI8-R',
    text('KOI8-R', '8bit', hex('fac4d2c1d7d3d4d7d5cad4c52c20dac1cbc1da20cec520d0d2c9dba3cc')),
    ['Здравствуйте, заказ не пришёл'],
  ],
  ['code page 850', text('cp850', '8bit', hex('4ec66f20636865676f75')), ['Não chegou']],
  ['UTF-7', text('utf-7', '7bit', 'N+AOM-o chegou'), ['Não chegou']],
  ['UTF-16', text('utf-16', 'base64', base64(hex('fffe4e00e3006f00'))), ['Não']],
  [
    'UTF-8 that claims to be Latin-1',
    text('iso-8859-1', '8bit', utf8('Não chegou, é urgente')),
    ['Não chegou, é urgente'],
  ],
  ['windows-1252 that claims to be UTF-8', text('utf-8', '8bit', hex('934f6ce1942097206ee36f')), ['“Olá” — não']],
  ['Latin-1 that claims to be ASCII', text('us-ascii', '8bit', hex('4ee36f')), ['Não']],
  ['base64 with junk in it', text('utf-8', 'base64', `T2zD\r\n!!*oSwg\r\nbsOjbw==\r\n`), ['Olá, não']],
  [
    'base64 in two pieces',
    text('utf-8', 'base64', `${base64(utf8('Olá, n'))}\r\n${base64(utf8('ão chegou!'))}`),
    ['Olá, não chegou!'],
  ],
  [
    'base64 with the footer of a list',
    text('utf-8', 'base64', `${base64(utf8('Olá, n'))}\r\n_____\r\nLista de testes\r\nhttps://lists.test/`),
    ['Olá, n\n_____\nLista de testes\nhttps://lists.test/'],
  ],
  [
    'base64 without padding above the footer of a list',
    text('utf-8', 'base64', `${base64('Podem me mandar a nota fiscal?')}\r\n-- \r\nGrupo de compras`),
    ['Podem me mandar a nota fiscal?'],
  ],
  [
    'Shift JIS called ISO 2022 JP',
    text('ISO-2022-JP', 'base64', base64(hex('95d4956982c982c282a282c48bb382a682c482ad82be82b382a2'))),
    ['返品について教えてください'],
  ],
  [
    'base64 with the words of a group behind it',
    text(
      'utf-8',
      'base64',
      `${base64(utf8('Quero trocar o tênis 41 pelo 42, pode ser?'))}\r\n\r\nYou received this message because you ` +
        'are subscribed to the group.',
    ),
    ['Quero trocar o tênis 41 pelo 42, pode ser?\nYou received this message because you are subscribed to the group.'],
  ],
  [
    'HTML of UTF-16 as it is',
    text('utf-16le', '8bit', wide('<p>Cadê o <b>boleto</b>?</p>\r\n'), 'html'),
    ['Cadê o boleto?'],
  ],
  ['EUC called ISO 2022 JP', text('iso-2022-jp', '8bit', hex('c3edcab8a4aca4dec0a4')), ['注文がま世']],
  ['ASCII that claims to be UTF-16', text('utf-16', '7bit', 'Chegou com defeito.\r\n'), ['Chegou com defeito.']],
  [
    'UTF-16 as it is, least byte first',
    text('UTF-16LE', '8bit', wide('Olá,\r\nfaltou uma peça.\r\n')),
    ['Olá,\nfaltou uma peça.'],
  ],
  [
    'UTF-16 as it is, with its mark',
    text('utf-16', 'binary', `\xff\xfe${wide('Cadê o pedido?\r\n')}`),
    ['Cadê o pedido?'],
  ],
  ['what was never base64', text('utf-8', 'base64', 'Isto e texto simples.'), ['Isto e texto simples.']],
  ['no type at all', '\r\nOi sem tipo\r\n', ['Oi sem tipo']],
  [
    'a boundary that is never closed',
    `Content-Type: multipart/mixed; boundary="open"\r\n\r\n--open\r\n${text('utf-8', '8bit', 'sem fim')}`,
    ['sem fim'],
  ],
  ['thirty levels', nested(30, text('utf-8', '8bit', 'no fundo')), ['no fundo']],
  ['fifty levels', nested(50, text('utf-8', '8bit', 'mais no fundo')), ['mais no fundo', 'mail.eml']],
  ['a hundred levels', nested(100, text('utf-8', '8bit', 'bem no fundo')), ['bem no fundo', 'mail.eml']],
  [
    'a text with a name',
    'Content-Type: text/plain; charset=utf-8; name="mensagem.txt"\r\nContent-Disposition: inline\r\n\r\n' +
      'Corpo com nome\r\n',
    ['Corpo com nome'],
  ],
  [
    'what Outlook alone reads',
    multipart('mixed', [
      text('utf-8', '8bit', 'segue'),
      file('Content-Type: application/ms-tnef; name="winmail.dat"', 'eJ8+IgEQ'),
    ]),
    ['segue', 'winmail.dat'],
  ],
  [
    'an invitation',
    multipart('alternative', [
      text('utf-8', '8bit', 'Visita'),
      'Content-Type: text/calendar; method=REQUEST; charset=utf-8\r\n\r\nBEGIN:VCALENDAR\r\nEND:VCALENDAR',
    ]),
    ['Visita', 'invite.ics'],
  ],
  [
    'a mail that was passed on',
    multipart('mixed', [
      text('utf-8', '8bit', 'veja'),
      'Content-Type: message/rfc822\r\n\r\nFrom: Bia <bia@x.test>\r\nSubject: interno\r\n\r\nconteudo',
    ]),
    ['veja', 'interno.eml'],
  ],
  [
    'AMP beside HTML',
    multipart('alternative', [
      text('utf-8', '8bit', 'plano'),
      'Content-Type: text/x-amp-html\r\n\r\n<html amp4email>amp</html>',
      text('utf-8', '8bit', '<b>rico</b>', 'html'),
    ]),
    ['rico'],
  ],
  [
    'a picture whose id is written in another way',
    multipart('related', [
      text('utf-8', '8bit', '<p>Foto <img src="cid:a%40b"></p>', 'html'),
      file('Content-Type: image/png; name=x.png\r\nContent-ID: <a@b>\r\nContent-Disposition: inline', png),
    ]),
    ['Foto'],
  ],
  [
    'names of files in pieces',
    multipart('mixed', [
      text('utf-8', '8bit', 'anexo'),
      file(
        "Content-Type: application/pdf\r\nContent-Disposition: attachment; filename*0*=UTF-8''relat%C3%B3rio%20; " +
          'filename*1*=final.pdf',
      ),
    ]),
    ['anexo', 'relatório final.pdf'],
  ],
  [
    'names of files as bytes',
    multipart('mixed', [
      text('utf-8', '8bit', 'anexo'),
      file(
        'Content-Type: application/pdf; name="relat\xf3rio.pdf"\r\n' +
          'Content-Disposition: attachment; filename="relat\xf3rio.pdf"',
      ),
    ]),
    ['anexo', 'relatório.pdf'],
  ],
]
const subjects: readonly (readonly [name: string, field: string, subject: string])[] = [
  ['cut inside of a letter', 'Subject: =?UTF-8?B?w6HDqcM=?=\r\n =?UTF-8?B?rcOzw7o=?= fim', 'áéíóú fim'],
  ['in GB 18030 called GB 2312', `Subject: =?GB2312?B?${base64(hex('95329238d0c5'))}?=`, '𠂢信'],
  [
    'in Shift JIS called ISO 2022 JP',
    `Subject: =?ISO-2022-JP?B?${base64(hex('92 8d 95 b6'.replaceAll(' ', '')))}?=`,
    '注文',
  ],
  ['of Windows called Latin-1', 'Subject: =?ISO-8859-1?Q?=93Oferta=94_=80?=', '“Oferta” €'],
  ['in ISO 2022 JP', `Subject: =?ISO-2022-JP?B?${base64(hex('1b2442436d4a381b2842'))}?=`, '注文'],
  ['that lies about its charset', 'Subject: =?iso-8859-1?Q?N=C3=A3o_chegou?=', 'Não chegou'],
  ['that would be two fields', 'Subject: =?utf-8?Q?oi=0D=0ABcc:_todos@x.test?=', 'oi Bcc: todos@x.test'],
  ['said twice', 'Subject: primeiro\r\nSubject: segundo', 'primeiro'],
]

describe.each(servers.filter(isHere))('mails of all kinds with %s', (server) => {
  let world: MailWorld
  beforeAll(async () => {
    world = await mailWorld(server)
  })
  afterAll(() => world.close())

  /** Puts a mail there that only this person can have written, and answers the name under which it is found. */
  function write(fields: string, mail: string): string {
    const name = `caso${randomUUID().slice(0, 8)}`
    world.mine.account.deliver(
      `From: ${name} <${name}@cliente.test>\r\nTo: ${world.mine.account.address}\r\n` +
        `${fields}Date: ${new Date().toUTCString().replace('GMT', '+0000')}\r\nMIME-Version: 1.0\r\n${mail}`,
    )
    return name
  }
  async function arrived(name: string): Promise<Message> {
    const [message, ...others] = await eventually(
      async () => world.mine.messages(await world.mine.ticket(name)),
      (found) => found.length > 0 && found.every(({ parts }) => parts.every(({ kind }) => kind !== 'pendingMedia')),
    )
    expect(others).toEqual([])
    return message!
  }

  it('each is one message that says what it says', async () => {
    const written = bodies.map(([name, mail, parts]) => ({ name, parts, who: write('', mail) }))
    const found = new Map<string, readonly unknown[]>()
    for (const { name, who } of written) found.set(name, read(await arrived(who)))
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(written.map(({ name, parts }) => [name, parts])))
  })

  it('a mail whose parts no server finds says what it says', async () => {
    const written = [...undivided].map(([name, [mail = '', said]]) => ({ name, said, who: write('', mail) }))
    const found: Record<string, unknown> = {}
    for (const { name, who } of written) found[name] = read(await arrived(who))[0]
    expect(found).toEqual(Object.fromEntries(written.map(({ name, said }) => [name, said])))
  })

  it('a subject is read however it is written', async () => {
    const written = subjects.map(([name, field, subject]) => ({
      name,
      subject,
      who: write(`${field}\r\n`, text('utf-8', '8bit', 'corpo')),
    }))
    const found: Record<string, unknown> = {}
    for (const { name, who } of written) found[name] = read(await arrived(who))
    expect(found).toEqual(Object.fromEntries(written.map(({ name, subject }) => [name, [subject, 'corpo']])))
  })

  it('the file of a mail that could not be told apart is the mail', async () => {
    const message = await arrived(write('Subject: fundo\r\n', nested(100, text('utf-8', '8bit', 'tudo aqui'))))
    const [whole] = message.media
    expect(await (await fetch(world.base + whole!.url)).text()).toContain('tudo aqui')
  })

  it('a bounce that brings nothing back is known by what it answers', async () => {
    const customer = world.mine.customer()
    customer.write({ subject: 'Pedido', text: 'Oi' })
    const ticket = await world.mine.open(await world.mine.ticket(customer.name))
    await world.mine.send(ticket, 'resposta')
    const [mail] = await world.mine.got(customer, 1)
    await world.mine.last(ticket, ({ status }) => status === 'sent')
    const id = readMime(mail!.raw).fields.get('message-id')!
    world.mine.account.deliver(
      [
        'From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
        `To: ${world.mine.account.address}`,
        'Subject: Delivery Status Notification (Failure)',
        `In-Reply-To: ${id}`,
        `References: ${id}`,
        `X-Failed-Recipients: ${customer.address}`,
        'Auto-Submitted: auto-replied',
        'MIME-Version: 1.0',
        multipart('report; report-type=delivery-status', [
          text('utf-8', '8bit', 'Endereço não encontrado'),
          'Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; googlemail.com\r\n\r\n' +
            `Final-Recipient: rfc822; ${customer.address}\r\nAction: failed\r\nStatus: 5.1.1\r\n` +
            'Diagnostic-Code: smtp; 550-5.1.1 The email account does not exist.',
        ]),
      ]
        .join('\r\n')
        .replace('Endereço não', utf8('Endereço não')),
    )
    expect((await world.mine.last(ticket, ({ status }) => status === 'failed')).failure).toMatchObject({
      kind: 'invalidRecipient',
      code: '5.1.1',
    })
  })

  /**
   * A conversation in which we have answered, through a provider that gives mails an id of its own where it says so.
   */
  async function answered(renames = false) {
    const customer = world.mine.customer()
    customer.write({ subject: 'Pedido', text: 'Oi' })
    const ticket = await world.mine.open(await world.mine.ticket(customer.name))
    world.mine.account.renamesMails = renames
    await world.mine.send(ticket, 'resposta')
    await world.mine.got(customer, 1)
    world.mine.account.renamesMails = false
    await world.mine.last(ticket, ({ status }) => status === 'sent')
    return { customer, ticket }
  }
  /** Waits until everything before this was read, and answers what became of our answer. */
  async function afterwards({ customer, ticket }: Awaited<ReturnType<typeof answered>>) {
    customer.write({ subject: 'Pedido', text: 'fim' })
    await world.mine.last(ticket, ({ body }) => body === 'fim')
    return (await world.mine.messages(ticket)).map(({ body, status }) => [body.replace(/^.*(Oi)$/s, '$1'), status])
  }
  const ofDaemon = () => world.mine.tickets('mailer-daemon@mx.destino.test')

  it('a bounce of a provider that renames mails is about the mail that our own reference names', async () => {
    const { customer, ticket } = await answered(true)
    customer.bounce({ status: '5.1.1' })
    expect((await world.mine.last(ticket, ({ status }) => status === 'failed')).failure).toMatchObject({
      kind: 'invalidRecipient',
      code: '5.1.1',
    })
    expect(await ofDaemon()).toEqual([])
  })

  it('what is reported under a reference that somebody made up changes nothing', async () => {
    const talk = await answered(true)
    const { customer } = talk
    const reference = /^x-recado-reference: *(\S+)\s+([0-9a-f]{32})/im
    customer.bounce({
      action: 'delivered',
      returned: (header) =>
        header.replace(
          reference,
          (_, id: string, seal: string) => `X-Recado-Reference: ${id} ${[...seal].toReversed().join('')}`,
        ),
    })
    customer.bounce({
      action: 'delivered',
      returned: (header) =>
        header.replace(
          reference,
          (_, id: string, seal: string) => `X-Recado-Reference: ${id.replace(/[0-9a-f]@/, 'x@')} ${seal}`,
        ),
    })
    customer.bounce({ action: 'delivered', returned: () => 'Subject: Pedido' })
    expect(await afterwards(talk)).toEqual([
      ['Oi', 'received'],
      ['resposta', 'sent'],
      ['fim', 'received'],
    ])
    expect(await ofDaemon()).toEqual([])
  })

  it('that a mail arrived and was read moves its ticks and opens no conversation', async () => {
    const talk = await answered()
    const { customer, ticket } = talk
    customer.bounce({ action: 'relayed', status: '2.0.0' })
    customer.bounce({ action: 'delivered', status: '2.0.0' })
    await world.mine.last(ticket, ({ status }) => status === 'delivered')
    customer.acknowledge()
    await world.mine.last(ticket, ({ status }) => status === 'read')
    customer.bounce({ action: 'expanded', status: '2.0.0' })
    expect(await afterwards(talk)).toEqual([
      ['Oi', 'received'],
      ['resposta', 'read'],
      ['fim', 'received'],
    ])
    expect(await ofDaemon()).toEqual([])
  })

  it('good news of a mail that nobody knows is passed over, bad news is shown', async () => {
    const talk = await answered()
    const unknown = () => 'Message-ID: <somebody-elses@x.test>'
    talk.customer.bounce({ action: 'delivered', returned: unknown })
    world.mine.account.deliver(
      writeReadReceipt({
        to: world.mine.account.address,
        from: talk.customer.address,
        originalId: 'somebody-elses@x.test',
      }),
    )
    expect(await afterwards(talk)).toEqual([
      ['Oi', 'received'],
      ['resposta', 'sent'],
      ['fim', 'received'],
    ])
    expect(await ofDaemon()).toEqual([])
    talk.customer.bounce({ returned: unknown })
    await eventually(ofDaemon, (tickets) => tickets.length === 1)
  })
})
