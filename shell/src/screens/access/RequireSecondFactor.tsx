import { ErrorState, Skeleton, Switch, useApi } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keys } from '../../base/query-keys.ts'
import { reportFailure } from '../../base/ui/report-failure.ts'

const key = 'requireSecondFactor'
interface Setting {
  readonly key: string
  readonly value: unknown
}

/** Whether the company asks its users for a second factor. */
export function RequireSecondFactor() {
  const { t } = useTranslation('access')
  const api = useApi()
  const queries = useQueryClient()
  const setting = useQuery({
    queryKey: keys.requiredSecondFactor,
    queryFn: async ({ signal }) =>
      (await api.get<Setting[]>('/settings', { signal })).find((row) => row.key === key)?.value === 'enabled',
  })
  const change = useMutation({
    mutationFn: (required: boolean) => api.put(`/settings/${key}`, { value: required }),
    onSuccess: (_answer, required) => {
      queries.setQueryData(keys.requiredSecondFactor, required)
      void queries.invalidateQueries({ queryKey: keys.secondFactor })
    },
    onError: reportFailure,
  })
  return (
    <section aria-labelledby="required-second-factor" className="flex flex-col gap-3 border-t border-line pt-6">
      <div>
        <h2 id="required-second-factor" className="text-thread font-semibold">
          {t('secondFactor.title')}
        </h2>
        <p className="mt-1 text-list text-ink-muted">{t('secondFactor.detail')}</p>
      </div>
      {setting.isPending && <Skeleton height="1.5rem" width="18rem" />}
      {setting.isError && (
        <ErrorState what={t('secondFactor.what')} error={setting.error} onRetry={() => void setting.refetch()} />
      )}
      {setting.data !== undefined && (
        <Switch
          label={t('secondFactor.require')}
          checked={change.isPending ? change.variables : setting.data}
          disabled={change.isPending}
          onCheckedChange={(required) => change.mutate(required)}
        />
      )}
    </section>
  )
}
