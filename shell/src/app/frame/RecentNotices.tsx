import { IconButton } from '@recado/sdk/ui'
import { Bell } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { OverlayOnDemand } from '../../base/ui/OverlayOnDemand.tsx'

const load = () => import('./RecentNoticesList.tsx')

/** Error toasts are short (S8-185); here they can be read in peace. */
export function RecentNotices() {
  const { t } = useTranslation()
  return (
    <OverlayOnDemand
      popup="dialog"
      load={load}
      trigger={<IconButton icon={<Bell size={18} />} label={t('notice.recent')} />}
    >
      {({ RecentNoticesList }, popover) => <RecentNoticesList {...popover} />}
    </OverlayOnDemand>
  )
}
