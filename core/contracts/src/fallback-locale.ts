import type { Locale } from './locale.ts'

/** Language of a text that another interface language lacks (S1-057). The server and the shell fall back to it. */
export const fallbackLocale = 'en' satisfies Locale
