import { ConfirmDialog } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { useDelete } from '../../../data/messages/use-message-calls.ts'
import type { MessageActs } from '../use-message-acts.ts'
import { ForwardDialog } from './ForwardDialog.tsx'

/** Confirmations before acts on messages of the thread. */
export function ThreadDialogs({ acts }: { acts: MessageActs }) {
  const { t } = useTranslation('attendance')
  const remove = useDelete()
  const { deleting, forwarding } = acts
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
      {forwarding && <ForwardDialog ids={forwarding} onClose={() => acts.forward(null)} onDone={acts.unselect} />}
    </>
  )
}
