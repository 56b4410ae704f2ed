import { Button, EmptyState } from '@recado/sdk/ui'
import { useRouter } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** A screen that could not be loaded or threw while drawing. The frame around it stays. */
export function ScreenFailed({ reset }: { reset?: () => void }) {
  const { t } = useTranslation()
  const router = useRouter()
  const retry = () => {
    reset?.()
    void router.invalidate()
  }
  return (
    <div role="alert" className="grid h-full place-items-center p-6">
      <EmptyState icon={<CircleAlert size={22} />} title={t('failed.panel')} action={<Button onClick={retry}>{t('action.retry')}</Button>} />
    </div>
  )
}
