import * as z from 'zod'

/** Interface languages: pt-BR is the default, en the fallback for a missing key (S1-055, S1-056, S1-057). */
export const locales = ['pt-BR', 'en', 'es', 'ru'] as const
/** Code of an interface language. */
export const Locale = z.enum(locales)
export type Locale = z.infer<typeof Locale>

/** A text in every interface language. Used where a definition carries its own words. */
export type Localized = Readonly<Record<Locale, string>>
/** Checks a {@link Localized}: no language may be missing. */
export const LocalizedText = z.object(
  Object.fromEntries(locales.map((locale) => [locale, z.string().min(1)])) as Record<Locale, z.ZodString>,
)
