import { useErrorText, useNumberFormat, useWords } from '@recado/sdk/ui'
import { useMeaning } from './use-articles.ts'

/** How far the search by meaning is, in a sentence, for who writes articles. */
export function MeaningLine() {
  const { t } = useWords()
  const errorText = useErrorText()
  const format = useNumberFormat()
  const { data } = useMeaning()
  if (!data) return null
  const { state, read, passages, because } = data
  const of = { read: format.whole(read), passages: format.whole(passages) }
  return (
    <p role="status" className="text-xs text-ink-muted">
      {state === 'off'
        ? t('meaning.off')
        : because === null
          ? t('meaning.progress', of)
          : t('meaning.waiting', { ...of, because: errorText(because) })}
    </p>
  )
}
