import { ProxyAddress } from '@recado/sdk'
import * as z from 'zod'

/** A name or an address literal, without scheme, port or path. */
const Host = z
  .string()
  .trim()
  .toLowerCase()
  .min(1)
  .max(253)
  .regex(
    /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?)*\.?|\[?[0-9a-f:.]+\]?)$/,
  )
const Port = z.int().min(1).max(65_535)
const secret = (max: number, more: object) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .optional()
    .meta({ secret: true, ...more })

/** What few mailboxes need. */
const advanced = { advanced: true } as const
const byPassword = { shownFor: { auth: ['password'] } } as const
/** What the sign-in of Google and Microsoft needs. */
const byToken = { shownFor: { auth: ['google', 'microsoft'] } } as const

/** Ports at which TLS begins at once; at every other one a connection is upgraded by STARTTLS. */
export const implicitTlsPorts = { imap: 993, smtp: 465 } as const

/**
 * Settings of one mailbox (S3-045, S5-109): user, password, IMAP and SMTP host, port and TLS are all needed. With
 * `auth` other than `password` a refresh token takes the place of the password. Secrets are read through `ctx.secrets`.
 */
export const EmailConfig = z
  .object({
    user: z.string().trim().min(1).max(320),
    password: secret(500, byPassword),
    imapHost: Host,
    imapPort: Port,
    imapTls: z.boolean(),
    smtpHost: Host,
    smtpPort: Port,
    smtpTls: z.boolean(),
    auth: z.enum(['password', 'google', 'microsoft']).default('password'),
    clientId: z.string().trim().max(200).optional().meta(byToken),
    clientSecret: secret(500, byToken),
    refreshToken: secret(4_000, byToken),
    address: z.email().max(254).optional(),
    fromName: z
      .string()
      .trim()
      .max(100)
      .regex(/^[^\r\n]*$/)
      .optional(),
    aliases: z.array(z.string().trim().min(3).max(254)).max(50).default([]).meta(advanced),
    subject: z
      .string()
      .trim()
      .max(200)
      .regex(/^[^\r\n]*$/)
      .optional(),
    signature: z.string().max(2_000).meta({ widget: 'text' }).optional(),
    folder: z.string().trim().min(1).max(200).default('INBOX').meta(advanced),
    importSince: z
      .string()
      .trim()
      .regex(/^\d{4}-\d{2}-\d{2}$/)
      .optional(),
    markAsRead: z.boolean().default(true),
    plusAddressing: z.boolean().default(false).meta(advanced),
    formReplyTo: z.boolean().default(true),
    trustedServer: z.string().trim().toLowerCase().max(253).optional().meta(advanced),
    certificate: z
      .string()
      .trim()
      .max(20_000)
      .regex(/-----BEGIN CERTIFICATE-----/)
      .meta({ widget: 'text', ...advanced })
      .optional(),
    tenant: z
      .string()
      .trim()
      .regex(/^[\w.-]{1,100}$/)
      .optional()
      .meta({ ...advanced, ...byToken }),
    tokenUrl: z
      .url({ protocol: /^https?$/ })
      .max(500)
      .optional()
      .meta({ ...advanced, ...byToken }),
    proxy: ProxyAddress.optional().meta({ secret: true, ...advanced }),
  })
  .refine(({ auth, password }) => auth !== 'password' || password !== undefined, {
    path: ['password'],
    message: 'the password of the mailbox is needed',
  })
  .refine(({ auth, refreshToken }) => auth === 'password' || refreshToken !== undefined, {
    path: ['refreshToken'],
    message: 'a refresh token is needed',
  })
  .refine(({ auth, clientId }) => auth === 'password' || clientId !== undefined, {
    path: ['clientId'],
    message: 'the id of the application is needed',
  })
  .refine(({ user, address }) => address !== undefined || user.includes('@'), {
    path: ['address'],
    message: 'the user is no address: enter the address of the mailbox',
  })
export type EmailConfig = z.output<typeof EmailConfig>
