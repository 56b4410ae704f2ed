import { Skeleton } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'

/** The shape of a page while its code arrives. */
export function ScreenSkeleton() {
  const { t } = useTranslation()
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-6 p-6" role="status" aria-label={t('loading')}>
      <Skeleton width="14rem" height="1.75rem" />
      <div className="grid grid-cols-[repeat(auto-fill,minmax(14rem,1fr))] gap-3">
        {Array.from({ length: 4 }, (_, card) => (
          <Skeleton key={card} height="6rem" />
        ))}
      </div>
      <Skeleton lines={5} />
    </div>
  )
}
