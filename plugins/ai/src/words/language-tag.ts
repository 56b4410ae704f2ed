import * as z from 'zod'

/** A tag of BCP 47 such as `pt-BR`, as core keeps the languages of a ticket. */
export const LanguageTag = z.string().regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/)
