import { VisuallyHidden } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'

/** Whether somebody is there, in colour and in words. */
export function PresenceDot({ online }: { online: boolean }) {
  const { t } = useTranslation()
  return (
    <span
      className={
        'block size-2.5 -translate-x-0.5 -translate-y-0.5 rounded-full border-2 border-surface ' +
        (online ? 'bg-success' : 'bg-line-strong')
      }
      title={t(online ? 'frame.status.online' : 'frame.status.offline')}
    >
      <VisuallyHidden>{t(online ? 'frame.status.online' : 'frame.status.offline')}</VisuallyHidden>
    </span>
  )
}
