import { emailLength, defineRoute, Empty, Refusal } from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import type { Mailer } from './mail/mailer.ts'
import type { SmtpSettings } from './mail/smtp.ts'
import type { Egress } from '../security/egress.ts'
import {
  globalSecretKeys,
  globalSettingKeys,
  globalSettingsCatalogue,
  isSentAlike,
  type GlobalSettingValues,
} from './global-settings-catalogue.ts'
import type { GlobalSettings } from './global-settings.ts'
import { publicSettings, PublicSettings } from './public-settings.ts'
import { databaseAnswers } from './typebot-database.ts'

const access = { kind: 'session', permission: 'platform.manage' } as const
const Values = z.object(Object.fromEntries(globalSettingKeys.map((key) => [key, globalSettingsCatalogue[key].schema])))
const Hint = z.object({ set: z.boolean(), last4: z.string().nullable(), sentTo: z.array(z.string()) })
const View = z.object({
  values: Values,
  secrets: z.object(Object.fromEntries(globalSecretKeys.map((key) => [key, Hint]))),
})

const Read = defineRoute({
  method: 'GET',
  path: '/global-settings',
  summary: 'The settings of the installation; of secrets only whether they are set',
  access,
  rate: 'read',
  response: View,
})
const Change = defineRoute({
  method: 'PUT',
  path: '/global-settings',
  summary:
    'Change settings of the installation, all that are given or none; null takes a secret away, and one that would be sent to another server has to be given again',
  access: { ...access, confirmed: true },
  rate: 'write',
  maxBody: 262_144,
  body: z.record(z.string().max(60), z.unknown()),
  response: View,
  errors: ['ERR_NO_SETTING_FOUND'],
})
const { smtpHost, smtpPort, smtpSecurity, smtpUser, smtpPassword, smtpFrom, smtpFromName } = globalSettingsCatalogue
const TestSmtp = defineRoute({
  method: 'POST',
  path: '/global-settings/smtp-test',
  summary: 'Send a mail by a mail server whose settings need not be stored yet',
  access: { ...access, confirmed: true },
  rate: 'auth',
  body: z.object({
    smtpHost: smtpHost.schema.unwrap().min(1),
    smtpPort: smtpPort.schema,
    smtpSecurity: smtpSecurity.schema,
    smtpUser: smtpUser.schema,
    smtpFrom: smtpFrom.schema.unwrap(),
    smtpFromName: smtpFromName.schema,
    /** Absent: the stored one, which goes to no other server, line and account than it was stored for. */
    smtpPassword: smtpPassword.schema.optional(),
    to: z.email().max(emailLength),
  }),
  response: Empty,
  errors: ['ERR_SMTP_TEST_FAILED'],
})
const TestTypebot = defineRoute({
  method: 'POST',
  path: '/global-settings/typebot-test',
  summary: 'Whether the stored database of Typebot answers',
  access: { ...access, confirmed: true },
  rate: 'auth',
  response: Empty,
  errors: ['ERR_TYPEBOT_TEST_FAILED'],
})
const LoadConfig = defineRoute({
  method: 'GET',
  path: '/load-config',
  summary: 'What the shell shows before anybody has signed in',
  access: { kind: 'public' },
  rate: 'read',
  response: PublicSettings,
})

export interface GlobalSettingsRoutesOptions {
  readonly globals: GlobalSettings
  readonly mailer: Pick<Mailer, 'check'>
  readonly egress: Pick<Egress, 'resolveFor'>
  readonly publicUrl: string | undefined
}

export function globalSettingsRoutes({
  globals,
  mailer,
  egress,
  publicUrl,
}: GlobalSettingsRoutesOptions): readonly BoundRoute[] {
  const view = async () => ({ values: await globals.all(), secrets: await globals.secretHints() })
  return [
    bindRoute(Read, view),
    bindRoute(Change, async ({ body }, caller) => {
      await globals.change(viewerOf(caller), body)
      return view()
    }),
    bindRoute(TestSmtp, async ({ body }, caller) => {
      const { to, smtpPassword: typed, ...given } = body
      const { secret, values } = await globals.secret('smtpPassword')
      const password = typed ?? (isStoredServer(given, values) ? secret : undefined)
      const server: SmtpSettings = {
        host: given.smtpHost,
        port: given.smtpPort,
        security: given.smtpSecurity,
        user: given.smtpUser,
        password,
        from: given.smtpFrom,
        fromName: given.smtpFromName,
      }
      const check = await mailer.check(server, to, viewerOf(caller).locale)
      if (!check.ok) throw new Refusal('ERR_SMTP_TEST_FAILED', { detail: check.step })
      return {}
    }),
    bindRoute(TestTypebot, async () => {
      const { secret: address } = await globals.secret('typebotDatabaseUrl')
      if (address === undefined || !(await databaseAnswers(address, egress)))
        throw new Refusal('ERR_TYPEBOT_TEST_FAILED')
      return {}
    }),
    bindRoute(LoadConfig, async () => publicSettings(await globals.all(), publicUrl)),
  ]
}

type MailServer = Pick<GlobalSettingValues, 'smtpHost' | 'smtpPort' | 'smtpSecurity' | 'smtpUser'>
const isStoredServer = (given: MailServer, stored: GlobalSettingValues): boolean =>
  isSentAlike('smtpPassword', given, stored) && given.smtpUser === stored.smtpUser
