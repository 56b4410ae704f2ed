import { settingsPages } from '../../parts/navigation/settings-pages.ts'

/** Namespaces of the words that {@link settingsOfPage} names. They come with the pages, so search loads them first. */
export const searchedNamespaces = [
  'settings',
  'platform',
  'rules',
  'people',
  'queues',
  'access',
  'companies',
  'privacy',
  'operations',
] as const

const general = [
  'name',
  'timeZone',
  'locale',
  'protocol',
  'visibility',
  'NotViewAssignedTickets.label',
  'NotViewTicketsQueueUndefined.label',
  'NotViewTicketsChatBot.label',
  'hideContactData.label',
  'requireSecondFactor.label',
  'reopenBlockMinutes.label',
  'ticketListLimit.label',
  'sessionsPerUser.label',
  'sessionIdleMinutes.label',
]
const globals = [
  'globals.smtpHost.label',
  'globals.smtpFrom.label',
  'globals.maxConnections.label',
  'globals.maxStorage.label',
  'globals.disableUserCreation.label',
  'globals.deliveryMode.label',
  'globals.keepMessagesDays.label',
  'globals.keepTicketLogDays.label',
  'globals.keepAuditDays.label',
  'globals.applicationName.label',
  'globals.logoUrl.label',
  'globals.termsUrl.label',
  'globals.captchaMode.label',
  'globals.disableRegisterButton.label',
  'smtp.title',
  'retention.title',
  'notice.title',
  'videos.title',
]
const rules = [
  'distribution.title',
  'inactivity.title',
  'sla.title',
  'birthday.title',
  'signature.title',
  'links.title',
]

/** Keys of the words that name single settings on a page, as the page itself draws them, by the key of the page. */
const settingsOf: Readonly<Record<string, readonly string[]>> = {
  general: general.map((key) => `platform:general.${key}`),
  rules: rules.map((key) => `rules:${key}`),
  globals: globals.map((key) => `platform:${key}`),
  hours: ['people:hours.login', 'people:hours.availability'],
  managePasskeys: ['access:secondFactor.title'],
  privacy: ['privacy:requests.title'],
  audit: ['privacy:integrity.title'],
  operations: ['operations:alarms.title', 'operations:sections.letters', 'operations:sections.jobs'],
  system: ['platform:system.media', 'platform:system.plugins'],
}

/** Page of the product at a path; undefined for one of a plugin. */
const pageAt = (path: string) => settingsPages.find((page) => page.path === path)

/** Keys of the words of the settings on the page at this path. */
export function settingsOfPage(path: string): readonly string[] {
  const page = pageAt(path)
  return page ? (settingsOf[page.key] ?? []) : []
}

/** Key of the other words by which people look for the page at this path; undefined for a page of a plugin. */
export function otherWordsOfPage(path: string): string | undefined {
  const page = pageAt(path)
  return page && `settings:find.also.${page.key}`
}
