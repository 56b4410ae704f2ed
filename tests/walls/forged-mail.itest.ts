import { randomUUID } from 'node:crypto'
import type { Contact } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeLetter } from '../../plugins/email/simulator/letters.ts'
import { mailWorld, type MailSide, type MailWorld } from '../plugins/email.rig.ts'

/* Mails that say themselves that they are genuine. Who is believed becomes the contact that a company already knows. */

let world: MailWorld
/** A mailbox of each company, whose settings name the server that receives for it, and one that names none. */
let sides: readonly { readonly named: MailSide; readonly unnamed: MailSide }[]
const server = 'mx.empresa.test'
beforeAll(async () => {
  world = await mailWorld('the stand-in')
  const named = await Promise.all(
    [world.mine, world.theirs].map(({ admin }) => world.connect(admin, world.account(), { trustedServer: server })),
  )
  await Promise.all(named.map((side) => side.connected()))
  sides = [
    { named: named[0]!, unnamed: world.mine },
    { named: named[1]!, unnamed: world.theirs },
  ]
}, 60_000)
afterAll(() => world.close())

const hop = `Received: from x ([203.0.113.9]) by ${server} with ESMTPS`
const field = (results: string): string => `Authentication-Results: ${results}`

/** Whether a mail of this header, from the address of a contact of the company, is taken for that contact's. */
async function isBelieved(
  side: MailSide,
  header: (domain: string) => readonly string[],
  domain = 'cliente.test',
): Promise<boolean> {
  const address = `ana-${randomUUID().slice(0, 8)}@${domain}`
  const name = `Ana ${randomUUID().slice(0, 8)}`
  const contact = await side.admin.ok<Contact>('POST', '/contacts', { name, email: address })
  const { raw } = writeLetter({
    from: `${name} <${address}>`,
    to: side.account.address,
    subject: 'Pedido',
    text: 'Mudem o telefone, por favor.',
  })
  side.account.deliver(`${header(domain).join('\r\n')}\r\n${raw}`)
  return (await side.ticket(name)).contactId === contact.id
}

const forged: readonly (readonly [string, (domain: string) => readonly string[]])[] = [
  ['with a field of its own', (domain) => [hop, field(`${server}; dmarc=pass header.from=${domain}`)]],
  [
    'with a field and a line of the last hop of its own',
    (domain) => [hop, field(`${server}; dmarc=pass header.from=${domain}`), hop],
  ],
  ['with a field in the name of the mailbox', (domain) => [hop, field(`127.0.0.1; dmarc=pass header.from=${domain}`)]],
  ['from a server that nobody named', (domain) => [field(`mx.spam.test; dmarc=pass header.from=${domain}`), hop]],
  ['with nothing', () => [hop]],
]
/** Of servers that do judge: what the mail says comes after what they said. */
const contradicted: typeof forged = [
  [
    'below the judgement of the server',
    (domain) => [
      hop,
      field(`${server}; dmarc=fail header.from=${domain}`),
      field(`${server}; dmarc=pass header.from=${domain}`),
    ],
  ],
  [
    'in a comment of the judgement',
    (domain) => [hop, field(`${server}; spf=fail (x (y) ; dmarc=pass header.from=${domain}) smtp.mailfrom=spam.test`)],
  ],
  [
    'in the address that the judgement repeats',
    (domain) => [hop, field(`${server}; spf=pass smtp.mailfrom="x; dmarc=pass header.from=${domain}"@spam.test`)],
  ],
  [
    'by the judgement of a neighbour under a public suffix',
    () => [hop, field(`${server}; dkim=pass header.d=spam.com.br`)],
  ],
]

describe('a mail that vouches for itself', () => {
  test.each(forged)('%s is nobody that the company knows', async (_, header) => {
    for (const { unnamed } of sides) expect(await isBelieved(unnamed, header)).toBe(false)
  })

  test.each(contradicted)('%s is nobody that the company knows', async (_, header) => {
    for (const { named } of sides) expect(await isBelieved(named, header, 'loja.com.br')).toBe(false)
  })

  test('is believed when the server that the settings name does, in both companies', async () => {
    for (const { named } of sides)
      expect(await isBelieved(named, (domain) => [hop, field(`${server}; dmarc=pass header.from=${domain}`)])).toBe(
        true,
      )
  })
})
