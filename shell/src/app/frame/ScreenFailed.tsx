import { Button, EmptyState } from '@recado/sdk/ui'
import { useRouter } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { isMissingCode } from '../../base/ui/lazy-screen.ts'

/** A screen that could not be loaded or threw while drawing. The frame around it stays. */
export function ScreenFailed({
  error,
  reset,
  reload = () => location.reload(),
}: {
  error?: unknown
  reset?: () => void
  reload?: () => void
}) {
  const { t } = useTranslation()
  const router = useRouter()
  const retry = () => {
    reset?.()
    void router.invalidate()
  }
  const isOutdated = isMissingCode(error)
  const action = isOutdated ? (
    <Button onClick={reload}>{t('failed.reload')}</Button>
  ) : (
    <Button onClick={retry}>{t('action.retry')}</Button>
  )
  return (
    <div role="alert" className="grid h-full place-items-center p-6">
      <EmptyState icon={<CircleAlert size={22} />} title={t('failed.panel')} action={action}>
        {isOutdated && t('failed.code')}
      </EmptyState>
    </div>
  )
}
