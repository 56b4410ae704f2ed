import type { Server } from 'node:http'
import type { InjectionToken } from 'tsyringe'
import type { AccessService } from '../access/access.service.ts'
import type { Background } from '../access/background.ts'
import type { Captcha } from '../access/captcha/captcha.ts'
import type { EntryRules } from '../access/entry-rules.ts'
import type { PasswordResets } from '../access/password-reset/password-reset.service.ts'
import type { PluginKeys } from '../credentials/plugin-keys.ts'
import type { ConnectedPrograms } from '../oauth/connected-programs.ts'
import type { Passwords } from '../credentials/passwords.ts'
import type { Permissions } from '../credentials/permissions.ts'
import type { SecondFactorService } from '../access/second-factor/second-factor.service.ts'
import type { SsoDomainsService } from '../access/single-sign-on/sso-domains.service.ts'
import type { SocketRules } from '../access/socket-rules.ts'
import type { AuditSealer } from '../audit/audit-sealer.ts'
import type { EventBus } from '../bus/bus.ts'
import type { ConnectionDirectory } from '../channels/connection-directory.ts'
import type { ConnectionTasksService } from '../channels/connection-tasks.service.ts'
import type { ConnectionsService } from '../channels/connections.service.ts'
import type { Deliveries } from '../channels/delivery.ts'
import type { PaceGovernor } from '../channels/pace/pace-governor.ts'
import type { TaskRunner } from '../channels/task-runner.ts'
import type { Inbound } from '../channels/inbound.ts'
import type { MediaFetches } from '../channels/media-fetch.ts'
import type { ConnectionOperations } from '../channels/connection-operations.ts'
import type { Descriptions } from '../channels/descriptions.ts'
import type { SessionSignals } from '../channels/session-signals.ts'
import type { Sessions } from '../channels/sessions.ts'
import type { Clock } from '../base/clock.ts'
import type { BirthdayGreetings } from '../birthdays/birthday-greetings.ts'
import type { ContactImports } from '../contacts/bulk/contact-imports.service.ts'
import type { ContactChanges } from '../contacts/contact-changes.ts'
import type { ContactCreation } from '../contacts/contact-creation.ts'
import type { ContactMerges } from '../contacts/contact-merges.ts'
import type { ContactsService } from '../contacts/contacts.service.ts'
import type { Database } from '../db/database.ts'
import type { Idempotency } from '../http/idempotency.ts'
import type { Http } from '../http/server.ts'
import type { VisitorGate } from '../http/visitor-gate.ts'
import type { InstallationStore } from '../installations/installation-store.ts'
import type { InstalledPlugins } from '../installations/installed-plugins.ts'
import type { PluginFiles } from '../installations/plugin-files.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import type { FactKeeping } from '../facts/fact-keeping.ts'
import type { GradeKeeping } from '../facts/grade-keeping.ts'
import type { OpeningKeeping } from '../facts/opening-keeping.ts'
import type { Viewers } from '../users/viewers.ts'
import type { Facts } from '../facts/facts.service.ts'
import type { Imports } from '../imports/imports.service.ts'
import type { LinkPreviews } from '../link-previews/link-previews.service.ts'
import type { FileRemoval } from '../media/file-removal.ts'
import type { MediaStore, PlacedBlobs } from '../media/media.ts'
import type { StorageQuota } from '../media/storage-quota.ts'
import type { SignedMedia } from '../media/store.ts'
import type { Transcoder } from '../media/transcode.ts'
import type { MessageForwards } from '../messages/forward.service.ts'
import type { DraftsService } from '../messages/drafts.service.ts'
import type { MessageActs } from '../messages/message-acts.service.ts'
import type { MessagesService } from '../messages/messages.service.ts'
import type { ScheduledMessagesService } from '../messages/scheduled-messages.service.ts'
import type { ScheduledSender } from '../messages/scheduled-sender.ts'
import type { Uploads } from '../messages/uploads.service.ts'
import type { PartingWords } from '../messages/parting-words.ts'
import type { Bell } from '../notifications/bell.ts'
import type { Attention } from '../notifications/attention.ts'
import type { NotificationChoices } from '../notifications/notification-choices.ts'
import type { PushKeys } from '../notifications/push-keys.ts'
import type { PushSender } from '../notifications/push-sender.ts'
import type { PushSubscriptions } from '../notifications/push-subscriptions.ts'
import type { BrowserPushes } from '../notifications/browser-pushes.ts'
import type { NoticePushes } from '../notifications/notice-pushes.ts'
import type { TicketNotifications } from '../notifications/ticket-notifications.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { GlobalSettings } from '../platform/global-settings.ts'
import type { NodeDepartures } from '../operations/node-departures.ts'
import type { Operations } from '../operations/operations.ts'
import type { PluginHost } from '../plugins/host.ts'
import type { Erasures } from '../privacy/erasures.ts'
import type { Exports } from '../privacy/exports.ts'
import type { Realtime } from '../realtime/realtime.ts'
import type { Retention } from '../retention/retention.ts'
import type { Egress } from '../security/egress.ts'
import type { Vault } from '../vault/vault.ts'
import type { PluginWebhooks } from '../webhooks/plugin-webhooks.ts'
import type { WebhookIntake } from '../webhooks/webhook-intake.ts'
import type { WebhookRunner } from '../webhooks/webhook-runner.ts'
import type { WebhookSender } from '../webhooks/webhook-sender.ts'
import type { SettingsService } from '../settings/settings.service.ts'
import type { LicencesService } from '../tenants/licences.service.ts'
import type { Limits } from '../tenants/limits.ts'
import type { CompanyAddresses } from '../tenants/company-addresses.ts'
import type { TenantsService } from '../tenants/tenants.service.ts'
import type { TicketDistribution } from '../tickets/distribution/ticket-distribution.ts'
import type { IdleTickets } from '../tickets/idle-tickets.ts'
import type { SnoozedTickets } from '../tickets/snoozed-tickets.ts'
import type { createProtocols } from '../tickets/protocol.ts'
import type { TicketFeed } from '../realtime/ticket-feed.ts'
import type { TicketPresence } from '../tickets/ticket-presence.ts'
import type { ExpectedReplies } from '../responders/expected-replies.ts'
import type { ResponderDispatch } from '../responders/responder-dispatch.ts'
import type { BotHold } from '../tickets/bot-hold.ts'
import type { TicketsService } from '../tickets/tickets.service.ts'
import type { TicketTransfers } from '../tickets/transfers.service.ts'
import type { CacheTools } from '../tools/cache-tools.ts'
import type { Pictures } from '../users/picture.ts'
import type { UserPresence } from '../users/presence.ts'

/* Tokens by which the modules of a node request one another. */

/** Registers how something is made; it is made once, when it is first asked for. */
export type Once = <T>(of: InjectionToken<T>, make: () => T) => void
/** Asks the container. */
export type Get = <T>(of: InjectionToken<T>) => T

const token = <T>(name: string): InjectionToken<T> => Symbol(name) as unknown as InjectionToken<T>
export const CLOCK = token<Clock>('Clock')
export const DATABASE = token<Database>('Database')
export const BUS = token<EventBus>('EventBus')
export const JOBS = token<Jobs>('Jobs')
export const METRICS = token<Metrics>('Metrics')
export const VAULT = token<Vault>('Vault')
export const MEDIA = token<MediaStore & SignedMedia>('MediaStore')
/** MEDIA for what people store: within the company's storage. */
export const BOUNDED_MEDIA = token<MediaStore & SignedMedia>('BoundedMediaStore')
export const STORAGE = token<StorageQuota>('StorageQuota')
export const VISITORS = token<VisitorGate>('VisitorGate')
export const EGRESS = token<Egress & { close(): Promise<void> }>('Egress')
export const PERMISSIONS = token<Permissions>('Permissions')
export const PASSWORDS = token<Passwords>('Passwords')
export const PICTURES = token<Pictures>('Pictures')
export const ACCESS = token<AccessService>('AccessService')
export const SECOND_FACTOR = token<SecondFactorService>('SecondFactorService')
export const GLOBALS = token<GlobalSettings>('GlobalSettings')
export const DEPARTURES = token<NodeDepartures>('NodeDepartures')
export const OPERATIONS = token<Operations>('Operations')
export const CACHES = token<CacheTools>('CacheTools')
export const CAPTCHA = token<Captcha>('Captcha')
export const MAILER = token<Mailer>('Mailer')
export const BACKGROUND = token<Background>('Background')
export const ENTRY = token<EntryRules>('EntryRules')
export const SSO_DOMAINS = token<SsoDomainsService>('SsoDomainsService')
export const SOCKET_RULES = token<SocketRules>('SocketRules')
export const PRESENCE = token<UserPresence>('UserPresence')
export const RETENTION = token<Retention>('Retention')
export const SEALER = token<AuditSealer>('AuditSealer')
export const BLOBS = token<PlacedBlobs>('PlacedBlobs')
export const FILE_REMOVAL = token<FileRemoval>('FileRemoval')
export const EXPORTS = token<Exports>('Exports')
export const ERASURES = token<Erasures>('Erasures')
export const REALTIME = token<Realtime>('Realtime')
export const FEED = token<TicketFeed>('TicketFeed')
export const SETTINGS = token<SettingsService>('SettingsService')
export const COMPANY_ADDRESSES = token<CompanyAddresses>('CompanyAddresses')
export const TENANTS = token<TenantsService>('TenantsService')
export const LIMITS = token<Limits>('Limits')
export const LICENCES = token<LicencesService>('LicencesService')
export const RESETS = token<PasswordResets>('PasswordResets')
export const PROTOCOLS = token<ReturnType<typeof createProtocols>>('Protocols')
export const CONTACTS = token<ContactsService>('ContactsService')
export const MERGES = token<ContactMerges>('ContactMerges')
export const TICKET_PRESENCE = token<TicketPresence>('TicketPresence')
export const TRANSCODER = token<Transcoder>('Transcoder')
export const CONTACT_IMPORTS = token<ContactImports>('ContactImports')
export const BOTS = token<BotHold>('BotHold')
export const RESPONDER_DISPATCH = token<ResponderDispatch>('ResponderDispatch')
export const EXPECTED_REPLIES = token<ExpectedReplies>('ExpectedReplies')
export const TICKETS = token<TicketsService>('TicketsService')
export const TRANSFERS = token<TicketTransfers>('TicketTransfers')
export const BIRTHDAYS = token<BirthdayGreetings>('BirthdayGreetings')
export const WORDS = token<PartingWords>('PartingWords')
export const IDLE = token<IdleTickets>('IdleTickets')
export const SNOOZED = token<SnoozedTickets>('SnoozedTickets')
export const DISTRIBUTION = token<TicketDistribution>('TicketDistribution')
export const MESSAGES = token<MessagesService>('MessagesService')
export const ACTS = token<MessageActs>('MessageActs')
export const FORWARDS = token<MessageForwards>('MessageForwards')
export const SCHEDULED = token<ScheduledMessagesService>('ScheduledMessagesService')
export const FACTS = token<Facts>('Facts')
export const VIEWERS = token<Viewers>('Viewers')
export const IMPORTS = token<Imports>('Imports')
export const OPENING_KEEPING = token<OpeningKeeping>('OpeningKeeping')
export const GRADE_KEEPING = token<GradeKeeping>('GradeKeeping')
export const FACT_KEEPING = token<FactKeeping>('FactKeeping')
export const LINK_PREVIEWS = token<LinkPreviews>('LinkPreviews')
export const UPLOADS = token<Uploads>('Uploads')
export const SCHEDULED_SENDER = token<ScheduledSender>('ScheduledSender')
export const DIRECTORY = token<ConnectionDirectory>('ConnectionDirectory')
export const CONNECTIONS = token<ConnectionsService>('ConnectionsService')
export const TASKS = token<ConnectionTasksService>('ConnectionTasksService')
export const TASK_RUNNER = token<TaskRunner>('TaskRunner')
export const SESSIONS = token<Sessions>('Sessions')
export const CONNECTION_OPERATIONS = token<ConnectionOperations>('ConnectionOperations')
export const DESCRIPTIONS = token<Descriptions>('Descriptions')
export const CONTACT_CREATION = token<ContactCreation>('ContactCreation')
export const CONTACT_CHANGES = token<ContactChanges>('ContactChanges')
export const SIGNALS = token<SessionSignals>('SessionSignals')
export const INBOUND = token<Inbound>('Inbound')
export const DRAFTS = token<DraftsService>('Drafts')
export const PACE = token<PaceGovernor>('PaceGovernor')
export const DELIVERIES = token<Deliveries>('Deliveries')
export const FETCHES = token<MediaFetches>('MediaFetches')
export const ATTENTION = token<Attention>('Attention')
export const BELL = token<Bell>('Bell')
export const CHOICES = token<NotificationChoices>('NotificationChoices')
export const PUSH_KEYS = token<PushKeys>('PushKeys')
export const PUSH_SENDER = token<PushSender>('PushSender')
export const PUSH_SUBSCRIPTIONS = token<PushSubscriptions>('PushSubscriptions')
export const BROWSER_PUSHES = token<BrowserPushes>('BrowserPushes')
export const NOTICE_PUSHES = token<NoticePushes>('NoticePushes')
export const NOTIFICATIONS = token<TicketNotifications>('TicketNotifications')
export const WEBHOOK_INTAKE = token<WebhookIntake>('WebhookIntake')
export const WEBHOOK_SENDER = token<WebhookSender>('WebhookSender')
export const WEBHOOK_RUNNER = token<WebhookRunner>('WebhookRunner')
export const PLUGIN_WEBHOOKS = token<PluginWebhooks>('PluginWebhooks')
export const PLUGINS = token<PluginHost>('PluginHost')
export const INSTALLED = token<InstalledPlugins>('InstalledPlugins')
export const INSTALLATIONS = token<InstallationStore>('InstallationStore')
export const FILES = token<PluginFiles>('PluginFiles')
export const IDEMPOTENCY = token<Idempotency>('Idempotency')
export const PLUGIN_KEYS = token<PluginKeys>('PluginKeys')
export const CONNECTED_PROGRAMS = token<ConnectedPrograms>('ConnectedPrograms')
export const HTTP = token<Http>('Http')
export const WIRE = token<Server>('Wire')
