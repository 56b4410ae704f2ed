import { useErrorText, useNumberFormat, useWords } from '@recado/sdk/ui'
import { useMeaning } from './use-articles.ts'

/** How far the search by meaning is, in a sentence, for who writes articles; and which passages it leaves out. */
export function MeaningLine() {
  const { t } = useWords()
  const errorText = useErrorText()
  const format = useNumberFormat()
  const { data } = useMeaning()
  if (!data) return null
  const { state, read, passages, because, refused, refusals } = data
  const of = { read: format.whole(read), passages: format.whole(passages) }
  return (
    <div className="text-xs text-ink-muted">
      <p role="status">
        {state === 'off'
          ? t('meaning.off')
          : because === null
            ? t('meaning.progress', of)
            : t('meaning.waiting', { ...of, because: errorText(because) })}
      </p>
      {refused > 0 && (
        <details>
          <summary className="cursor-pointer">{t('meaning.refused', { count: refused })}</summary>
          <ul className="mt-1 flex flex-col gap-0.5">
            {refusals.map(({ article, title, heading, because: why }, at) => (
              <li key={`${article} ${at}`}>
                {heading === '' ? title : `${title} › ${heading}`}: {errorText(why)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
