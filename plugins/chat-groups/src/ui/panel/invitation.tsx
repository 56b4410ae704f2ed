import { Button, ConfirmDialog, Icon, toast, useWords } from '@recado/sdk/ui'
import { useState } from 'react'
import { useGroupActs } from '../use-group.ts'

/** The address by which people join. It is fetched when somebody wants it, and renewed when it went astray. */
export function Invitation({ ticketId }: { ticketId: string }) {
  const { t } = useWords()
  const { invitation } = useGroupActs(ticketId)
  const [isAsking, setAsking] = useState(false)
  const url = invitation.data?.url
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(url!)
    toast.success(t('invitation.copied'))
  }
  return (
    <section className="flex flex-col gap-2" aria-label={t('invitation.title')}>
      <h4 className="text-sm font-semibold">{t('invitation.title')}</h4>
      {url !== undefined && <p className="text-sm break-all select-all">{url}</p>}
      <div className="flex flex-wrap gap-2">
        {url === undefined ? (
          <Button
            size="small"
            busy={invitation.isPending}
            icon={<Icon name="link" size={15} />}
            onClick={() => invitation.mutate(false)}
          >
            {t('invitation.show')}
          </Button>
        ) : (
          <>
            <Button size="small" icon={<Icon name="copy" size={15} />} onClick={() => void copy()}>
              {t('invitation.copy')}
            </Button>
            <Button size="small" variant="ghost" onClick={() => setAsking(true)}>
              {t('invitation.renew')}
            </Button>
          </>
        )}
      </div>
      <ConfirmDialog
        title={t('invitation.renew')}
        description={t('invitation.consequence')}
        confirmLabel={t('invitation.renew')}
        open={isAsking}
        onOpenChange={setAsking}
        onConfirm={() => invitation.mutateAsync(true)}
      />
    </section>
  )
}
