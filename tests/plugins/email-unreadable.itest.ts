import { randomUUID } from 'node:crypto'
import type { Message } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../harness/app.ts'
import { isHere, mailWorld, servers, type MailWorld } from './email.rig.ts'

/* Mails of which nothing can be shown: they are kept as files, and never become a message without content. */

const base64 = (bytes: readonly number[]): string => Buffer.from(bytes).toString('base64')
const part = (type: string, encoding: string, body: string): string =>
  `Content-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}\r\n`
const both = (kind: string, parts: readonly string[]): string =>
  `Content-Type: multipart/${kind}; boundary=cut\r\n\r\n` +
  `${parts.map((each) => `--cut\r\n${each}\r\n`).join('')}--cut--\r\n`

const unreadable: readonly (readonly [name: string, mail: string])[] = [
  ['no body at all', '\r\n'],
  ['nothing but blank lines', part('text/plain; charset=utf-8', '7bit', '\r\n  \r\n')],
  ['HTML without a word', part('text/html; charset=utf-8', '8bit', '<body><p><o:p>&nbsp;</o:p></p></body>')],
  [
    'HTML of a picture elsewhere',
    part('text/html', '7bit', '<a href="https://x.test"><img src="https://x.test/b"></a>'),
  ],
  ['base64 that decodes to nothing', part('text/plain; charset=utf-8', 'base64', '=%%%=')],
  ['the bytes of something else', part('text/plain', 'base64', base64([0, 1, 2, 255, 0, 254, 3, 4, 5, 6, 7, 8, 0, 0]))],
  ['what only its owner can decrypt', part('application/pkcs7-mime; name=smime.p7m', 'base64', 'MIIBIjAN')],
  [
    'what only a key of PGP decrypts',
    both('encrypted; protocol="application/pgp-encrypted"', [
      part('application/pgp-encrypted', '7bit', 'Version: 1'),
      part('application/octet-stream; name=encrypted.asc', '7bit', '-----BEGIN PGP MESSAGE-----'),
    ]),
  ],
  [
    'an empty text with a signature',
    both('signed', [
      part('text/plain', '7bit', ''),
      part('application/pgp-signature', '7bit', '-----BEGIN PGP SIGNATURE-----'),
    ]),
  ],
]

describe.each(servers.filter(isHere))('mails that cannot be read, with %s', (server) => {
  let world: MailWorld
  beforeAll(async () => {
    world = await mailWorld(server)
  })
  afterAll(() => world.close())

  async function arrived(subject: string, mail: string): Promise<Message> {
    const name = `caso${randomUUID().slice(0, 8)}`
    world.mine.account.deliver(
      `From: ${name} <${name}@cliente.test>\r\nTo: ${world.mine.account.address}\r\nSubject: ${subject}\r\n` +
        `Date: ${new Date().toUTCString().replace('GMT', '+0000')}\r\nMIME-Version: 1.0\r\n${mail}`,
    )
    const [message] = await eventually(
      async () => world.mine.messages(await world.mine.ticket(name)),
      (found) => found.length > 0 && found.every(({ parts }) => parts.every(({ kind }) => kind !== 'pendingMedia')),
    )
    return message!
  }
  const namesIn = ({ parts }: Message): readonly unknown[] =>
    parts.map((each) =>
      'text' in each ? each.text : 'subject' in each ? each.subject : 'name' in each ? each.name : each.kind,
    )

  test.each(unreadable)('%s is kept as a file with its subject as name', async (_, mail) => {
    expect(namesIn(await arrived('Troca de pedido', mail))).toEqual(['Troca de pedido', 'Troca de pedido.eml'])
  })

  test('the file is the mail as it came', async () => {
    const { media } = await arrived('Cifrado', unreadable[6]![1])
    const kept = await (await fetch(world.base + media[0]!.url)).text()
    expect(kept).toMatch(/^Subject: Cifrado\r?$/m)
    expect(kept).toContain('MIIBIjAN')
  })

  test('a mail without a subject is kept as well', async () => {
    expect(namesIn(await arrived('', '\r\n'))).toEqual(['mail.eml'])
  })

  test('a file without a word beside it is that file alone', async () => {
    const mail = both('mixed', [
      part('text/html', '7bit', '<div dir="auto"></div>'),
      part('application/pdf; name=boleto.pdf', 'base64', base64([...Buffer.from('%PDF-1.4')])),
    ])
    expect(namesIn(await arrived('Boleto', mail))).toEqual(['Boleto', 'boleto.pdf'])
  })
})
