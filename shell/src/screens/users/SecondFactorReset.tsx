import { Button, ConfirmDialog, toast, useApi } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reportFailure } from '../../base/ui/report-failure.ts'
import type { UserRecord } from '../../base/contracts.ts'

/**
 * For a user who lost the phone with the codes: afterwards the password alone is enough, and they can set it up again.
 */
export function SecondFactorReset({ user }: { user: Pick<UserRecord, 'id' | 'name'> }) {
  const { t } = useTranslation('people')
  const api = useApi()
  const [asking, setAsking] = useState(false)
  const reset = useMutation({
    mutationFn: () => api.delete(`/users/${user.id}/second-factor`),
    onSuccess: () => toast.success(t('secondFactor.removed', { name: user.name })),
    onError: reportFailure,
  })
  return (
    <div className="flex flex-col items-start gap-2 border-t border-line pt-4">
      <p className="k-label">{t('secondFactor.title')}</p>
      <p className="text-list text-ink-muted">{t('secondFactor.detail')}</p>
      <Button type="button" busy={reset.isPending} onClick={() => setAsking(true)}>
        {t('secondFactor.remove')}
      </Button>
      <ConfirmDialog
        title={t('secondFactor.confirmTitle', { name: user.name })}
        description={t('secondFactor.confirmDetail')}
        confirmLabel={t('secondFactor.remove')}
        open={asking}
        onOpenChange={setAsking}
        onConfirm={() => reset.mutate()}
      />
    </div>
  )
}
