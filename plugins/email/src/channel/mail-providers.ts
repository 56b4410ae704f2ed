import type { FormPreset } from '@recado/sdk'

const tls = { imapPort: 993, imapTls: true, smtpTls: true } as const

/**
 * Servers of well-known providers, as their own pages say: support.google.com/mail/answer/7126229,
 * support.apple.com/102525, help.yahoo.com/kb/SLN4075.html, zoho.com/mail/help (organisations have hosts of their own),
 * learn.microsoft.com/exchange (passwords are refused there, so OAuth2 is chosen with it), and those of Brazilian
 * hosting companies.
 */
export const mailProviders: readonly FormPreset[] = [
  {
    id: 'gmail',
    title: 'Gmail',
    values: { auth: 'password', imapHost: 'imap.gmail.com', smtpHost: 'smtp.gmail.com', smtpPort: 465, ...tls },
  },
  {
    id: 'microsoft-365',
    title: 'Microsoft 365 (Outlook)',
    values: {
      auth: 'microsoft',
      imapHost: 'outlook.office365.com',
      smtpHost: 'smtp.office365.com',
      smtpPort: 587,
      ...tls,
    },
  },
  {
    id: 'yahoo',
    title: 'Yahoo Mail',
    values: {
      auth: 'password',
      imapHost: 'imap.mail.yahoo.com',
      smtpHost: 'smtp.mail.yahoo.com',
      smtpPort: 465,
      ...tls,
    },
  },
  {
    id: 'icloud',
    title: 'iCloud Mail',
    values: { auth: 'password', imapHost: 'imap.mail.me.com', smtpHost: 'smtp.mail.me.com', smtpPort: 587, ...tls },
  },
  {
    id: 'zoho',
    title: 'Zoho Mail',
    values: { auth: 'password', imapHost: 'imap.zoho.com', smtpHost: 'smtp.zoho.com', smtpPort: 465, ...tls },
  },
  {
    id: 'zoho-organisation',
    title: 'Zoho Workplace',
    values: { auth: 'password', imapHost: 'imappro.zoho.com', smtpHost: 'smtppro.zoho.com', smtpPort: 465, ...tls },
  },
  {
    id: 'locaweb',
    title: 'Locaweb',
    values: { auth: 'password', imapHost: 'email-ssl.com.br', smtpHost: 'email-ssl.com.br', smtpPort: 465, ...tls },
  },
  {
    id: 'hostinger',
    title: 'Hostinger',
    values: { auth: 'password', imapHost: 'imap.hostinger.com', smtpHost: 'smtp.hostinger.com', smtpPort: 465, ...tls },
  },
  {
    id: 'uol',
    title: 'UOL',
    values: { auth: 'password', imapHost: 'imap.uol.com.br', smtpHost: 'smtps.uol.com.br', smtpPort: 587, ...tls },
  },
]
