import { EmptyState } from '@recado/sdk/ui'
import { Settings2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** Content beside the list of settings until one is chosen. */
export function SettingsStart() {
  const { t } = useTranslation()
  return (
    <div className="grid h-full place-items-center p-6">
      <EmptyState icon={<Settings2 size={22} />} title={t('frame.settings.choose')}>
        {t('frame.settings.chooseDetail')}
      </EmptyState>
    </div>
  )
}
