import type { OperationsStatus } from '@recado/sdk/client'
import { CopiedText } from '@recado/sdk/ui'
import { Lightbulb } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** What somebody with other rights could do for the installation, with the words to copy; nothing without any. */
export function AdviceList({ advice }: Pick<OperationsStatus, 'advice'>) {
  const { t } = useTranslation('operations')
  if (advice.length === 0) return null
  return (
    <section aria-label={t('advice.title')} className="flex flex-col gap-2">
      {advice.map(({ kind, name, statement }) => (
        <div
          key={`${kind} ${name}`}
          className="flex items-start gap-3 rounded-lg border border-line bg-surface px-4 py-3 text-list pane:px-5"
        >
          <Lightbulb size={18} aria-hidden className="mt-0.5 shrink-0 text-accent-text" />
          <div className="flex min-w-0 flex-1 flex-col gap-2">
            <p className="wrap-anywhere">{t(`advice.${kind}`, { name })}</p>
            <CopiedText text={statement} label={t('advice.statement')} />
          </div>
        </div>
      ))}
    </section>
  )
}
