import { Button, Dialog, toast, useApi, useErrorText } from '@recado/sdk/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keys } from '../../base/query-keys.ts'
import type { UserRecord } from '../../base/contracts.ts'
import { ColleagueList } from '../../parts/people/ColleagueList.tsx'
import type { UserDraft } from './user-draft.ts'

export type HoursOfUser = Pick<UserDraft, 'loginMode' | 'loginHours' | 'availability'>

/** The same hours for colleagues, one after another; finished ones stay when a later one fails. */
export function CopyHours({ from, hours, onClose }: { from: UserRecord; hours: HoursOfUser; onClose(): void }) {
  const { t } = useTranslation('people')
  const api = useApi()
  const queries = useQueryClient()
  const textOf = useErrorText()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [done, setDone] = useState<readonly string[]>([])
  const copy = useMutation({
    mutationFn: async () => {
      for (const id of chosen.filter((id) => !done.includes(id))) {
        await api.put(`/users/${id}`, hours)
        setDone((now) => [...now, id])
      }
    },
    onSettled: () => queries.invalidateQueries({ queryKey: keys.users }),
    onSuccess: () => {
      toast.success(t('hours.copied', { count: chosen.length }))
      onClose()
    },
  })
  return (
    <Dialog
      title={t('hours.copyTitle', { name: from.name })}
      description={t('hours.copyDetail')}
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('shell:action.cancel')}</Button>
          <Button variant="primary" disabled={chosen.length === 0} busy={copy.isPending} onClick={() => copy.mutate()}>
            {t('hours.copySubmit', { count: chosen.length })}
          </Button>
        </>
      }
    >
      <ColleagueList
        label={t('hours.copyTo')}
        without={[from.id]}
        selected={chosen}
        onChoose={({ id }) => setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])}
      />
      <p role="status" className="text-list text-ink-muted">
        {copy.isPending || copy.isError ? t('hours.copyProgress', { done: done.length, count: chosen.length }) : ''}
      </p>
      {copy.isError && (
        <p role="alert" className="k-field-error">
          {textOf(copy.error)}
        </p>
      )}
    </Dialog>
  )
}
