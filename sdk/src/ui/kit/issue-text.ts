import { useCallback } from 'react'
import type { FieldIssue } from '@recado/contracts'
import { ApiError } from '../plugin/api.ts'
import { useKitWords } from './words.ts'

/** A broken rule in the user's language (S5-118…125): `required`, `minLength` with its limit, and so on. */
export function useIssueText(): (issue: Pick<FieldIssue, 'rule' | 'limit'>) => string {
  const t = useKitWords()
  return useCallback(({ rule, limit }) => t(`invalid.${rule ?? 'pattern'}`, { limit }), [t])
}

/**
 * What the server found wrong with what was sent, by field: `name`, `videos.0.url`. Empty for any other failure. Shown at
 * the fields; for the failure as a whole there is `useErrorText`.
 */
export function useFieldErrors(): (failure: unknown) => Readonly<Record<string, string>> {
  const textOf = useIssueText()
  return useCallback((failure) => {
    const found: Record<string, string> = {}
    if (ApiError.is(failure)) for (const issue of failure.facts.issues ?? []) found[issue.path.replace(/^(body|query|params)\./, '')] ??= textOf(issue)
    return found
  }, [textOf])
}
