import { defineChannel } from '@recado/sdk'
import { EmailConfig } from './config.ts'
import { mailProviders } from './mail-providers.ts'

/** Bytes of one attachment, and of all attachments of one mail, on their way out. */
export const maxAttachmentBytes = 10_000_000
export const maxMailBytes = 30_000_000

const file = { maxBytes: maxAttachmentBytes, caption: 'full', mime: { '*/*': 'full' } } as const

/** A mailbox. Acts that mail does not support, such as taking a message back, are refused beforehand. */
export const email = defineChannel({
  type: 'email',
  titleKey: 'channel.title',
  descriptionKey: 'channel.description',
  badge: { color: '#b45309', icon: 'mail' },
  transport: 'socket',
  config: EmailConfig,
  guide: [{ id: 'provider' }, { id: 'password' }],
  presets: mailProviders,
  egressFrom: ['imapHost', 'smtpHost', 'tokenUrl'],
  proxyFrom: 'proxy',
  // The sign-in method is included, because it decides which provider issues the tokens: each has an address of its
  // own.
  originFrom: ['imapPort', 'imapTls', 'smtpPort', 'smtpTls', 'certificate', 'auth'],
  identityKind: 'mailbox',
  reaches: 'email',
  capabilities: {
    version: 4,
    // The company's own signature follows it, below the line that mail programs know.
    text: { maxLength: 60_000, format: 'markdown', signature: 'below' },
    // What is recorded goes along as a file of sound, a sticker as a picture.
    letters: true,
    media: { image: file, video: file, audio: file, document: file },
    location: 'full',
    contactCard: 'full',
    interactive: {},
    templates: 'rejected',
    reply: 'full',
    forward: 'rejected',
    edit: { level: 'rejected' },
    deleteForAll: { level: 'rejected' },
    reaction: { level: 'rejected' },
    receipts: { out: ['sent', 'delivered', 'read', 'failed'], inMarkRead: false },
    typing: 'rejected',
    groups: 'rejected',
    history: { level: 'full', includesOwn: false },
    contacts: 'full',
    // The copy in the folder of sent mails is made after the mail has gone: that it is missing proves nothing.
    idempotentSend: 'none',
  },
})
