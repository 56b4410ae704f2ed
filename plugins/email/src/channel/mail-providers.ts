import type { FormPreset } from '@recado/sdk'

const servers = (
  imapHost: string,
  smtpHost: string,
  smtpPort: 465 | 587,
  auth: 'password' | 'microsoft' = 'password',
) => ({
  auth,
  imapHost,
  imapPort: 993,
  imapTls: true,
  smtpHost,
  smtpPort,
  smtpTls: true,
})

/**
 * Servers of well-known providers, as their own pages say: support.google.com/mail/answer/7126229,
 * support.apple.com/102525, help.yahoo.com/kb/SLN4075.html, zoho.com/mail/help (organisations have hosts of their own),
 * learn.microsoft.com/exchange (passwords are refused there, so OAuth2 is chosen with it), and those of Brazilian
 * hosting companies.
 */
export const mailProviders: readonly FormPreset[] = [
  { id: 'gmail', title: 'Gmail', values: servers('imap.gmail.com', 'smtp.gmail.com', 465) },
  {
    id: 'microsoft-365',
    title: 'Microsoft 365 (Outlook)',
    values: servers('outlook.office365.com', 'smtp.office365.com', 587, 'microsoft'),
  },
  { id: 'yahoo', title: 'Yahoo Mail', values: servers('imap.mail.yahoo.com', 'smtp.mail.yahoo.com', 465) },
  { id: 'icloud', title: 'iCloud Mail', values: servers('imap.mail.me.com', 'smtp.mail.me.com', 587) },
  { id: 'zoho', title: 'Zoho Mail', values: servers('imap.zoho.com', 'smtp.zoho.com', 465) },
  { id: 'zoho-organisation', title: 'Zoho Workplace', values: servers('imappro.zoho.com', 'smtppro.zoho.com', 465) },
  { id: 'locaweb', title: 'Locaweb', values: servers('email-ssl.com.br', 'email-ssl.com.br', 465) },
  { id: 'hostinger', title: 'Hostinger', values: servers('imap.hostinger.com', 'smtp.hostinger.com', 465) },
  { id: 'uol', title: 'UOL', values: servers('imap.uol.com.br', 'smtps.uol.com.br', 587) },
]
