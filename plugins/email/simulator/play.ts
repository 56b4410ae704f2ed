import type { Faults, SimulatorAnswer, SimulatorRequest } from '@recado/sdk/testing/simulator'
import type { Account, Customer } from './account.ts'
import { readMime, sectionOf, valueOf, type MimePart } from './imap/mime.ts'
import type { ImapFault, ImapServer } from './imap/server.ts'
import type { SmtpFault } from './smtp/server.ts'
import { unescaped, worded } from './words.ts'

/** What the page needs of the provider that it plays. */
export interface Played {
  readonly accounts: ReadonlyMap<string, Account>
  readonly imap: ImapServer
  readonly imapFaults: Faults<ImapFault>
  readonly smtpFaults: Faults<SmtpFault>
}

/** What the page asks: the mails of both sides, and everything that the customer and the provider do. */
export async function playRoutes(simulator: Played, request: SimulatorRequest): Promise<SimulatorAnswer> {
  const [account] = simulator.accounts.values()
  if (!account) return { status: 404 }
  const fields = await request.fields()
  const text = (name: string): string => String(fields[name] ?? '')
  const customer = account.customer(
    text('name') || 'Maria Silva',
    (text('address') || 'maria@cliente.test').toLowerCase(),
  )
  switch (request.url.pathname) {
    case '/play/state':
      return { body: { address: account.address, imap: simulator.imap.connected, mails: mailsOf(account, customer) } }
    case '/play/write':
      customer.write({ subject: text('subject'), text: text('text'), ...(await attached(fields['file'])) })
      break
    case '/play/html':
      customer.write({
        subject: text('subject') || 'Com formatação',
        text: text('text'),
        html:
          `<div style="font-family:Georgia"><h2>${text('subject')}</h2><p>${text('text')}</p><table border="1"><tr>` +
          '<td>Pedido</td><td><b>42</b></td></tr></table><p><a href="https://example.test">um link</a> ' +
          '<img src="https://tracker.example.test/pixel.gif"></p></div>',
      })
      break
    case '/play/reply':
      customer.reply(text('text'), await attached(fields['file']))
      break
    case '/play/bounce':
      customer.bounce()
      break
    case '/play/delivered':
      customer.bounce({ action: 'delivered', status: '2.0.0' })
      break
    case '/play/read':
      customer.acknowledge()
      break
    case '/play/away':
      customer.outOfOffice()
      break
    case '/play/twice': {
      const raw = account.mailbox.inbox.mails.at(-1)?.raw()
      if (raw !== undefined) account.deliver(raw)
      break
    }
    case '/play/fault':
      fault(simulator, account, text('what'))
      break
    default:
      return { status: 404 }
  }
  return { body: {} }
}

function fault(simulator: Played, account: Account, what: string): void {
  switch (what) {
    case 'password':
      account.password = account.password.endsWith('!') ? account.password.slice(0, -1) : `${account.password}!`
      simulator.imap.dropAll()
      break
    case 'drop':
      simulator.imap.dropAll()
      break
    case 'slow':
      simulator.imapFaults.plan('UID FETCH', { slowMs: 5_000 })
      break
    case 'renumber':
      account.mailbox.inbox.renumber()
      simulator.imap.dropAll()
      break
    case 'unknownRecipient':
      simulator.smtpFaults.plan('RCPT', { code: 550, text: '5.1.1 User unknown' })
      break
    case 'later':
      simulator.smtpFaults.plan('RCPT', { code: 451, text: '4.7.1 Greylisted, try again later' })
      break
    case 'cutAfter':
      simulator.smtpFaults.plan('DATA', 'dropAfter')
      break
  }
}

async function attached(file: unknown) {
  return file instanceof File && file.size > 0
    ? {
        files: [
          {
            name: file.name,
            mime: file.type || 'application/octet-stream',
            bytes: new Uint8Array(await file.arrayBuffer()),
          },
        ],
      }
    : {}
}

interface Shown {
  readonly own: boolean
  readonly at: number
  readonly subject: string
  readonly text: string
  readonly files: readonly string[]
}

function mailsOf(account: Account, customer: Customer): Shown[] {
  const theirs = account.mailbox.inbox.mails
    .filter((mail) => (mail.mime().fields.get('from') ?? '').includes(customer.address))
    .map((mail) => shown(mail.raw(), mail.arrived, true))
  return [...theirs, ...customer.received.map(({ raw, at }) => shown(raw, at, false))].toSorted(
    (one, other) => one.at - other.at,
  )
}

function shown(raw: string, at: Date, own: boolean): Shown {
  const root = readMime(raw)
  const leaves: { path: string; part: MimePart }[] = []
  const walk = (part: MimePart, path: string): void =>
    part.children.length === 0
      ? void leaves.push({ path: path || '1', part })
      : part.children.forEach((child, index) => walk(child, path === '' ? String(index + 1) : `${path}.${index + 1}`))
  walk(root, '')
  const plain = leaves.find(({ part }) => part.type === 'text/plain')
  const files = leaves.flatMap(({ part }) => {
    const name = valueOf(part.fields.get('content-disposition') ?? '')[1].get('filename')
    return name === undefined ? [] : [name]
  })
  return {
    own,
    at: at.getTime(),
    subject: worded(root.fields.get('subject') ?? ''),
    text: plain ? decoded(sectionOf(raw, root, plain.path) ?? '', plain.part) : '',
    files,
  }
}

function decoded(body: string, part: MimePart): string {
  const encoding = part.fields.get('content-transfer-encoding')?.toLowerCase()
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : Buffer.from(encoding === 'quoted-printable' ? unescaped(body.replace(/=\r\n/g, '')) : body, 'latin1')
  return bytes.toString('utf8')
}
