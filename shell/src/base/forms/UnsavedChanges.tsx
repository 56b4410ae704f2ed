import { ConfirmDialog } from '@recado/sdk/ui'
import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

/** Asks before a screen is left with changes that were not saved; closing the window asks in the browser's words. */
export function UnsavedChanges({ when }: { when: boolean }) {
  const { t } = useTranslation('platform')
  const blocker = useBlocker({ shouldBlockFn: () => when, enableBeforeUnload: () => when, withResolver: true })
  return (
    <ConfirmDialog
      title={t('unsaved.title')}
      description={t('unsaved.detail')}
      confirmLabel={t('unsaved.leave')}
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.()
      }}
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
