import type { AutomationSubject, ConditionSpec } from '@recado/sdk'
import * as z from 'zod'

/** The contact writes in one of these languages, as far as somebody said so or found it out. */
export const language = {
  icon: 'languages',
  input: z.object({
    languages: z.array(z.enum(['pt', 'en', 'es', 'fr', 'it', 'de', 'ru', 'uk', 'zh', 'ja', 'ko', 'ar'])).min(1),
  }),
} satisfies ConditionSpec

/** Matches every region of a language: `pt` is `pt-BR` and `pt-PT`. */
export const speaks = (
  { languages }: z.output<typeof language.input>,
  { ticket }: Pick<AutomationSubject, 'ticket'>,
): boolean => languages.some((one) => one === ticket.clientLanguage?.split('-', 1)[0])
