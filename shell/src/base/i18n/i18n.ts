import { kitNamespace } from '@recado/sdk/ui'
import i18next, { type BackendModule, type i18n, type ReadCallback, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { localeKey } from '../api/session.ts'
import { fallbackLocale, type Locale } from '../contracts.ts'
import { chooseLocale } from './locale-choice.ts'

type Words = () => Promise<{ words: Record<string, ResourceKey> }>

/**
 * One chunk per language holds what stands before the sign-in and in the frame of every screen, with the kit's words.
 */
const languages: Record<Locale, Words> = {
  'pt-BR': () => import('./locales/pt-BR/index.ts'),
  en: () => import('./locales/en/index.ts'),
  es: () => import('./locales/es/index.ts'),
  ru: () => import('./locales/ru/index.ts'),
}

/** Another holds what administrators need: agents never load it. */
const administration: Record<Locale, Words> = {
  'pt-BR': () => import('./locales/pt-BR/administration.ts'),
  en: () => import('./locales/en/administration.ts'),
  es: () => import('./locales/es/administration.ts'),
  ru: () => import('./locales/ru/administration.ts'),
}
const ofAdministration: ReadonlySet<string> = new Set([
  'access',
  'attributes',
  'companies',
  'operations',
  'people',
  'platform',
  'privacy',
  'queues',
  'rules',
  'bulk',
  'webhooks',
])

/** And one the desk of agents, with sentences of errors that nothing raises before it is there. */
const desk: Record<Locale, Words> = {
  'pt-BR': () => import('./locales/pt-BR/attendance.ts'),
  en: () => import('./locales/en/attendance.ts'),
  es: () => import('./locales/es/attendance.ts'),
  ru: () => import('./locales/ru/attendance.ts'),
}

/** And one what is done with a ticket now and then. */
const ticketWork: Record<Locale, Words> = {
  'pt-BR': () => import('./locales/pt-BR/tickets.ts'),
  en: () => import('./locales/en/tickets.ts'),
  es: () => import('./locales/es/tickets.ts'),
  ru: () => import('./locales/ru/tickets.ts'),
}

/** And one contacts. */
const contactWork: Record<Locale, Words> = {
  'pt-BR': () => import('./locales/pt-BR/contacts.ts'),
  en: () => import('./locales/en/contacts.ts'),
  es: () => import('./locales/es/contacts.ts'),
  ru: () => import('./locales/ru/contacts.ts'),
}

/** And one notices and the choice of them. */
const noticeWords: Record<Locale, Words> = {
  'pt-BR': () => import('./locales/pt-BR/notifications.ts'),
  en: () => import('./locales/en/notifications.ts'),
  es: () => import('./locales/es/notifications.ts'),
  ru: () => import('./locales/ru/notifications.ts'),
}

/** And one channels and plugins among the settings. */
const settingsWords: Record<Locale, Words> = {
  'pt-BR': () => import('./locales/pt-BR/settings.ts'),
  en: () => import('./locales/en/settings.ts'),
  es: () => import('./locales/es/settings.ts'),
  ru: () => import('./locales/ru/settings.ts'),
}

/** And one the page of counts that people arrive at. */
const homeWords: Record<Locale, Words> = {
  'pt-BR': () => import('./locales/pt-BR/home.ts'),
  en: () => import('./locales/en/home.ts'),
  es: () => import('./locales/es/home.ts'),
  ru: () => import('./locales/ru/home.ts'),
}

/** And one passkeys and second factor of the signed-in user; what a sign-in says of them stands in the first chunk. */
const ownPasskeyWords: Record<Locale, Words> = {
  'pt-BR': () => import('./locales/pt-BR/ownPasskeys.ts'),
  en: () => import('./locales/en/ownPasskeys.ts'),
  es: () => import('./locales/es/ownPasskeys.ts'),
  ru: () => import('./locales/ru/ownPasskeys.ts'),
}

/** And one what a new company registers with, and what is agreed to. */
const registrationWords: Record<Locale, Words> = {
  'pt-BR': () => import('./locales/pt-BR/registration.ts'),
  en: () => import('./locales/en/registration.ts'),
  es: () => import('./locales/es/registration.ts'),
  ru: () => import('./locales/ru/registration.ts'),
}

/** And one the list of shortcuts. */
const shortcutWords: Record<Locale, Words> = {
  'pt-BR': () => import('./locales/pt-BR/keys.ts'),
  en: () => import('./locales/en/keys.ts'),
  es: () => import('./locales/es/keys.ts'),
  ru: () => import('./locales/ru/keys.ts'),
}
const ofTheirOwn: Readonly<Record<string, Record<Locale, Words>>> = {
  attendance: desk,
  tickets: ticketWork,
  contacts: contactWork,
  notifications: noticeWords,
  settings: settingsWords,
  home: homeWords,
  registration: registrationWords,
  ownPasskeys: ownPasskeyWords,
  keys: shortcutWords,
}
const chunkOf = (namespace: string): Record<Locale, Words> =>
  ofAdministration.has(namespace) ? administration : (ofTheirOwn[namespace] ?? languages)

async function wordsOf(page: i18n, language: string, namespace: string): Promise<ResourceKey> {
  if (namespace.startsWith('plugin.')) {
    const { pluginWords } = await import('./read-plugin-words.ts')
    return pluginWords(namespace, language, (sentences) => page.addResourceBundle(language, 'errors', sentences))
  }
  // The shell's four languages are complete, so its fallback is not loaded beside the language in use.
  if (language !== document.documentElement.lang) return {}
  const { words } = await chunkOf(namespace)[language as Locale]()
  if (words['featureErrors']) page.addResourceBundle(language, 'errors', words['featureErrors'])
  return words[namespace] ?? {}
}

const backendOf = (page: i18n): BackendModule => ({
  type: 'backend',
  init: () => undefined,
  read: (language: string, namespace: string, done: ReadCallback) => {
    wordsOf(page, language, namespace).then(
      (words) => done(null, words),
      (error: unknown) => done(error as Error, false),
    )
  },
})

/** Starts in the stored or the browser's language. The page has one `language`; a test brings its own. */
export async function startI18n(language: i18n = i18next): Promise<void> {
  const locale = chooseLocale(localStorage.getItem(localeKey), navigator.languages)
  document.documentElement.lang = locale
  await language
    .use(backendOf(language))
    .use(initReactI18next)
    .init({
      lng: locale,
      fallbackLng: fallbackLocale,
      supportedLngs: Object.keys(languages),
      load: 'currentOnly',
      ns: ['shell', 'errors', kitNamespace],
      defaultNS: 'shell',
      interpolation: { escapeValue: false },
    })
}

/**
 * The code of a screen together with words that it begins with, so that they are fetched side by side. It fails where
 * either cannot be fetched: a screen without its words would show their keys.
 */
export async function withWords<Code>(namespace: string, code: Promise<Code>): Promise<Code> {
  const words = chunkOf(namespace)[document.documentElement.lang as Locale]()
  const [loaded] = await Promise.all([code, words])
  await i18next.loadNamespaces(namespace)
  return loaded
}

/** Changes the language of this browser; keeping it for the user is the caller's business. */
export async function changeLocale(locale: Locale): Promise<void> {
  localStorage.setItem(localeKey, locale)
  document.documentElement.lang = locale
  // What plugins lack in a language is read with it.
  await i18next.reloadResources([...new Set([locale, fallbackLocale])])
  await i18next.changeLanguage(locale)
}
