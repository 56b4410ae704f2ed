import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readHead } from '../letter/head.ts'
import { writtenBy } from './author.ts'

const own = new Set(['loja@empresa.test'])
const head = (...lines: string[]) => readHead(Buffer.from(lines.join('\r\n')))

test.for([
  [
    'a person',
    ['From: Ana <ana@x.test>', 'To: loja@empresa.test'],
    { sender: { address: 'ana@x.test' }, isSelf: false, isFrom: true },
  ],
  [
    'a form on our own site',
    ['From: Loja <loja@empresa.test>', 'Reply-To: Ana <ana@x.test>', 'To: loja@empresa.test'],
    { sender: { address: 'ana@x.test' }, isSelf: false, isFrom: false },
  ],
  [
    'a system that nobody reads',
    ['From: Mercado <no-reply@m.test>', 'Reply-To: <x1@m.test>'],
    { sender: { name: 'Mercado', address: 'x1@m.test' }, isFrom: false },
  ],
  [
    'ourselves, to somebody',
    ['From: loja@empresa.test', 'To: loja@empresa.test, ana@x.test'],
    { sender: { address: 'ana@x.test' }, isSelf: true },
  ],
  ['ourselves, to ourselves', ['From: loja+x@empresa.test', 'To: loja@empresa.test'], undefined],
  ['nobody', ['To: loja@empresa.test'], { sender: { address: 'unknown-sender@invalid' }, isSelf: false }],
  [
    'somebody who wants the answer elsewhere',
    ['From: ana@x.test', 'Reply-To: eva@x.test'],
    { sender: { address: 'ana@x.test' }, isFrom: true },
  ],
] as const)('a mail of %s', async ([, lines, expected]) => {
  const written = writtenBy(await head(...lines), own, true)
  if (expected === undefined) expect(written).toBeUndefined()
  else expect(written).toMatchObject(expected)
})

describe('what a form sends', () => {
  const company = new Set(['vendas@marca.com.br'])
  const contact = ['Reply-To: Rui <rui@x.test>', 'To: vendas@marca.com.br']
  const from = async (address: string, own: ReadonlySet<string> = company, isOn = true, ...more: string[]) =>
    writtenBy(await head(`From: Site <${address}>`, ...contact, ...more), own, isOn)
  const person = { sender: { name: 'Rui', address: 'rui@x.test' }, isSelf: false, isFrom: false }

  test.for([
    'noreply@formularios.test',
    'no_reply@crm.test',
    'forms-receipts-noreply@google.com',
    'nao-responda@loja.test',
    'no.responder@tienda.test',
    'wordpress@site.test',
    'contact-form@host.test',
    'notifications+77@typeform.test',
    'contato@marca.com.br',
    'site@www.marca.com.br',
    'form-submission@construtor.test',
    'formresponses@paginas.test',
    'mailer@loja-virtual.test',
    'www-data@srv12.hospeda.test',
    'apache@srv9.hospeda.test',
    'nao.responder@formulario.test',
    'leads-noreply@anuncios.test',
    'webform@universidade.test',
  ])('from %s is the reply address’s', async (address) => {
    expect(await from(address)).toEqual(person)
  })

  test.for([
    'bia@x.test',
    'reply@x.test',
    'norepl@x.test',
    'formanti@x.test',
    'vendas@outramarca.com.br',
    'mailer-daemon@x.test',
    'postmaster@x.test',
    'informal@x.test',
    'robotica@x.test',
    'formosa.silva@x.test',
  ])('is not what %s sends', async (address) => {
    expect(await from(address)).toMatchObject({ sender: { address }, isFrom: true })
  })

  test('is not what a colleague answers', async () => {
    for (const field of ['In-Reply-To: <1@x.test>', 'References: <1@x.test>'])
      expect(await from('bia@marca.com.br', company, true, field)).toMatchObject({
        sender: { address: 'bia@marca.com.br' },
      })
  })

  test('is not what a colleague answers for', async () => {
    const written = writtenBy(await head('From: bia@marca.com.br', 'Reply-To: equipe@marca.com.br'), company, true)
    expect(written).toMatchObject({ sender: { address: 'bia@marca.com.br' }, isFrom: true })
  })

  test('is not what another customer of the same provider sends', async () => {
    for (const [mailbox, sender] of [
      ['marca@gmail.com', 'bia@gmail.com'],
      ['marca@yahoo.com.br', 'bia@yahoo.com.br'],
      ['marca@uol.com.br', 'bia@uol.com.br'],
    ] as const)
      expect(await from(sender, new Set([mailbox]))).toMatchObject({ sender: { address: sender }, isFrom: true })
  })

  test('is the sender’s where the mailbox says so, unless the sender is ourselves', async () => {
    expect(await from('noreply@formularios.test', company, false)).toMatchObject({ isFrom: true })
    expect(await from('contato@marca.com.br', company, false)).toMatchObject({ isFrom: true })
    expect(await from('vendas@marca.com.br', company, false)).toEqual(person)
  })

  test('is the sender’s where the mailbox itself is to be answered', async () => {
    const mail = await head('From: noreply@crm.test', 'Reply-To: Vendas <vendas@marca.com.br>')
    expect(writtenBy(mail, company, true)).toMatchObject({ sender: { address: 'noreply@crm.test' }, isFrom: true })
  })

  test('has the name of the form only where the form hides the address', async () => {
    const read = async (...lines: string[]) => writtenBy(await head(...lines), company, true)?.sender
    expect(await read('From: Contato do site <noreply@forms.test>', 'Reply-To: rui@x.test')).toEqual({
      name: '',
      address: 'rui@x.test',
    })
    expect(await read('From: Rui M. <noreply@feira.test>', 'Reply-To: c77@chat.feira.test')).toEqual({
      name: 'Rui M.',
      address: 'c77@chat.feira.test',
    })
  })

  test('never lets the reply address of anybody else decide', async () => {
    const letters = fc.stringMatching(/^[a-z]{2,9}$/)
    await fc.assert(
      fc.asyncProperty(letters, letters, letters, async (name, domain, other) => {
        fc.pre(!/form|wordpress|submission|notification/.test(name))
        const mail = await head(`From: ${name}@${domain}.test`, `Reply-To: ${other}@outro.test`)
        expect(writtenBy(mail, company, true)).toMatchObject({ sender: { address: `${name}@${domain}.test` } })
      }),
    )
  })
})

describe('a mail that a list sends in its own name is the author’s', () => {
  test.for([
    [
      'as Google Groups says it',
      [
        'From: "\'Rui Melo\' via Atendimento" <atendimento@grupo.test>',
        'Reply-To: atendimento@grupo.test',
        'X-Original-From: Rui Melo <rui@x.test>',
        'X-Original-Sender: rui@x.test',
        'Mailing-list: list atendimento@grupo.test; contact atendimento+owners@grupo.test',
        'List-ID: <atendimento.grupo.test>',
      ],
      { name: 'Rui Melo', address: 'rui@x.test' },
    ],
    [
      'as Google Groups says it of a sender without a name',
      [
        'From: "\'rui@x.test\' via Atendimento" <atendimento@grupo.test>',
        'X-Original-Sender: rui@x.test',
        'List-Post: <https://groups.google.com/a/grupo.test>, <mailto:atendimento@grupo.test>',
      ],
      { name: 'rui@x.test', address: 'rui@x.test' },
    ],
    [
      'as Mailman says it',
      [
        'From: Rui Melo via Clientes <clientes@listas.test>',
        'Reply-To: Rui Melo <rui@x.test>',
        'List-Id: Clientes da loja <clientes.listas.test>',
      ],
      { name: 'Rui Melo', address: 'rui@x.test' },
    ],
    [
      'as Mailman says it where answers go to the list too',
      [
        'From: =?utf-8?Q?J=C3=BCrgen_=C3=BCber_Kunden?= <kunden@listas.test>',
        'Reply-To: Kunden <kunden@listas.test>, juergen@x.test',
        'List-Post: <mailto:kunden@listas.test>',
      ],
      { name: 'Jürgen', address: 'juergen@x.test' },
    ],
    [
      'as Mailman says it where answers go to the list alone',
      [
        'From: Rui Melo via Clientes <clientes@listas.test>',
        'Reply-To: Clientes <clientes@listas.test>',
        'X-MailFrom: rui@x.test',
        'List-Id: <clientes.listas.test>',
      ],
      { name: 'Rui Melo', address: 'rui@x.test' },
    ],
    [
      'as Sympa says it',
      [
        'From: "Rui Melo (via clientes Mailing List)" <clientes@listas.test>',
        'Reply-To: Rui Melo <rui@x.test>',
        'List-Id: <clientes.listas.test>',
      ],
      { name: 'Rui Melo', address: 'rui@x.test' },
    ],
    [
      'as groups.io says it',
      [
        'From: "Rui Melo via grupos.test" <rui.melo=x.test@grupos.test>',
        'Reply-To: clientes@grupos.test',
        'List-Id: <clientes.grupos.test>',
        'Mailing-List: list clientes@grupos.test; contact clientes+owner@grupos.test',
      ],
      { name: 'Rui Melo', address: 'rui.melo@x.test' },
    ],
    [
      'where the list is one of our own addresses',
      ['From: Eva via Loja <loja@empresa.test>', 'Reply-To: Eva <eva@x.test>', 'List-Id: <loja.empresa.test>'],
      { name: 'Eva', address: 'eva@x.test' },
    ],
  ] as const)('%s', async ([, lines, sender]) => {
    expect(writtenBy(await head(...lines), own, true)).toEqual({ sender, isSelf: false, isFrom: false })
  })

  test.for([
    [
      'the list has not replaced it',
      ['From: Rui <rui@x.test>', 'Reply-To: clientes@listas.test', 'List-Id: <clientes.listas.test>'],
      'rui@x.test',
    ],
    [
      'the list has not replaced it, and somebody else is to be answered',
      ['From: Rui <rui@x.test>', 'Reply-To: eva@y.test', 'List-Id: <clientes.listas.test>'],
      'rui@x.test',
    ],
    ['no list sent it', ['From: Rui via Agenda <rui@x.test>', 'Reply-To: eva@y.test'], 'rui@x.test'],
    ['no list sent it, whatever it says', ['From: rui@x.test', 'X-Original-From: eva@y.test'], 'rui@x.test'],
    [
      'the address hides none',
      ['From: Rui via Clientes <r=1@listas.test>', 'List-Id: <clientes.listas.test>'],
      'r=1@listas.test',
    ],
    ['no list sent it, whatever its address says', ['From: Rui via L <rui=y.test@x.test>'], 'rui=y.test@x.test'],
    [
      'the sender is no address',
      ['From: Eva via C <c@l.test>', 'X-MailFrom: <>', 'List-Post: <mailto:c@l.test>'],
      'c@l.test',
    ],
    [
      'only we are named',
      [
        'From: Loja via Clientes <clientes@listas.test>',
        'Reply-To: loja@empresa.test',
        'List-Id: <clientes.listas.test>',
      ],
      'clientes@listas.test',
    ],
  ] as const)('unless %s', async ([, lines, address]) => {
    expect(writtenBy(await head(...lines), own, true)).toMatchObject({ sender: { address }, isFrom: true })
  })

  test('and never ours, whatever the fields say', async () => {
    const fields = ['From', 'Reply-To', 'X-Original-From', 'List-Post', 'List-Id', 'X-BeenThere', 'Mailing-list', 'To']
    const values = [
      'loja@empresa.test',
      'Rui via L <l@x.test>',
      '<mailto:l@x.test>',
      'l.x.test',
      'list l@x.test',
      '<',
      '',
    ]
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...fields), fc.constantFrom(...values)), { maxLength: 8 }),
        async (lines) => {
          const written = writtenBy(await head(...lines.map(([name, value]) => `${name}: ${value}`)), own, true)
          if (written) expect(own.has(written.sender.address)).toBe(false)
        },
      ),
    )
  })
})
