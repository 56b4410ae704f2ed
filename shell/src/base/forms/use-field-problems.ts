import { ApiError, useErrorWords } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'

/** Mistakes in a form: at its fields where the server named one, otherwise for all of it. */
export interface FieldProblems {
  readonly of: Readonly<Record<string, string>>
  readonly general: string | undefined
}

const none: FieldProblems = { of: {}, general: undefined }

/** Turns a refusal into words at the fields it is about. Rules of passwords have sentences of their own. */
export function useFieldProblems(error: unknown): FieldProblems {
  const { t } = useTranslation('people')
  const wordsOf = useErrorWords()
  if (error === null || error === undefined) return none
  const words = wordsOf(error)
  const issues = ApiError.is(error) ? (error.facts.issues ?? []) : []
  if (issues.length === 0) return { of: {}, general: [words.text, words.detail].filter(Boolean).join('. ') }
  const about = (field: string, message: string): string => {
    if (ApiError.is(error) && error.code !== 'ERR_VALIDATION') return words.text
    return field === 'password'
      ? t(`users.password.${message}`, { defaultValue: t('form.invalid') })
      : t(`form.invalidField.${field}`, { defaultValue: t('form.invalid') })
  }
  const of: Record<string, string> = {}
  for (const { path, message } of issues) {
    const field = path.split('.')[1] ?? ''
    of[field] =
      of[field] === undefined ? about(field, message) : [...new Set([of[field], about(field, message)])].join(' ')
  }
  return { of, general: undefined }
}
