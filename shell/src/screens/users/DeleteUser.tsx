import { Button, Dialog, ErrorState, Skeleton, useErrorWords } from '@recado/sdk/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UserRecord, UserWithQueues } from '../../base/contracts.ts'
import { ColleagueList } from '../../parts/people/ColleagueList.tsx'
import { useUserActs, useWorkload } from '../../data/users/use-users.ts'

/** S5-024: somebody leaves, and a colleague receives what waits for an answer. */
export function DeleteUser({ user, onClose }: { user: UserRecord; onClose(): void }) {
  const { t } = useTranslation('people')
  const wordsOf = useErrorWords()
  const workload = useWorkload(user.id)
  const { remove } = useUserActs()
  const [receiver, setReceiver] = useState<UserWithQueues | null>(null)
  const words = remove.isError ? wordsOf(remove.error) : undefined
  const left = workload.data
  return (
    <Dialog
      title={t('users.delete.title', { name: user.name })}
      description={t('users.delete.detail')}
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('shell:action.cancel')}</Button>
          <Button
            variant="danger"
            disabled={!receiver}
            busy={remove.isPending}
            onClick={() => {
              if (receiver) remove.mutate({ id: user.id, newUserId: receiver.id }, { onSuccess: onClose })
            }}
          >
            {t('users.delete.submit')}
          </Button>
        </>
      }
    >
      {workload.isPending && <Skeleton lines={1} />}
      {workload.isError && (
        <ErrorState what={t('users.delete.what')} error={workload.error} onRetry={() => void workload.refetch()} />
      )}
      {left && (
        <p className="min-w-0 text-list">
          {[
            t('users.delete.tickets', { count: left.tickets }),
            t('users.delete.contacts', { count: left.contacts }),
          ].join(' · ')}
        </p>
      )}
      <p className="text-list font-medium">{t('users.delete.choose')}</p>
      <ColleagueList
        label={t('users.delete.choose')}
        without={[user.id]}
        selected={receiver ? [receiver.id] : []}
        onChoose={setReceiver}
      />
      <p role="status" className="text-list">
        {receiver ? t('users.delete.to', { name: receiver.name }) : ''}
      </p>
      {words && (
        <p role="alert" className="k-field-error">
          {[words.text, words.detail].filter(Boolean).join('. ')}
        </p>
      )}
    </Dialog>
  )
}
