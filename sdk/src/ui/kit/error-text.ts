import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../plugin/api.ts'

const codeOf = (problem: unknown): string => ApiError.is(problem) ? problem.code : typeof problem === 'string' ? problem : 'ERR_CLIENT'

/**
 * A sentence for anything that was thrown: the code's words from namespace `errors` with its facts filled in. Texts of
 * exceptions are never shown. A string that is not a code is a sentence already.
 */
export function useErrorText(): (problem: unknown) => string {
  const { t } = useTranslation(['errors', 'kit'])
  return useCallback((problem) => {
    const code = codeOf(problem)
    if (!/^ERR_[A-Z_]+$/.test(code)) return code
    const facts = ApiError.is(problem) ? problem.facts : {}
    return t(code, { ns: 'errors', ...facts, defaultValue: t('unexpected', { ns: 'kit', code }) })
  }, [t])
}
