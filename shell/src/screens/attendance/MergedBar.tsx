import { Merge } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Ticket } from '../../base/contracts.ts'

/** Above the conversation of a ticket that is part of another one: the way there. */
export function MergedBar({ into }: { into: Ticket['id'] }) {
  const { t } = useTranslation('attendance')
  return (
    <div
      role="status"
      className="flex shrink-0 items-center gap-2 border-b border-line bg-raised px-4 py-1.5 text-list"
    >
      <Merge size={15} className="shrink-0 text-ink-muted" aria-hidden />
      <span className="min-w-0 flex-1 truncate">{t('join.partOf')}</span>
      <a href={`#/atendimento/${into}`} className="font-medium text-accent-text hover:underline">
        {t('join.openOther')}
      </a>
    </div>
  )
}
