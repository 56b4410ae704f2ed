import { useTranslation } from 'react-i18next'
import { MarkedText } from '../../../parts/messages/MarkedText.tsx'
import { isMarked } from './marking.ts'

/** What the contact will see of a text with marks; nothing for a text without. */
export function MarksPreview({ text }: { text: string }) {
  const { t } = useTranslation('attendance')
  if (!isMarked(text)) return null
  return (
    <section
      aria-label={t('composer.preview')}
      className="mx-3 mb-1.5 max-h-32 overflow-y-auto rounded-md bg-accent-soft px-2.5 py-1.5 text-list"
    >
      <p className="text-xs text-ink-muted" aria-hidden>
        {t('composer.preview')}
      </p>
      <MarkedText text={text} />
    </section>
  )
}
