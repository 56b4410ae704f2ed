import { useCallback, useReducer } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../plugin/api-error.ts'
import { useErrorWordsLoader } from '../plugin/context.tsx'

const codeOf = (problem: unknown): string =>
  ApiError.is(problem) ? problem.code : typeof problem === 'string' ? problem : 'ERR_CLIENT'

/** Text of a problem, and advice if there is any. */
export interface ErrorWords {
  readonly text: string
  readonly detail: string | undefined
}

/**
 * Texts for anything that was thrown: the code's own (`<code>` and `<code>_detail` of namespace `errors`, S8-002 and
 * S8-003) with its facts filled in. Texts of exceptions are never shown. A string that is no code is a sentence
 * already. A code without a text is shown as it is, or beneath the caller's `otherwise` (S8-005). Texts of a plugin's
 * code in an answer's body are loaded on demand; the text is empty until then.
 */
export function useErrorWords(): (problem: unknown, otherwise?: string) => ErrorWords {
  const { t } = useTranslation(['errors', 'kit'])
  const load = useErrorWordsLoader()
  const [loaded, isLoaded] = useReducer((count: number) => count + 1, 0)
  return useCallback(
    (problem, otherwise) => {
      const code = codeOf(problem)
      if (!/^ERR_[A-Z0-9_]+$/.test(code)) return { text: code, detail: undefined }
      const facts = ApiError.is(problem) ? problem.facts : {}
      const text = t(code, { ns: 'errors', ...facts, defaultValue: '' })
      const coming = text ? undefined : load?.(code)
      if (coming) {
        void coming.then(isLoaded)
        return { text: otherwise ?? '', detail: undefined }
      }
      if (!text)
        return otherwise === undefined
          ? { text: t('unexpected', { ns: 'kit', code }), detail: undefined }
          : { text: otherwise, detail: code }
      return {
        text,
        detail: t(`${code}_detail`, { ns: 'errors', ...facts, defaultValue: '' }) || undefined,
      }
    },
    // A new function after texts were loaded makes memoising callers call again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [t, load, loaded],
  )
}

/** {@link useErrorWords}, the first sentence alone: for places with space for one. */
export function useErrorText(): (problem: unknown) => string {
  const words = useErrorWords()
  return useCallback((problem) => words(problem).text, [words])
}
