import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Connection } from '@recado/contracts'
import type { Account, Customer } from '../../plugins/email/simulator/account.ts'
import { EmailSimulator } from '../../plugins/email/simulator/email.ts'
import { eventually, type Person, testApp, type TestApp } from '../harness/app.ts'
import { ChannelSide } from '../harness/channel-side.ts'
import { Dovecot, hasDovecot } from '../harness/dovecot.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'

/** Where the mailboxes are kept: by the stand-in, or by a real server, so that the stand-in is held to what is true. */
export const servers = ['the stand-in', 'Dovecot'] as const
export type Server = (typeof servers)[number]
export const isHere = (server: Server): boolean => server === 'the stand-in' || hasDovecot()

/** One company with its mailbox. */
export class MailSide extends ChannelSide {
  readonly account: Account
  constructor(admin: Person, account: Account, connection: Connection) {
    super(admin, connection)
    this.account = account
  }

  /** A person with an address that nobody had before. */
  customer(name = 'Ana'): Customer {
    return this.account.customer(
      `${name} ${randomUUID().slice(0, 8)}`,
      `${name.toLowerCase()}-${randomUUID().slice(0, 8)}@cliente.test`,
    )
  }

  /** What a customer got, once there is so much. */
  got(customer: Customer, count: number) {
    return eventually(
      () => customer.received,
      (mails) => mails.length === count,
    )
  }
}

export interface MailWorld extends TestApp {
  readonly provider: EmailSimulator
  readonly dovecot: Dovecot | undefined
  readonly mine: MailSide
  readonly theirs: MailSide
  account(address?: string): Account
  config(account: Account, change?: object): Record<string, unknown>
  connect(admin: Person, account: Account, change?: object): Promise<MailSide>
  setPassword(account: Account, password: string): void
  /** The mailbox counts its mails anew. */
  renumber(account: Account): Promise<void>
  /** All lines to the mailboxes are cut. */
  cut(): Promise<void>
  /** Mails of the inbox that are marked as read, and copies in the folder of sent ones. */
  seen(account: Account): number
  copies(account: Account): readonly string[]
}

/** A node with a mailbox in both companies. */
export async function mailWorld(server: Server): Promise<MailWorld> {
  const provider = await EmailSimulator.start()
  const dovecot = server === 'Dovecot' ? await Dovecot.start() : undefined
  const world = await testApp({
    pluginFolders: [pluginFolder(join(import.meta.dirname, '../../plugins/email'))],
    app: { egress: { allow: ['127.0.0.0/8', '::1/128'] } },
  })

  const setPassword = (account: Account, password: string): void => {
    account.password = password
    dovecot?.setPassword(account.address, password)
  }
  const account = (address = `loja-${randomUUID().slice(0, 8)}@empresa.test`): Account => {
    const made = provider.addAccount(
      address,
      'correio-1234',
      dovecot && ((raw, arrived) => dovecot.deliver(address, raw, arrived)),
    )
    setPassword(made, made.password)
    return made
  }
  const config = ({ address, password }: Account, change: object = {}) => ({
    user: address,
    password,
    imapHost: '127.0.0.1',
    imapPort: dovecot?.port ?? provider.imapPort,
    imapTls: false,
    smtpHost: '127.0.0.1',
    smtpPort: provider.smtpPort,
    smtpTls: false,
    fromName: 'Loja',
    ...change,
  })
  const connect = async (admin: Person, made: Account, change: object = {}): Promise<MailSide> => {
    const connection = await admin.ok<Connection>('POST', '/whatsapp', {
      name: `Correio ${randomUUID()}`,
      type: 'email',
      config: config(made, change),
    })
    return new MailSide(admin, made, connection)
  }
  const [mine, theirs] = [
    await connect(await world.signIn(world.a.admin), account()),
    await connect(await world.signIn(world.b.admin), account()),
  ]
  await Promise.all([mine.connected(), theirs.connected()])
  const close = world.close.bind(world)
  return Object.assign(world, {
    provider,
    dovecot,
    mine,
    theirs,
    account,
    config,
    connect,
    setPassword,
    async renumber({ address, mailbox }: Account) {
      if (dovecot) return dovecot.renumber(address)
      mailbox.inbox.renumber()
      provider.imap.dropAll()
    },
    async cut() {
      if (dovecot) return dovecot.restart()
      provider.imap.dropAll()
    },
    seen: ({ address, mailbox }: Account) =>
      dovecot
        ? dovecot.mails(address).filter((mail) => mail.seen).length
        : mailbox.inbox.mails.filter(({ flags }) => flags.has('\\Seen')).length,
    copies: ({ address, mailbox }: Account) =>
      (dovecot ? dovecot.mails(address, 'Sent') : mailbox.sent.mails.map((mail) => ({ raw: mail.raw() }))).map(
        ({ raw }) => raw,
      ),
    close: async () => {
      await close()
      await Promise.all([provider.close(), dovecot?.close()])
    },
  })
}
