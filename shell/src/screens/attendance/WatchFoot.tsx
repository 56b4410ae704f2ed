import { Button } from '@recado/sdk/ui'
import { Eye } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** In the place of the composer, for who reads along (S4-006): says so, and leads into the conversation. */
export function WatchFoot({ onJoin }: { onJoin(): void }) {
  const { t } = useTranslation('attendance')
  return (
    <footer
      role="status"
      className={
        'flex shrink-0 flex-wrap items-center justify-center gap-3 border-t border-line bg-surface px-4 py-4 ' +
        'text-list'
      }
    >
      <Eye size={18} className="shrink-0 text-accent-text" aria-hidden />
      <span className="leading-tight">
        <span className="block font-medium">{t('watch.title')}</span>
        <span className="block text-xs text-ink-muted">{t('watch.detail')}</span>
      </span>
      <Button size="small" onClick={onJoin}>
        {t('watch.join')}
      </Button>
    </footer>
  )
}
