import { useErrorWords, useFieldErrors } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { contactDetails, isContactDetail, type ContactDetailDescription } from '../../base/contracts.ts'
import { useLocalized } from '../../base/i18n/use-localized.ts'

/** Mistakes in a form: at its fields where the server named one, otherwise for all of it. */
export interface ContactProblems {
  readonly of: Readonly<Record<string, string>>
  readonly general: string | undefined
}

/** A refusal in words, at the fields that it is about. */
export function useContactProblems(error: unknown): ContactProblems {
  const { t } = useTranslation('contacts')
  const fieldErrors = useFieldErrors()
  const wordsOf = useErrorWords()
  const localized = useLocalized()
  const explained = (field: string): string | undefined => {
    if (field === 'number') return t('problem.number')
    const detail: ContactDetailDescription | undefined = isContactDetail(field) ? contactDetails[field] : undefined
    return detail?.problem && localized(detail.problem)
  }
  if (error === null || error === undefined) return { of: {}, general: undefined }
  const found = Object.entries(fieldErrors(error))
  if (found.length > 0)
    return {
      of: Object.fromEntries(found.map(([path, words]) => [path, explained(path) ?? words])),
      general: undefined,
    }
  const words = wordsOf(error)
  return { of: {}, general: [words.text, words.detail].filter(Boolean).join('. ') }
}
