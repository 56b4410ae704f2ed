import { Dialog, Popover, Skeleton } from '@recado/sdk/ui'
import { cloneElement, Suspense, type ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { OverlayState } from '../../base/ui/OverlayOnDemand.tsx'
import { BellList } from './BellList.tsx'
import { RecentErrors } from './RecentErrors.tsx'

/** What happened that the user has to know, and below it the errors of this page: a sheet on a telephone. */
export function BellOverlay({ asSheet, trigger, open, onOpenChange }: OverlayState & { asSheet: boolean }) {
  const { t } = useTranslation()
  // Their words come when they are first shown; what is around them stays meanwhile.
  const content = (
    <Suspense fallback={<Skeleton className="h-11" />}>
      <BellList onLeave={() => onOpenChange(false)} isTitled={asSheet} />
      <RecentErrors />
    </Suspense>
  )
  if (!asSheet)
    return (
      <Popover
        trigger={trigger}
        open={open}
        onOpenChange={onOpenChange}
        label={t('bell.title')}
        side="right"
        align="end"
        className="w-96 max-w-[calc(100vw-1rem)]"
      >
        <div className="scroll-thin -m-1 max-h-[70vh] overflow-y-auto p-1">{content}</div>
      </Popover>
    )
  return (
    <>
      {cloneElement(trigger as ReactElement<{ 'aria-haspopup': 'dialog'; onClick(): void }>, {
        'aria-haspopup': 'dialog',
        onClick: () => onOpenChange(true),
      })}
      <Dialog title={t('bell.title')} shape="sheet" open={open} onOpenChange={onOpenChange}>
        {content}
      </Dialog>
    </>
  )
}
