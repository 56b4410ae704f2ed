import { Faults } from '@recado/sdk/testing/simulator'
import { channelConformance, pluginConformance, testConnection } from '@recado/sdk/testing'
import { afterAll, beforeAll } from 'vitest'
import { Mailbox } from './simulator/imap/mailbox.ts'
import { ImapServer } from './simulator/imap/server.ts'
import { email } from './src/channel/capabilities.ts'
import { EmailConfig } from './src/channel/config.ts'
import { emailChannel } from './src/channel/channel.ts'
import plugin from './src/server.ts'

let server: ImapServer
beforeAll(async () => {
  server = await ImapServer.start({ faults: new Faults(), login: () => new Mailbox() })
})
afterAll(() => server.close())

const secrets = { password: 'senha' }
const { password: _, ...config } = EmailConfig.parse({
  ...secrets,
  user: 'loja@empresa.test',
  imapHost: '127.0.0.1',
  imapPort: 1,
  imapTls: false,
  smtpHost: '127.0.0.1',
  smtpPort: 1,
  smtpTls: false,
})

const elsewhere =
  'mail is spoken by IMAP and SMTP: tests/plugins/email.itest.ts proves it against a stand-in and Dovecot'

pluginConformance(plugin, {
  folder: import.meta.dirname,
  // The one names a right to access, the other is in a mail as a link to a place.
  links: ['outlook.office.com', 'www.openstreetmap.org'],
  steps: [
    'proxy.connect',
    'proxy.login',
    'proxy.target',
    'imap.resolve',
    'imap.connect',
    'imap.tls',
    'imap.login',
    'imap.folder',
    'smtp.resolve',
    'smtp.connect',
    'smtp.tls',
    'smtp.login',
    'oauth.refresh',
    'from.mismatch',
  ],
})
channelConformance(email, emailChannel, {
  config,
  secrets,
  session: () =>
    emailChannel.open(testConnection({ spec: email, config: { ...config, imapPort: server.port }, secrets }).ctx),
  without: {
    provider: elsewhere,
    files: elsewhere,
    backfill: elsewhere,
    contacts: elsewhere,
    genuine: 'a mailbox is read and not called',
    batch: 'a mailbox is read and not called',
    signature: 'a mailbox is read and not called',
    echo: 'what we sent lies in another folder than the one that is read',
    hooks: 'a mailbox is read and not called',
    templates: 'a mail has no templates of a provider',
    login: 'nobody signs in by a code',
  },
})
