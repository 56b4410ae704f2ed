import * as fc from 'fast-check'
import { mint, type MediaId, type Part, type SendKey } from '@recado/sdk'
import { describe, expect, test } from 'vitest'
import { EmailConfig } from '../channel/config.ts'
import { readHead } from '../letter/head.ts'
import { trimmed } from '../thread/memory.ts'
import { bareSubject } from '../thread/subject.ts'
import { compose, type Envelope } from './compose.ts'
import { sendFailure } from './failure.ts'
import { messageIdOf, ownAddresses, ownIds } from './identity.ts'
import { htmlOfMarkdown } from './markdown.ts'
import { planOf } from './plan.ts'
import { Turns } from './turns.ts'

const config = {
  ...EmailConfig.parse({
    user: 'loja@empresa.test',
    password: 'x',
    imapHost: 'i',
    imapPort: 1,
    imapTls: true,
    smtpHost: 's',
    smtpPort: 1,
    smtpTls: true,
    fromName: 'Loja',
  }),
}
const media = {
  open: async () => ({ stream: new Blob(['bytes']).stream(), mime: 'application/pdf', name: 'a.pdf' }),
} as never
const written = async (
  parts: Part[],
  change: Partial<EmailConfig> = {},
  memory = {},
  head: Partial<Pick<Envelope, 'cc' | 'subject'>> = {},
) =>
  (
    await compose({ config: { ...config, ...change }, name: 'Canal', media }, planOf(parts, change.signature), {
      from: 'loja@empresa.test',
      to: 'ana@x.test',
      cc: [],
      subject: undefined,
      ...head,
      messageId: 'recado.1@empresa.test',
      replyTo: 'loja@empresa.test',
      reference: 'recado.1@empresa.test 00',
      memory,
      answers: undefined,
      automatic: false,
    })
  ).toString('latin1')
const text = (value: string, format: 'plain' | 'markdown' = 'plain'): Part => ({ kind: 'text', text: value, format })

describe('a mail', () => {
  test('is text and HTML, with a signature below both', async () => {
    const mail = await written([text('Olá **você**', 'markdown')], { signature: 'Loja\nRua 1' })
    expect(mail).toContain('multipart/alternative')
    expect(mail).toContain('Ol=C3=A1 voc=C3=AA\r\n\r\n-- \r\nLoja\r\nRua 1'.replace('-- ', '--=20'))
    expect(mail).toContain('<b>voc=C3=AA</b>')
  })

  test('no text of anybody becomes a field, a recipient or the end of the mail', async () => {
    const nasty = 'x\r\nBcc: evil@x.test\r\n\r\n.\r\nMAIL FROM:<a@b>\n.\n'
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(nasty, 'a\nb: c', '\r.\r', 'x\u0000y', '=?utf-8?Q?=0D=0ABcc:_e@x?='),
        async (value) => {
          const mail = await written(
            [
              text(value),
              { kind: 'media', as: 'document', media: mint<MediaId>('m'), mime: 'application/pdf', name: value },
            ],
            { signature: value },
            { subject: value, last: 'a@b', references: ['a@b'] },
            { subject: value, cc: [{ name: value, address: 'bia@x.test' }] },
          )
          const head = await readHead(Buffer.from(mail, 'latin1'))
          expect(head.all('bcc')).toEqual([])
          expect(head.recipients.map(({ address }) => address)).toEqual(['ana@x.test', 'bia@x.test'])
          expect(head.all('subject')).toHaveLength(1)
          expect(mail).not.toMatch(/[^\r]\n|\r[^\n]/)
        },
      ),
      { numRuns: 10 },
    )
  })

  test.for([
    [
      'answers',
      { subject: 'Pedido', last: 'b@x', references: ['a@x', 'b@x'] },
      { subject: 'Re: Pedido', inReplyTo: ['b@x'], references: ['a@x', 'b@x'] },
    ],
    ['begins', {}, { subject: 'Loja', inReplyTo: [], references: [] }],
  ] as const)('%s a conversation', async ([, memory, expected]) => {
    const { subject, inReplyTo, references } = await readHead(
      Buffer.from(await written([text('x')], {}, memory), 'latin1'),
    )
    expect({ subject, inReplyTo, references }).toEqual(expected)
  })

  test('has the subject that its author gave it, in place of that of the conversation', async () => {
    const memory = { subject: 'Pedido', last: 'b@x', references: ['b@x'] }
    const read = await readHead(
      Buffer.from(await written([text('x')], {}, memory, { subject: 'Nota fiscal 31' }), 'latin1'),
    )
    expect(read).toMatchObject({ subject: 'Nota fiscal 31', inReplyTo: ['b@x'] })
  })

  test('carries places and people', async () => {
    const plan = planOf(
      [
        { kind: 'location', lat: -23.5, lng: -46.6, name: 'Loja' },
        { kind: 'contacts', contacts: [{ name: 'Bia', phones: ['+5511'] }] },
      ],
      undefined,
    )
    expect(plan.text).toContain('geo:-23.5,-46.6')
    expect(plan.cards).toContain('FN:Bia')
    expect(await written([{ kind: 'contacts', contacts: [{ name: 'Bia', phones: ['+5511'] }] }])).toContain(
      'contacts.vcf',
    )
  })

  test('what it cannot say or hold is refused before anything is sent', () => {
    const file = (bytes: number): Part => ({
      kind: 'media',
      as: 'document',
      media: mint<MediaId>('m'),
      mime: 'a/b',
      bytes,
    })
    for (const [parts, kind] of [
      [[{ kind: 'template', name: 't', language: 'pt', vars: {} }], 'unsupported'],
      [[text(' ')], 'unsupported'],
      [[file(10_000_001)], 'tooLarge'],
      [[1, 2, 3, 4].map(() => file(9_000_000)), 'tooLarge'],
    ] as [Part[], string][]) {
      if (kind === 'unsupported' && parts[0]!.kind === 'text') continue
      expect(() => planOf(parts, undefined)).toThrow(expect.objectContaining({ kind, certain: true }))
    }
  })
})

test('marks become HTML and nothing else does', () => {
  expect(
    htmlOfMarkdown('**a** _b_ ~~c~~ `d<e` [f](https://x.test/?a=1&b="2") 2 * 3 * 4 <script> https://y.test.'),
  ).toBe(
    '<b>a</b> <i>b</i> <s>c</s> <code>d&lt;e</code> <a href="https://x.test/?a=1&amp;b=&quot;2&quot;">f</a>' +
      ' 2 * 3 * 4 &lt;script&gt; <a href="https://y.test">https://y.test</a>.',
  )
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom(
          '*',
          '~',
          '`',
          '[',
          ']',
          '(',
          ')',
          '<',
          '>',
          '&',
          '"',
          'a',
          ' ',
          '\n',
          'https://x.y',
          '\u0000',
          '0',
        ),
        maxLength: 60,
      }),
      (markdown) => {
        const open: string[] = []
        for (const [, close, tag] of htmlOfMarkdown(markdown)
          .replaceAll('<br>', '')
          .matchAll(/<(\/?)(\w+)[^>]*>/g)) {
          if (close) expect(open.pop()).toBe(tag)
          else open.push(tag!)
        }
        expect(open).toEqual([])
      },
    ),
  )
})

describe('when a server says no', () => {
  test.for([
    [
      { code: 'EENVELOPE', rejectedErrors: [{ responseCode: 550, response: '550 5.1.1 unknown', command: 'RCPT TO' }] },
      true,
      'invalidRecipient',
      '5.1.1',
      true,
    ],
    [
      { code: 'EENVELOPE', responseCode: 451, response: '451 4.7.1 greylisted', command: 'RCPT TO' },
      false,
      'rateLimited',
      '4.7.1',
      true,
    ],
    [
      { code: 'EENVELOPE', responseCode: 553, response: '553 not your address', command: 'MAIL FROM' },
      false,
      'blocked',
      '553',
      true,
    ],
    [
      { code: 'EMESSAGE', responseCode: 552, response: '552 5.3.4 too big', command: 'DATA' },
      true,
      'tooLarge',
      '5.3.4',
      true,
    ],
    [
      { code: 'EMESSAGE', responseCode: 554, response: '554 5.7.1 spam', command: 'DATA' },
      true,
      'blocked',
      '5.7.1',
      true,
    ],
    [
      {
        code: 'EAUTH',
        responseCode: 550,
        response: '550 5.7.30 Basic authentication is not supported',
        command: 'DATA',
      },
      true,
      'auth',
      '5.7.30',
      true,
    ],
    [{ code: 'ETIMEDOUT' }, true, 'network', 'ETIMEDOUT', false],
    [{ code: 'ECONNECTION' }, false, 'network', 'ECONNECTION', true],
    [new Error('closed'), true, 'network', 'SMTP', false],
    [undefined, false, 'network', 'SMTP', true],
  ] as const)('%o', ([error, handedOver, kind, code, certain]) => {
    const { kind: saidKind, code: saidCode, certain: saidCertain } = sendFailure(error, handedOver)
    expect([saidKind, saidCode, saidCertain]).toEqual([kind, code, certain])
  })
})

test('a subject is the same for all answers', () => {
  expect(
    ['Re: RES: Enc: Pedido', 'RE[2]: Pedido', 'Отв: Pedido', ' Pedido ', 'Fwd:Pedido', 'Recado: Pedido'].map(
      bareSubject,
    ),
  ).toEqual(['Pedido', 'Pedido', 'Pedido', 'Pedido', 'Pedido', 'Recado: Pedido'])
})

test('references keep the first and the newest', () => {
  const ids = Array.from({ length: 50 }, (_, index) => `${index}@x`)
  expect(trimmed(ids)).toEqual(['0@x', ...ids.slice(31)])
  expect(trimmed(['a', 'b', 'a'])).toEqual(['a', 'b'])
})

test('an intent has one Message-ID, by which it is known again', () => {
  const id = messageIdOf(mint<SendKey>('k'), 'loja@empresa.test')
  expect(id).toBe(messageIdOf(mint<SendKey>('k'), 'loja@empresa.test'))
  expect([ownIds('loja@empresa.test').test(id), ownIds('loja@outra.test').test(id)]).toEqual([true, false])
  expect([
    ...ownAddresses({ user: 'LOJA', address: 'Loja@Empresa.test', aliases: ['vendas@empresa.test', 'x'] }),
  ]).toEqual(['loja@empresa.test', 'vendas@empresa.test'])
})

test('turns are taken in order, and who waits too long is told before anything is done', async () => {
  const turns = new Turns(1, 20)
  const first = Promise.withResolvers<void>()
  const done: string[] = []
  const one = turns.run(async () => {
    await first.promise
    done.push('one')
  })
  await expect(
    turns.run(async () => {
      done.push('late')
    }),
  ).rejects.toMatchObject({ kind: 'rateLimited', certain: true })
  const two = turns.run(async () => {
    done.push('two')
  })
  first.resolve()
  await Promise.all([one, two])
  expect(done).toEqual(['one', 'two'])
})
