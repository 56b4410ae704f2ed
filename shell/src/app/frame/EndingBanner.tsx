import { useEffect, useState } from 'react'
import { Clock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useWorkplace } from '../../data/workplace/workplace-context.ts'
import type { SessionEnding } from '../../base/contracts.ts'

/**
 * Says five minutes before that the user's hours end (S6-031), so that nobody is cut off in the middle of a sentence.
 */
export function EndingBanner() {
  const { t, i18n } = useTranslation()
  const { live } = useWorkplace()
  const [ending, setEnding] = useState<SessionEnding | null>(null)
  useEffect(() => live.on('ending', (told) => setEnding(told as SessionEnding)), [live])
  return (
    <div role="status" className="shrink-0">
      {ending && (
        <div
          className={
            'flex min-h-9 items-center justify-center gap-2 border-b border-line bg-warning-soft px-4 py-1 text-list ' +
            'text-warning'
          }
        >
          <Clock size={14} className="shrink-0" aria-hidden />
          <span>
            {t('session.ending', {
              time: new Intl.DateTimeFormat(i18n.language, { hour: '2-digit', minute: '2-digit' }).format(
                new Date(ending.at),
              ),
            })}
          </span>
        </div>
      )}
    </div>
  )
}
