import { useWords } from '@recado/sdk/ui'
import { lengthOf } from '../../../templates/template-rules.ts'

/** Used share of a text's limit; highlighted beyond it. */
export function Counter({ text, limit }: { text: string; limit: number }) {
  const { t } = useWords()
  const count = lengthOf(text)
  return (
    <span
      className={`tabular-nums ${count > limit ? 'font-medium text-danger' : ''}`}
      aria-live={count > limit ? 'polite' : 'off'}
    >
      {t('templates.editor.characters', { count, limit })}
    </span>
  )
}
