import * as z from 'zod'
import { FormField } from './form-field.ts'
import { Locale } from './locale.ts'
import {
  addressLength,
  domainLength,
  emailLength,
  nameLengths,
  privacyNoticeLength,
  settingTextLength,
} from './text-limits.ts'

const Address = z
  .url({ protocol: /^https?$/ })
  .max(addressLength)
  .nullable()
const words = z.string().trim().max(settingTextLength)
/** Days after which something is deleted. */
const days = z.int().min(1).max(36_500)

/**
 * Core's settings of the whole installation (S3-077), by key: the schema and the default. A `secret` is written and
 * used, and never read back; `sentTo` are the settings that decide where it is sent, so that it is typed again when one
 * of them changes.
 */
export const globalSettingsCatalogue = {
  /** Frontend: name, logo and the site behind them. */
  applicationName: { schema: z.string().trim().min(1).max(nameLengths.product), fallback: 'Recado' },
  logoUrl: { schema: Address, fallback: null },
  homeUrl: { schema: Address, fallback: null },
  builderUrl: { schema: Address, fallback: null },
  videos: {
    schema: z
      .array(z.strictObject({ title: words.min(1), url: z.url({ protocol: /^https?$/ }).max(addressLength) }))
      .max(50),
    fallback: [],
  },
  loginFormPosition: { schema: z.enum(['left', 'center', 'right']), fallback: 'left' },
  termsUrl: { schema: Address, fallback: null },
  /** Also closes the call behind the button (reading 16). */
  disableRegisterButton: { schema: z.boolean(), fallback: true },

  /**
   * `suspicious`: asked for after failures, and always for registering and resetting; `always`: for every sign-in too.
   */
  captchaMode: { schema: z.enum(['suspicious', 'always']), fallback: 'suspicious' },
  /** Key of an external provider; kept for clients of the family, public by nature. */
  captchaKey: { schema: words.nullable(), fallback: null },
  /** Text that users are asked to accept, by language; the version grows when the text changes. Null: no question. */
  privacyNotice: {
    schema: z
      .strictObject({
        version: z.int().min(1),
        text: z
          .partialRecord(Locale, z.string().trim().min(1).max(privacyNoticeLength))
          .refine((text) => Object.keys(text).length > 0, { error: 'words in one language at least' }),
      })
      .nullable(),
    fallback: null,
  },

  /** SMTP. */
  smtpHost: { schema: z.string().trim().max(domainLength).nullable(), fallback: null },
  smtpPort: { schema: z.int().min(1).max(65_535), fallback: 587 },
  /** `tls` from the first byte, `starttls` demanded, or `none`. */
  smtpSecurity: { schema: z.enum(['tls', 'starttls', 'none']), fallback: 'starttls' },
  smtpUser: { schema: words.nullable(), fallback: null },
  smtpPassword: { schema: z.string().min(1).max(500), secret: true, sentTo: ['smtpHost', 'smtpPort', 'smtpSecurity'] },
  smtpFrom: { schema: z.email().max(emailLength).nullable(), fallback: null },
  smtpFromName: { schema: z.string().trim().max(nameLengths.user).nullable(), fallback: null },

  /** System. Of one company; null for the product's own bound. */
  maxConnections: { schema: z.int().min(0).max(10_000).nullable(), fallback: null },
  /** Megabytes of files of one company whose own plan says nothing; null for no limit. */
  maxStorage: { schema: z.int().min(0).max(1_000_000_000).nullable(), fallback: null },
  /** Reading 67: `rabbitmq` is kept as a word and served by the bus in use. */
  deliveryMode: { schema: z.enum(['queue', 'direct', 'rabbitmq']), fallback: 'queue' },
  /** No user can be added, in any company (S6-041). */
  disableUserCreation: { schema: z.boolean(), fallback: false },

  /** Retention: what is older is deleted, in all companies; null is kept for ever. */
  keepMessagesDays: { schema: days.nullable(), fallback: null },
  /** How messages were sent: what waits to be sent is no part of it. */
  keepDeliveriesDays: { schema: days.nullable(), fallback: null },
  keepTicketLogDays: { schema: days.nullable(), fallback: null },
  keepAuditDays: { schema: days.nullable(), fallback: null },
  /** The log of events, for who reads it later; never before everybody here has read it. */
  keepEventsDays: { schema: days, fallback: 3 },

  /**
   * Public keys of who may issue licences, base64url of 32 bytes each; the installation's own counts without being
   * listed.
   */
  licenceIssuers: { schema: z.array(z.string().regex(/^[\w-]{43}$/)).max(20), fallback: [] },
} as const satisfies Record<
  string,
  { schema: z.ZodType; fallback: unknown } | { schema: z.ZodType; secret: true; sentTo: readonly string[] }
>

type Catalogue = typeof globalSettingsCatalogue
/** Names of the settings that are secrets. */
export type GlobalSecretKey = {
  [K in keyof Catalogue]: Catalogue[K] extends { secret: true } ? K : never
}[keyof Catalogue]
/** Names of the settings that are read back. */
export type GlobalSettingKey = Exclude<keyof Catalogue, GlobalSecretKey>
/** The settings of the installation that are read back, by their names. */
export type GlobalSettingValues = { readonly [K in GlobalSettingKey]: z.output<Catalogue[K]['schema']> }

/** Facts about a stored secret. `sentTo` are the settings that decide where it is sent. */
export const SecretHint = z.object({ set: z.boolean(), last4: z.string().nullable(), sentTo: z.array(z.string()) })
export type SecretHint = z.infer<typeof SecretHint>
const Texts = z.record(z.string(), z.string())
/**
 * A plugin with settings of the installation: their form and words. `database` is the secret with the address of a
 * database that can be tested.
 */
export const PluginGlobals = z.object({
  id: z.string(),
  title: Texts,
  description: Texts,
  namespace: z.string(),
  locales: Texts,
  errors: z.array(z.string()),
  form: z.array(FormField),
  database: z.string().nullable(),
})
export type PluginGlobals = z.infer<typeof PluginGlobals>
