import { CircleHelp } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** Stands where something would be that could not be read. */
export function Missing() {
  const { t } = useTranslation('operations')
  return (
    <p className="flex items-center gap-2 text-list text-warning">
      <CircleHelp size={16} aria-hidden className="shrink-0" />
      {t('missing')}
    </p>
  )
}
