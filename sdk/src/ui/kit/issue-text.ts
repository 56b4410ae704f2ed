import { useCallback } from 'react'
import type { FieldIssue } from '@recado/contracts'
import { ApiError } from '../plugin/api-error.ts'
import { useErrorText } from './error-text.ts'
import { useKitWords } from './words.ts'

/** A broken rule in the user's language (S5-118…125): `required`, `minLength` with its limit, and so on. */
export function useIssueText(): (issue: Pick<FieldIssue, 'rule' | 'limit'>) => string {
  const t = useKitWords()
  return useCallback(({ rule, limit }) => t(`invalid.${rule ?? 'pattern'}`, { limit }), [t])
}

/** Text of an issue: the broken rule; without one, the text of its error code. */
export function useIssueSentence(): (issue: FieldIssue) => string {
  const textOf = useIssueText()
  const errorText = useErrorText()
  return useCallback(
    (issue) =>
      issue.rule === undefined && /^ERR_[A-Z0-9_]+$/.test(issue.message) ? errorText(issue.message) : textOf(issue),
    [textOf, errorText],
  )
}

/**
 * The server's issues of the sent values, by field: `name`, `videos.0.url`. Empty for any other failure. Shown at the
 * fields; for the failure as a whole there is `useErrorText`.
 */
export function useFieldErrors(): (failure: unknown) => Readonly<Record<string, string>> {
  const sentence = useIssueSentence()
  return useCallback(
    (failure) => {
      const found: Record<string, string> = {}
      if (ApiError.is(failure))
        for (const issue of failure.facts.issues ?? [])
          found[issue.path.replace(/^(body|query|params)\./, '')] ??= sentence(issue)
      return found
    },
    [sentence],
  )
}
