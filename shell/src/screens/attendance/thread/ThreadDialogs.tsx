import { ConfirmDialog } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { useDelete, useStopPoll } from '../../../data/messages/use-message-calls.ts'
import type { MessageActs } from '../use-message-acts.ts'
import { ForwardDialog } from './ForwardDialog.tsx'

/** Confirmations before acts on messages of the thread. */
export function ThreadDialogs({ acts }: { acts: MessageActs }) {
  const { t } = useTranslation('attendance')
  const remove = useDelete()
  const stop = useStopPoll()
  const { deleting, stopping, forwarding } = acts
  return (
    <>
      <ConfirmDialog
        title={t('remove.title')}
        description={t('remove.detail')}
        confirmLabel={t('remove.confirm')}
        open={deleting !== null}
        onOpenChange={(open) => {
          if (!open) acts.remove(null)
        }}
        onConfirm={() => (deleting ? remove.mutateAsync(deleting.id) : undefined)}
      />
      <ConfirmDialog
        title={t('stopPoll.title')}
        description={t('stopPoll.detail')}
        confirmLabel={t('stopPoll.confirm')}
        open={stopping !== null}
        onOpenChange={(open) => {
          if (!open) acts.stopPoll(null)
        }}
        onConfirm={() => (stopping ? stop.mutateAsync(stopping.id) : undefined)}
      />
      {forwarding && <ForwardDialog ids={forwarding} onClose={() => acts.forward(null)} onDone={acts.unselect} />}
    </>
  )
}
