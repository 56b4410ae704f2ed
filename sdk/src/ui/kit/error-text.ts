import { useCallback, useReducer } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../plugin/api.ts'
import { useErrorWordsLoader } from '../plugin/context.tsx'

const codeOf = (problem: unknown): string =>
  ApiError.is(problem) ? problem.code : typeof problem === 'string' ? problem : 'ERR_CLIENT'

/** What a problem is, and what can be done about it where that is known. */
export interface ErrorWords {
  readonly text: string
  readonly detail: string | undefined
}

/**
 * Words for anything that was thrown: the code's own (`<code>` and `<code>_detail` of namespace `errors`, S8-002 and
 * S8-003) with its facts filled in. Texts of exceptions are never shown. A string that is no code is a sentence
 * already. A code without words is shown as it is, or beneath what the caller says `otherwise` (S8-005). Those of a
 * plugin's code that came in an answer's body are loaded when they are asked for; nothing is said until they are there.
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
    // Those who keep what it said are to ask again once words were loaded.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [t, load, loaded],
  )
}

/** {@link useErrorWords}, the first sentence alone: for places with room for one. */
export function useErrorText(): (problem: unknown) => string {
  const words = useErrorWords()
  return useCallback((problem) => words(problem).text, [words])
}
