import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isAddress, normaliseAddress, withoutPlus } from './address.ts'
import { isAutomatic } from './automatic.ts'
import { fateOf, namedIn, plainBounce } from './bounce.ts'
import { decodeText } from './charset.ts'
import { decodeTransfer, unflow } from './decode.ts'
import { readHead } from './head.ts'
import { textWithin } from './whole.ts'
import { outlineOf, type Node } from './structure.ts'
import { readCards, writeCards } from '@recado/sdk/server'

const bytes = (latin1: string) => Buffer.from(latin1, 'latin1')
const head = (...lines: string[]) => readHead(bytes(lines.join('\r\n')))

describe('the text of a mail whose parts are not declared as they are', () => {
  const declared = (...type: string[]) =>
    textWithin(
      bytes(
        [
          'From: a@x.test',
          ...type,
          '',
          '--abcdef',
          'Content-Type: text/plain; charset=iso-8859-1',
          'Content-Transfer-Encoding: quoted-printable',
          '',
          'Ol=E1, tudo bem?',
          '--abcdef--',
          '',
        ].join('\r\n'),
      ),
    )

  test.for([
    ['no semicolon', ['Content-Type: multipart/mixed boundary="abcdef"']],
    ['a field of its own for the boundary', ['Content-Type: multipart/mixed', 'boundary="abcdef"']],
    ['single quotes', ["Content-Type: multipart/mixed; boundary='abcdef'"]],
    ['no boundary', ['Content-Type: multipart/mixed']],
    ['another boundary', ['Content-Type: multipart/mixed; boundary="zzz"']],
    ['a space at its end', ['Content-Type: multipart/mixed; boundary="abcdef "']],
    ['two types', ['Content-Type: text/plain', 'Content-Type: multipart/mixed; boundary="abcdef"']],
    ['no type at all', []],
  ] as const)('with %s', async ([, type]) => {
    expect((await declared(...type))?.trim()).toBe('Olá, tudo bem?')
  })

  test('is left alone where a person has written two hyphens', async () => {
    const mail = 'From: a@x.test\r\nContent-Type: text/plain\r\n\r\nOi\r\n--Ana\r\nContent: tudo certo\r\n'
    expect(await textWithin(bytes(mail))).toContain('Content: tudo certo')
  })
})

describe('a header', () => {
  test('is read whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.uint8Array({ maxLength: 500 }),
          fc
            .array(
              fc.constantFrom(
                'From: ',
                'Subject: ',
                'Date: ',
                'Message-ID: <',
                '>',
                'References: ',
                '=?utf-8?Q?',
                '=?iso-8859-1?B?',
                '?=',
                '\r\n',
                ' ',
                ',',
                '@',
                ';',
                '"',
                '<a@b.c>',
                'x',
              ),
              { maxLength: 40 },
            )
            .map((each) => bytes(each.join(''))),
        ),
        async (given) => {
          const read = await readHead(given)
          if (read.from) expect(isAddress(read.from.address)).toBe(true)
          expect(read.subject).not.toMatch(/[\r\n]/)
        },
      ),
    )
  })

  test.for([
    ['encoded words', '=?iso-8859-1?Q?Pe=E7as?= =?utf-8?B?w6nDqQ==?=', 'Peçaséé'],
    ['bytes of an old system', 'Solicita\xe7\xe3o', 'Solicitação'],
    ['bytes of UTF-8', Buffer.from('Solicitação').toString('latin1'), 'Solicitação'],
    ['a letter that was cut in two', '=?UTF-8?B?w6HDqcM=?=\r\n =?UTF-8?B?rcOzw7o=?= fim', 'áéíóú fim'],
    ['words that are not in what they claim', '=?iso-8859-1?Q?N=C3=A3o_chegou?=', 'Não chegou'],
    ['Chinese letters beyond the standard it names', '=?gb2312?B?6Ua456O6tqm1pQ==?=', '镕哥：订单'],
    ['Shift_JIS under the name of seven bits', '=?iso-2022-jp?B?ldSVaYLJgsKCooLE?=', '返品について'],
    ['EUC-JP under the name of seven bits', '=?iso-2022-jp?B?ytbJyqTLpMSkpKTG?=', '返品について'],
    ['UTF-16', '=?utf-16be?B?AE8AbADh?=', 'Olá'],
    ['words of code page 850', '=?cp850?Q?A=87=C6o?= 5', 'Ação 5'],
    ['spaces inside of a word', '=?utf-8?Q?Pedido n\xfamero 5?=', 'Pedido número 5'],
    ['signs that turn text around', 'a\u202eb', 'a b'],
  ] as const)('its subject with %s', async ([, written, subject]) => {
    expect(
      (await readHead(written.includes('\u202e') ? Buffer.from(`Subject: ${written}`) : bytes(`Subject: ${written}`)))
        .subject,
    ).toBe(subject)
  })

  test.for([
    ['Chinese', 'gb2312', '\xb6\xa9\xb5\xa5', '订单'],
    ['Russian', 'windows-1251', '\xc7\xe0\xea\xe0\xe7', 'Заказ'],
    ['Western', 'iso-8859-1', 'Devolu\xe7\xe3o', 'Devolução'],
    ['UTF-8 in spite of it', 'gbk', Buffer.from('Devolução').toString('latin1'), 'Devolução'],
  ] as const)('that is not encoded is written like its letter: %s', async ([, charset, written, subject]) => {
    const read = await head(`Subject: ${written}`, 'Content-Type: text/plain;', `\tcharset="${charset}"`)
    expect(read.subject).toBe(subject)
  })

  test.for([
    ['several, and the one who sent it', ['From: a@x.test', 'From: b@y.test', 'Sender: Bia <b@y.test>'], 'b@y.test'],
    ['several, the first without an address', ['From: Equipe', 'From: Rui <rui@x.test>'], 'rui@x.test'],
    ['several, and a sender without an address', ['From: rui@x.test', 'From: eva@x.test', 'Sender: Rui'], 'rui@x.test'],
    ['one without an address, and a sender', ['From: Equipe de vendas', 'Sender: v@x.test'], 'v@x.test'],
    ['one with several people', ['From: Rui <rui@x.test>, Eva <eva@x.test>'], 'rui@x.test'],
    ['one, and another sender', ['From: rui@x.test', 'Sender: correio@y.test'], 'rui@x.test'],
    ['none at all', ['To: rui@x.test'], undefined],
    ['one copied from a link', ['From: Ana Lima [mailto:ana@x.test]'], 'ana@x.test'],
    ['one in the address of a link', ['From: Ana Lima <mailto:ana@x.test?subject=oi>'], 'ana@x.test'],
    ['one behind a quote that never ends', ['From: "Lima, Ana\\" <ana@x.test>'], 'ana@x.test'],
    ['one with words and a bare address', ['From: "Ana ana@x.test'], 'ana@x.test'],
  ] as const)('its authors: %s', async ([, lines, address]) => {
    expect((await head(...lines)).from?.address).toBe(address)
  })

  test('names people, ids and a time', async () => {
    const read = await head(
      'From: "Souza, Ana" <ANA@X.test>',
      'To: Loja <loja@x.test>,',
      ' b@x.test',
      'Cc: Time: c@x.test, d@x.test;',
      'Message-ID: <1@x>',
      'In-Reply-To: <0@x> (oi)',
      'References: <a@x>',
      ' <b@x>',
      'Date: Mon, 5 Jan 2026 10:00:00 -0300 (BRT)',
    )
    expect([
      read.from,
      read.recipients.map(({ address }) => address),
      read.messageId,
      read.inReplyTo,
      read.references,
      read.date?.toISOString(),
    ]).toEqual([
      { name: 'Souza, Ana', address: 'ana@x.test' },
      ['loja@x.test', 'b@x.test', 'c@x.test', 'd@x.test'],
      '1@x',
      ['0@x'],
      ['a@x', 'b@x'],
      '2026-01-05T13:00:00.999Z',
    ])
  })
})

describe('text', () => {
  test.for([
    ['declared', 'cora\xe7\xe3o', 'iso-8859-1', 'coração'],
    ['undeclared', 'cora\xe7\xe3o', undefined, 'coração'],
    ['declared wrongly', 'cora\xe7\xe3o', 'utf-8', 'coração'],
    ['of Windows', '\x93oi\x94 \x80', 'windows-1252', '“oi” €'],
    ['Cyrillic', '\xcf\xf0\xe8\xe2\xe5\xf2', 'windows-1251', 'Привет'],
    ['of no known charset', 'ol\xe1', 'x-nada', 'olá'],
    ['UTF-8 undeclared', Buffer.from('olá €').toString('latin1'), undefined, 'olá €'],
    ['UTF-8 that claims to be Latin-1', Buffer.from('ação €').toString('latin1'), 'ISO-8859-1', 'ação €'],
    ['UTF-8 with a foreign letter', `${Buffer.from('não, é ').toString('latin1')}\xe7`, 'utf-8', 'não, é ç'],
    ['of Windows with quotation marks', '\x93CAF\xc9\x94', 'utf-8', '“CAFÉ”'],
    ['of DOS', 'a\x87\xc6o', 'cp850', 'ação'],
    ['of seven bits', 'N+AOM-o', 'utf-7', 'Não'],
  ] as const)('%s', ([, written, charset, text]) => {
    expect(decodeText(bytes(written), charset)).toBe(text)
  })

  test('is brought by any encoding, as far as it goes', () => {
    expect(Buffer.from(decodeTransfer(bytes('ol=C3=A1 =\r\nmundo=3D  \r\n=ZZ='), 'quoted-printable')).toString()).toBe(
      'olá mundo=\r\n=ZZ',
    )
    expect(Buffer.from(decodeTransfer(bytes('b2zD\r\noQ=='), 'BASE64')).toString()).toBe('olá')
    expect(Buffer.from(decodeTransfer(bytes('b2zDoQ==\r\nIG11bmRv\r\n'), 'base64')).toString()).toBe('olá mundo')
    expect(Buffer.from(decodeTransfer(bytes('Isto nunca foi base64.'), 'base64')).toString()).toBe(
      'Isto nunca foi base64.',
    )
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.constantFrom('base64', 'quoted-printable', '7bit', 'x', undefined),
        fc.constantFrom('utf-8', 'utf-16', 'iso-2022-jp', 'gb18030', 'x', undefined),
        (given, encoding, charset) => {
          expect(typeof decodeText(decodeTransfer(given, encoding), charset)).toBe('string')
        },
      ),
    )
  })

  test('that flows keeps its paragraphs, quotes and signature', () => {
    expect(unflow('um \ndois\n> a \n> b\n-- \nAna', false)).toBe('um dois\n> a b\n-- \nAna')
  })
})

describe('the text within a mail', () => {
  test('is found though parameters stand in lines that are not indented', async () => {
    const mail = [
      'Subject: x',
      'Content-Type: multipart/related;',
      '\ttype="text/html";',
      'boundary="abc"',
      '',
      '--abc',
      'Content-Type: text/plain;',
      'charset=iso-8859-1',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'Sa=EDda; x = 1;',
      'y = 2',
      '--abc--',
      '',
    ]
    expect(await textWithin(bytes(mail.join('\n')))).toBe('Saída; x = 1;\ny = 2\n')
  })

  test.for([
    ['in two', ['Content-Type: multipart/mixed;', ' boundary*0="limite-";', ' boundary*1="42"']],
    [
      'in three, out of order',
      ['Content-Type: multipart/mixed; boundary*2=2;', ' boundary*0="lim";', ' boundary*1=ite-4'],
    ],
    ['encoded', ['Content-Type: multipart/mixed;', " boundary*0*=us-ascii''limite%2D;", ' boundary*1="42"']],
    ['encoded as a whole', ["Content-Type: multipart/mixed; boundary*=us-ascii''limite%2D42"]],
    ['not indented', ['Content-Type: multipart/mixed;', 'boundary*0="limite-";', 'boundary*1="42"']],
  ] as const)('is found though its boundary is divided: %s', async ([, type]) => {
    const mail = [
      'Subject: x',
      ...type,
      '',
      'nada',
      '--limite-42',
      'Content-Type: text/plain; charset=utf-8',
      '',
      'Oi',
      '--limite-42--',
      '',
    ]
    expect((await textWithin(bytes(mail.join('\r\n'))))?.trim()).toBe('Oi')
  })

  test('is looked for in anything', async () => {
    const pieces = ['Content-Type: multipart/mixed;', 'boundary=b', 'boundary*0=b', '--b', '--b--', '', ' x', 'oi', ';']
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), async (lines) => {
        expect((await textWithin(bytes(lines.join('\r\n')))) ?? 'none').not.toBe('')
      }),
    )
  })
})

describe('the outline of a mail', () => {
  const text = (part: string, type = 'text/plain', more: Partial<Node> = {}): Node => ({
    part,
    type,
    size: 10,
    ...more,
  })
  test('tells what is read from what is a file', () => {
    const outline = outlineOf({
      type: 'multipart/mixed',
      childNodes: [
        {
          type: 'multipart/alternative',
          childNodes: [
            text('1.1'),
            {
              type: 'multipart/related',
              childNodes: [
                text('1.2.1', 'text/html'),
                text('1.2.2', 'image/png', { id: '<a@b>', disposition: 'inline' }),
              ],
            },
            text('1.3', 'text/calendar'),
          ],
        },
        text('2', 'text/plain', { disposition: 'attachment', dispositionParameters: { filename: '../a\u202eb.txt' } }),
        text('3', 'message/rfc822', { envelope: { subject: 'Fwd: oi/tchau' } }),
        text('4', 'application/ms-tnef'),
      ],
    })
    expect(outline.pieces).toMatchObject([{ html: { part: '1.2.1' }, plain: { part: '1.1' } }])
    expect(outline.files.map(({ part, name, isInline }) => [part, name, isInline])).toEqual([
      ['1.2.2', undefined, true],
      ['1.3', 'invite.ics', false],
      ['2', '.._a_b.txt', false],
      ['3', 'Fwd oi tchau.eml', false],
      ['4', 'winmail.dat', false],
    ])
  })
  test('reads a text that has a name where there is no other, and nothing twice', () => {
    expect(
      outlineOf(text('1', 'text/plain', { disposition: 'inline', parameters: { name: 'mensagem.txt' } })),
    ).toMatchObject({ pieces: [{ plain: { part: '1' } }], files: [] })
    expect(
      outlineOf({
        type: 'multipart/alternative',
        childNodes: [text('1'), text('2', 'text/x-amp-html'), text('3', 'text/html')],
      }),
    ).toMatchObject({ pieces: [{ html: { part: '3' }, plain: { part: '1' } }], files: [] })
  })
  test('ends for any structure', () => {
    const deep = Array.from({ length: 5_000 }).reduce<Node>(
      (inner) => ({ type: 'multipart/mixed', childNodes: [inner] }),
      text('1'),
    )
    expect(outlineOf(deep).pieces).toEqual([])
    expect(
      outlineOf({
        type: 'multipart/mixed',
        childNodes: Array.from({ length: 100_000 }, (_, index) => text(String(index), 'image/png')),
      }).files.length,
    ).toBeLessThan(2_001)
    expect(outlineOf(undefined)).toMatchObject({ pieces: [], files: [] })
  })
})

describe('mail that nobody wrote', () => {
  test.for([
    ['an absence notice', ['Auto-Submitted: auto-replied'], true],
    ['one of Exchange', ['X-Auto-Response-Suppress: All', 'Subject: Automatic reply: x'], true],
    ['a newsletter', ['List-Unsubscribe: <https://x.test>'], true],
    ['one for many', ['Precedence: bulk'], true],
    ['a bounce', ['Return-Path: <>'], true],
    ['one of a system', ['From: no-reply@x.test'], true],
    ['by its subject', ['From: a@x.test', 'Subject: Resposta automática: férias'], true],
    ['of a person', ['From: a@x.test', 'Auto-Submitted: no', 'Subject: resposta'], false],
    ['of a person with a name like it', ['From: noreen@x.test'], false],
  ] as const)('%s', async ([, lines, automatic]) => {
    expect(isAutomatic(await head(...lines), 'text/plain')).toBe(automatic)
  })
})

describe('what became of a mail of ours', () => {
  const original = 'Subject: x\r\nMessage-ID: <recado.1@x.test>\r\n'
  const status = (fields: string) => ({
    type: 'message/delivery-status',
    text: `Reporting-MTA: dns; mx\r\n\r\nFinal-Recipient: rfc822; a@x.test\r\n${fields}`,
  })
  const returned = { type: 'text/rfc822-headers', text: original }
  test.for([
    [
      'failed',
      [status('Action: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1\r\n  no such user'), returned],
      {
        state: 'failed',
        error: { kind: 'invalidRecipient', code: '5.1.1', message: '550 5.1.1 no such user', certain: true },
      },
    ],
    ['is late', [status('Action: delayed\r\nStatus: 4.4.1'), returned], undefined],
    ['was delivered', [status('Action: delivered\r\nStatus: 2.0.0'), returned], { state: 'delivered' }],
    ['was delivered to a list', [status('Action: Expanded (to list)')], { state: 'delivered' }],
    ['went to where nobody reports', [status('Action: relayed\r\nStatus: 2.1.9')], { state: 'sent' }],
    [
      'was delivered to one and not to another',
      [status('Action: delivered\r\n\r\nFinal-Recipient: rfc822; b@x.test\r\nAction: failed\r\nStatus: 5.2.2')],
      {
        state: 'failed',
        error: { kind: 'provider', code: '5.2.2', message: 'the mail could not be delivered', certain: true },
      },
    ],
    ['was delivered to one and is late for another', [status('Action: delivered\r\n\r\nAction: delayed')], undefined],
    [
      'came and was thrown away',
      [
        {
          type: 'message/disposition-notification',
          text: 'Disposition: automatic-action/MDN-sent-automatically; deleted',
        },
      ],
      { state: 'delivered' },
    ],
    [
      'was answered by something else',
      [
        {
          type: 'message/disposition-notification',
          text: 'Disposition: automatic-action/MDN-sent-automatically; hologram',
        },
      ],
      undefined,
    ],
    [
      'was read by a program of this century',
      [
        {
          type: 'message/global-disposition-notification',
          text: 'Disposition: manual-action/MDN-sent-manually; Displayed/warning',
        },
      ],
      { state: 'read' },
    ],
    [
      'was read',
      [
        {
          type: 'message/disposition-notification',
          text: 'Original-Message-ID: <recado.1@x.test>\r\nDisposition: manual-action/MDN-sent-manually; displayed',
        },
      ],
      { state: 'read' },
    ],
    ['is not said', [returned, { type: 'message/feedback-report', text: 'Action: ' }], undefined],
  ] as const)('%s', ([, reports, fate]) => {
    expect(fateOf(reports, '')).toEqual(fate)
  })
  test('is found in the words of a system that knows no reports', () => {
    expect(
      plainBounce(
        'Sorry.\n550 5.2.1 mailbox disabled\nMessage-ID: <recado.00000000000000000000000000000001@x.test>',
        /recado\.[0-9a-f]{32}@x\.test/,
      ),
    ).toMatchObject({ state: 'failed', error: { code: '5.2.1' } })
  })
  test('is found by what the report itself names or answers, where it brings no mail back', () => {
    const status = (fields = '') => [
      {
        type: 'message/delivery-status',
        text:
          `Reporting-MTA: dns; mx.test\n${fields}\nFinal-Recipient: rfc822; ana@x.test\nAction: failed\n` +
          'Status: 5.1.1\n',
      },
    ]
    expect(fateOf(status(), '')).toMatchObject({ state: 'failed', error: { kind: 'invalidRecipient' } })
    expect(namedIn(status('X-Original-Message-ID: <a@b>\n'), ['other@b'])).toEqual({ references: [], ids: ['a@b'] })
    expect(namedIn(status(), ['first@b', 'a@b'])).toEqual({ references: [], ids: ['a@b'] })
    expect(namedIn(status(), [])).toEqual({ references: [], ids: [] })
    expect(
      namedIn(
        [
          ...status(),
          {
            type: 'text/rfc822-headers',
            text:
              'Message-ID:\n <theirs@provider.test>\nX-Google-Original-Message-ID: <a@b>\nX-Recado-Reference: a@b\n' +
              ' 0123\n',
          },
        ],
        ['other@b'],
      ),
    ).toEqual({ references: ['a@b 0123'], ids: ['theirs@provider.test', 'a@b'] })
    expect(
      plainBounce(
        'Hi. This is the qmail-send program.\n<ana@x.test>:\nSorry, no mailbox here by that name. (#5.1.1)\n' +
          'Message-ID: <o@x.test>',
        /o@x\.test/,
      ),
    ).toMatchObject({
      error: { kind: 'invalidRecipient', code: '5.1.1', message: 'Sorry, no mailbox here by that name. (#5.1.1)' },
    })
  })
  test('reading reports is total', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            type: fc.constantFrom('message/delivery-status', 'text/rfc822-headers', 'message/disposition-notification'),
            text: fc
              .array(
                fc.constantFrom(
                  'Action: failed',
                  'Status: ',
                  '5.1.1',
                  'Action: delivered',
                  'Disposition: ;displayed',
                  'X-Recado-Reference: ',
                  'Message-ID: <a@b>',
                  '\r\n',
                  '\r\n\r\n',
                  ':',
                  ' ',
                  'x',
                ),
              )
              .map((each) => each.join('')),
          }),
          { maxLength: 4 },
        ),
        (reports) => {
          fateOf(reports, 'x')
          expect(namedIn(reports, ['o@x']).ids.length).toBeGreaterThan(0)
        },
      ),
    )
  })
})

test('addresses have one form', () => {
  expect(['  Ana@X.Test ', 'joao@Ação.test', 'Ana+1@x.test'].map(normaliseAddress)).toEqual(
    ['ana@x.test', 'joao@xn--ao-ela0a.test', 'ana+1@x.test'].map((each, index) =>
      index === 1 ? expect.stringMatching(/^joao@xn--/) : each,
    ),
  )
  expect(withoutPlus('loja+abc@x.br')).toEqual(['loja@x.br', 'abc'])
  for (const bad of ['a b@x.test', 'a@x.test\r\nBcc: b@x', '<a@x>', 'a@b@c', 'a@', '@b', '"a"@b'])
    expect(isAddress(bad)).toBe(false)
})

describe('cards', () => {
  test('are read in every version', () => {
    expect(
      readCards(
        'BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Souza;Jo=C3=A3o;;;\r\n' +
          'TEL;CELL:+55 11 9\r\nEND:VCARD\r\nBEGIN:VCARD\r\nVERSION:4.0\r\nFN:Bia\\, Lima\r\n' +
          'item1.TEL;VALUE=uri:tel:+5511\r\nEND:VCARD',
      ),
    ).toEqual([
      { name: 'João Souza', phones: ['+55 11 9'] },
      { name: 'Bia, Lima', phones: ['+5511'] },
    ])
  })
  test('what is written is read again, and nothing else is written', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            name: fc.stringMatching(/^[A-Za-zé,;\\ ]{1,20}[a-z]$/),
            phones: fc.array(fc.stringMatching(/^\+\d{8,15}$/), { maxLength: 3 }),
          }),
          { maxLength: 4 },
        ),
        (cards) => {
          expect(readCards(writeCards(cards))).toEqual(cards.map(({ name, phones }) => ({ name: name.trim(), phones })))
        },
      ),
    )
    expect(writeCards([{ name: 'a\r\nTEL:1', phones: [] }])).not.toMatch(/\nTEL/)
  })
})
