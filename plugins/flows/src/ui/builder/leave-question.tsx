import { ConfirmDialog, useWords } from '@recado/sdk/ui'
import { useBlocker } from '@tanstack/react-router'

/** Asks before the builder is left by a link while something is neither saved nor kept in the browser. */
export function LeaveQuestion({ isSafe }: { isSafe(): boolean }) {
  const { t } = useWords()
  const blocker = useBlocker({ shouldBlockFn: () => !isSafe(), enableBeforeUnload: false, withResolver: true })
  return (
    <ConfirmDialog
      title={t('leaving.title')}
      description={t('leaving.detail')}
      confirmLabel={t('leaving.leave')}
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.()
      }}
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
