import {
  defineRoute,
  emailLength,
  Empty,
  globalSettingsCatalogue,
  PluginGlobals,
  Refusal,
  refusalsOf,
  SecretHint,
  type GlobalSettingValues,
} from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import type { Mailer } from './mail/mailer.ts'
import type { SmtpSettings } from './mail/smtp.ts'
import type { Egress } from '../security/egress.ts'
import { databaseAnswers } from './database-answers.ts'
import type { DeclaredPlatformSettings } from './declared-settings.ts'
import { globalSettingKeys, isSentAlike } from './global-settings-catalogue.ts'
import type { GlobalSettings } from './global-settings.ts'
import { publicSettings, PublicSettings } from './public-settings.ts'

const access = { kind: 'session', permission: 'platform.manage' } as const
/** Core's settings, and those of plugins beside them. */
const Values = z.looseObject(
  Object.fromEntries(globalSettingKeys.map((key) => [key, globalSettingsCatalogue[key].schema])),
)
const View = z.object({
  values: Values,
  secrets: z.record(z.string(), SecretHint),
  /** Plugins with settings among these, and the forms of theirs. */
  plugins: z.array(PluginGlobals),
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
    'Change settings of the installation, all that are given or none; null takes a secret away, and one that ' +
    'would be sent to another server has to be given again',
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
const TestDatabase = defineRoute({
  method: 'POST',
  path: '/global-settings/:test',
  summary:
    'Whether the stored database of a plugin answers, by `<plugin>' +
    '-test`; one that does not is refused with a code of the plugin',
  access: { ...access, confirmed: true },
  rate: 'auth',
  params: z.object({ test: z.string().max(60) }),
  response: Empty,
  errors: ['ERR_NO_SETTING_FOUND'],
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
  /** What running plugins declare for the installation. */
  readonly declared: () => readonly DeclaredPlatformSettings[]
}

export function globalSettingsRoutes({
  globals,
  mailer,
  egress,
  publicUrl,
  declared,
}: GlobalSettingsRoutesOptions): readonly BoundRoute[] {
  const view = async () => ({ ...(await globals.view()), plugins: declared().map(shownOf) })
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
    bindRoute(TestDatabase, async ({ params }) => {
      const tested = declared().find(({ plugin, database }) => database && params.test === `${plugin}-test`)
      if (!tested?.database) throw new Refusal('ERR_NO_SETTING_FOUND', { detail: params.test })
      const address = await globals.declaredSecret(tested.database.setting)
      if (address === undefined || !(await databaseAnswers(address, egress)))
        throw refusalsOf(tested.errors)(tested.database.error)
      return {}
    }),
    bindRoute(LoadConfig, async () => publicSettings(await globals.all(), publicUrl)),
  ]
}

const shownOf = (one: DeclaredPlatformSettings): z.input<typeof PluginGlobals> => ({
  id: one.plugin,
  title: { ...one.title },
  description: { ...one.description },
  namespace: one.namespace,
  locales: { ...one.locales },
  errors: Object.keys(one.errors),
  form: [...one.fields],
  database: one.database?.setting ?? null,
})

type MailServer = Pick<GlobalSettingValues, 'smtpHost' | 'smtpPort' | 'smtpSecurity' | 'smtpUser'>
const isStoredServer = (given: MailServer, stored: GlobalSettingValues): boolean =>
  isSentAlike(smtpPassword.sentTo, given, stored) && given.smtpUser === stored.smtpUser
