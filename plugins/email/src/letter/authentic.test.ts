import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isVouchedFor } from './authentic.ts'
import { readAuthenticationResults } from './authentication-results.ts'
import { readHead } from './head.ts'
import { isOfOneOrganisation, organisationOf } from './organisation.ts'

interface Mail {
  readonly from?: string
  readonly host?: string
  readonly server?: string
  readonly below?: readonly string[]
}
const received =
  'Received: from mx.cliente.test ([203.0.113.9]) by mx.empresa.test with ESMTPS id 1; Mon, 5 Jan 2026 10:00:00 -0300'
const field = (results: string): string => `Authentication-Results: ${results}`
/** A mail as it lies in the mailbox: what was written on top of it, the line of the last hop, and what was sent. */
const vouched = async (
  top: readonly string[],
  { from = 'ana@cliente.test', host = 'imap.empresa.test', server, below = [] }: Mail = {},
): Promise<boolean> =>
  isVouchedFor(
    await readHead(Buffer.from([...top, received, ...below, `From: ${from}`, 'Subject: Oi'].join('\r\n'))),
    host,
    server,
  )
const pass = 'dmarc=pass (p=none) header.from=cliente.test'

describe('a sender is genuine', () => {
  test.for<[string, string, Mail]>([
    ['by DMARC', `mx.empresa.test; ${pass}`, {}],
    [
      'by DKIM of the organisation',
      'mx.empresa.test; dkim=pass header.d=cliente.test',
      { from: 'a@loja.cliente.test' },
    ],
    ['by DKIM of a sister', 'mx.empresa.test; dkim=pass header.d=mail.cliente.test', { from: 'a@loja.cliente.test' }],
    ['by DKIM of an identity', 'mx.empresa.test; dkim=pass header.i=@cliente.test', {}],
    ['by SPF', 'mx.empresa.test; spf=pass smtp.mailfrom=ana@cliente.test', {}],
    ['by SPF in quotes', 'mx.empresa.test; spf=pass smtp.mailfrom="ana@cliente.test"', {}],
    [
      'by DKIM where there is no policy',
      'mx.empresa.test; dmarc=none header.from=cliente.test; dkim=pass header.d=cliente.test',
      {},
    ],
    ['with versions, spaces and capitals', 'MX.Empresa.TEST 1; DMARC/1 = Pass header.from = Cliente.Test', {}],
    ['with a comment in a comment', `mx.empresa.test (a (b\\) c) d); ${pass}`, {}],
    ['of a domain of a country', 'mx.empresa.test; dkim=pass header.d=mail.loja.com.br', { from: 'a@loja.com.br' }],
    ['by the IMAP host itself', `imap.empresa.test; ${pass}`, {}],
  ])('%s', async ([, results, mail]) => {
    expect(await vouched([field(results)], mail)).toBe(true)
  })

  test.for<[string, string, Mail]>([
    ['by DKIM of another', 'mx.empresa.test; dkim=pass header.d=spam.test', {}],
    ['when it failed', 'mx.empresa.test; dmarc=fail header.from=cliente.test', {}],
    [
      'when the policy failed and SPF did not',
      'mx.empresa.test; dmarc=fail header.from=cliente.test; spf=pass smtp.mailfrom=cliente.test',
      {},
    ],
    [
      'when the policy could not be asked',
      'mx.empresa.test; dmarc=temperror header.from=cliente.test; dkim=pass header.d=cliente.test',
      {},
    ],
    ['when it passed and failed', `mx.empresa.test; ${pass}; dmarc=fail header.from=cliente.test`, {}],
    [
      'when the policy is of another sender',
      'mx.empresa.test; dmarc=pass header.from=spam.test; dkim=pass header.d=cliente.test',
      {},
    ],
    ['when the policy names nobody', 'mx.empresa.test; dmarc=pass', {}],
    ['by a server that anybody can name', `mx.spam.test; ${pass}`, {}],
    ['by half a name', `mx.evilempresa.test; ${pass}`, {}],
    ['by a server without a name', pass, {}],
    ['by nothing', 'mx.empresa.test; none', {}],
    ['by a comment', `mx.empresa.test; spf=fail (${pass})`, {}],
    [
      'by a comment behind a comment in it',
      'mx.empresa.test; spf=fail (a (b) ; dmarc=pass header.from=cliente.test)',
      {},
    ],
    ['by a comment that does not end', `mx.empresa.test; spf=fail (x; ${pass}`, {}],
    ['by a comment that was ended for it', `mx.empresa.test; spf=fail (x)) ; ${pass}`, {}],
    [
      'by an address that was chosen well',
      'mx.empresa.test; spf=pass smtp.mailfrom="x; dmarc=pass header.from=cliente.test"@spam.test',
      {},
    ],
    [
      'by an address in a comment',
      'mx.empresa.test; spf=pass (of "x);dmarc=pass header.from=cliente.test("@spam.test) smtp.mailfrom=spam.test',
      {},
    ],
    [
      'by a reason',
      'mx.empresa.test; dkim=fail reason="x; dmarc=pass header.from=cliente.test" header.d=spam.test',
      {},
    ],
    ['by a quote that does not end', `mx.empresa.test; dkim=fail reason="x; ${pass}`, {}],
    ['by a property that was said twice', 'mx.empresa.test; dkim=pass header.d=spam.test header.d=cliente.test', {}],
    ['by a greeting', 'mx.empresa.test; spf=pass smtp.helo=cliente.test', {}],
    ['by a word that only begins so', 'mx.empresa.test; dmarc=passed header.from=cliente.test', {}],
    [
      'by a neighbour under a public suffix',
      'mx.empresa.test; dkim=pass header.d=spam.com.br',
      { from: 'a@loja.com.br' },
    ],
    ['by a public suffix', 'mx.empresa.test; dkim=pass header.d=com.br', { from: 'a@loja.com.br' }],
    [
      'by a neighbour at a host of sites',
      'mx.empresa.test; dkim=pass header.d=spam.github.io',
      { from: 'a@ana.github.io' },
    ],
    ['by a host of sites', 'mx.empresa.test; dkim=pass header.d=github.io', { from: 'a@ana.github.io' }],
    ['by a neighbour of the IMAP host', `spam.com.br; ${pass}`, { host: 'empresa.com.br' }],
    ['by a neighbour of the IMAP host, one level down', `mx.spam.com.br; ${pass}`, { host: 'imap.empresa.com.br' }],
    ['by a server of an address', `mx.1; ${pass}`, { host: '192.0.2.1' }],
    ['by a server of no domain', `mx; ${pass}`, { host: 'mail' }],
    ['by a field of a megabyte', `mx.empresa.test; ${'x'.repeat(20_000)}=y; ${pass}`, {}],
  ])('not %s', async ([, results, mail]) => {
    expect(await vouched([field(results)], mail)).toBe(false)
  })
})

describe('a field that no trusted server added', () => {
  const genuine = field(`mx.empresa.test; ${pass}`)
  test.for<[string, readonly string[], Mail, boolean]>([
    ['stands below the line of the last hop, where a sender’s own stands', [], { below: [genuine] }, false],
    [
      'stands below a line that the sender made, too',
      [],
      { below: ['Received: from a by mx.empresa.test', genuine] },
      false,
    ],
    [
      'stands below one that says otherwise',
      [field('mx.empresa.test; dmarc=fail header.from=cliente.test')],
      { below: [genuine] },
      false,
    ],
    ['stands below one of another', [field('mx.other.test; none')], { below: [genuine] }, false],
    [
      'stands below one of the server, which the settings name',
      [field('filtro.test; spf=fail smtp.mailfrom=spam.test')],
      { server: 'filtro.test', below: [field(`filtro.test; ${pass}`)] },
      false,
    ],
    [
      'is second below the line, and the settings name the server',
      [],
      {
        server: 'filtro.test',
        below: [field('filtro.test; dmarc=fail header.from=cliente.test'), field(`filtro.test; ${pass}`)],
      },
      false,
    ],
    ['is called by another name than the settings say', [genuine], { server: 'filtro.test' }, false],
    [
      'has no name, and the settings name the server of Microsoft’s customer',
      [],
      { host: 'outlook.office365.com', server: 'filtro.test', below: [field(pass)] },
      false,
    ],
    [
      'has the name of the mailbox at a provider that uses another',
      [],
      { host: 'imap.gmail.com', below: [field(`imap.gmail.com; ${pass}`)] },
      false,
    ],
    [
      'has a name at a provider that gives none',
      [],
      { host: 'outlook.office365.com', below: [field(`outlook.office365.com; ${pass}`)] },
      false,
    ],
    [
      'is one of the chain and not of the mail',
      ['ARC-Authentication-Results: i=1; mx.empresa.test; dmarc=pass header.from=cliente.test'],
      {},
      false,
    ],
    // And these did.
    ['stands below the line, of Gmail', [], { host: 'imap.gmail.com', below: [field(`mx.google.com; ${pass}`)] }, true],
    [
      'stands below the line, of Exchange Online',
      [],
      {
        host: 'outlook.office365.com',
        below: [
          field(
            `spf=pass (sender IP is 203.0.113.9) smtp.mailfrom=cliente.test; dkim=pass (signature was verified) ` +
              `header.d=cliente.test;dmarc=pass action=none header.from=cliente.test;compauth=pass reason=100`,
          ),
        ],
      },
      true,
    ],
    [
      'stands below the line, of the server that the settings name',
      [],
      { server: 'filtro.test', below: [field(`filtro.test; ${pass}`)] },
      true,
    ],
    [
      'stands below the line, of another machine of that server’s domain',
      [],
      { server: 'mx1.filtro.test', below: [field(`mx2.filtro.test; ${pass}`)] },
      true,
    ],
    ['is one of two on top', [field('mx.empresa.test; dkim=none'), genuine], {}, true],
  ])('%s', async ([, top, mail, genuine]) => {
    expect(await vouched(top, mail)).toBe(genuine)
  })

  test('is not believed where no server says that it received the mail', async () => {
    expect(
      isVouchedFor(await readHead(Buffer.from(`${genuine}\r\nFrom: ana@cliente.test`)), 'imap.empresa.test', undefined),
    ).toBe(false)
  })

  test('is not believed of one of several From fields, though the server says so', async () => {
    const top = [field(`mx.empresa.test; ${pass}`)]
    expect(await vouched(top, { below: ['From: eva@cliente.test'] })).toBe(false)
    expect(await vouched(top)).toBe(true)
  })

  test('cannot be brought about by anything that a sender writes below the line of the last hop', async () => {
    const line = fc.oneof(
      fc.constantFrom(
        genuine,
        field(pass),
        field(`imap.empresa.test; ${pass}`),
        received,
        'Received: by mx.empresa.test',
        ' folded',
        'From: ana@cliente.test',
        'X: y',
        '',
      ),
      fc.string({ maxLength: 60 }),
      fc
        .array(
          fc.constantFrom(
            'Authentication-Results:',
            ' mx.empresa.test',
            '; ',
            'dmarc=pass',
            ' header.from=cliente.test',
            '(',
            ')',
            '"',
            '\\',
            '\r\n ',
            '\n',
          ),
          { maxLength: 12 },
        )
        .map((each) => each.join('')),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 8 }), async (below) => {
        expect(await vouched([], { below })).toBe(false)
        expect(await vouched([field('mx.empresa.test; dmarc=fail header.from=cliente.test')], { below })).toBe(false)
      }),
      { numRuns: 300 },
    )
  })
})

describe('a field of results', () => {
  test('is read into a server and its results', () => {
    expect(
      readAuthenticationResults(
        'mx.x.test 1 (a); dkim=pass (ok) reason="good; very" header.d=a.test header.b="ab=" ;' +
          ' spf/1=softfail smtp.mailfrom=b.test; x; ;y=',
      ),
    ).toEqual({
      server: 'mx.x.test',
      results: [
        {
          method: 'dkim',
          verdict: 'pass',
          properties: new Map([
            ['reason', 'good; very'],
            ['header.d', 'a.test'],
            ['header.b', 'ab='],
          ]),
        },
        { method: 'spf', verdict: 'softfail', properties: new Map([['smtp.mailfrom', 'b.test']]) },
      ],
    })
    expect(readAuthenticationResults('"mx.x.test"; none')).toEqual({ server: 'mx.x.test', results: [] })
    expect(readAuthenticationResults('')).toEqual({ server: undefined, results: [] })
  })

  test('is read or passed over whatever it is, in little time', () => {
    const piece = fc.constantFrom(
      'mx.x.test',
      ';',
      'dkim=pass',
      'dmarc=',
      'header.from=',
      'a.test',
      '(',
      ')',
      '"',
      '\\',
      '@',
      ' ',
      '\t',
      '=',
      '/1',
      '\u0000',
      'é',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece, { maxLength: 40 }).map((each) => each.join('')),
        ),
        (text) => {
          readAuthenticationResults(text)
        },
      ),
      { numRuns: 2_000 },
    )
    const began = performance.now()
    for (const text of ['(', '"', '\\', 'a ', 'a=', ' ', ';', 'a / ', '" @', 'a=b c'])
      readAuthenticationResults(`mx; ${text.repeat(Math.floor(16_000 / text.length))}`)
    expect(performance.now() - began).toBeLessThan(1_000)
  })

  test('says nothing that stands in a comment or a quote', () => {
    const inert = fc.string({ maxLength: 20 }).map((each) => each.replace(/[()"\\@]/g, ''))
    fc.assert(
      fc.property(inert, inert, (before, after) => {
        const hidden = `${before}; dmarc=pass header.from=cliente.test ${after}`
        for (const text of [
          `mx.x.test; spf=fail (${hidden})`,
          `mx.x.test; spf=fail (a (${hidden}) b)`,
          `mx.x.test; spf=fail reason="${hidden}"`,
        ]) {
          expect(readAuthenticationResults(text)?.results.map(({ method, verdict }) => [method, verdict])).toEqual([
            ['spf', 'fail'],
          ])
        }
      }),
    )
  })
})

describe('an organisation', () => {
  test.for([
    ['mail.loja.com.br', 'loja.com.br'],
    ['loja.com.br', 'loja.com.br'],
    ['com.br', undefined],
    ['br', undefined],
    ['a.b.example.co.uk', 'example.co.uk'],
    ['ana.github.io', 'ana.github.io'],
    ['github.io', undefined],
    ['x.y.test', 'y.test'],
    ['MX.Example.COM', 'example.com'],
    ['example.com.', 'example.com'],
    ['xn--ao-ela0a.com.br', 'xn--ao-ela0a.com.br'],
    ['192.0.2.1', undefined],
    ['localhost', undefined],
    ['', undefined],
    ['.', undefined],
    ['a..b', undefined],
  ] as const)('%s: %s', ([domain, organisation]) => {
    expect(organisationOf(domain)).toBe(organisation)
  })

  test('is its own, and no other’s', () => {
    expect([
      isOfOneOrganisation('com.br', 'com.br'),
      isOfOneOrganisation('a.com.br', 'b.com.br'),
      isOfOneOrganisation('a.x.com.br', 'b.x.com.br'),
      isOfOneOrganisation('192.0.2.1', '192.0.2.2'),
    ]).toEqual([true, false, true, false])
    fc.assert(
      fc.property(fc.oneof(fc.domain(), fc.string()), fc.oneof(fc.domain(), fc.string()), (one, other) => {
        expect(isOfOneOrganisation(one, other)).toBe(isOfOneOrganisation(other, one))
      }),
    )
  })
})
