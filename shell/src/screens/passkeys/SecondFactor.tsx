import { Badge, Button, ErrorState, Skeleton } from '@recado/sdk/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keys } from '../../base/query-keys.ts'
import { DisableSecondFactor } from './DisableSecondFactor.tsx'
import { SetUpSecondFactor } from './SetUpSecondFactor.tsx'
import { useSecondFactor } from './use-own-passkeys.ts'

const few = 3

/** State of the second factor, and the change to the other one. */
export function SecondFactor() {
  const { t, i18n } = useTranslation('ownPasskeys')
  const queries = useQueryClient()
  const state = useSecondFactor()
  const [open, setOpen] = useState<'setUp' | 'disable' | null>(null)
  const close = (): void => {
    setOpen(null)
    void queries.invalidateQueries({ queryKey: keys.secondFactor })
  }
  const { data } = state
  return (
    <section aria-labelledby="second-factor" className="flex flex-col gap-4">
      <div className="max-w-xl">
        <h2 id="second-factor" className="text-thread font-semibold">
          {t('second.heading')}
        </h2>
        <p className="mt-1 text-list text-ink-muted">{t('second.detail')}</p>
      </div>
      {state.isPending && <Skeleton height="3.5rem" className="rounded-lg" />}
      {state.isError && <ErrorState what={t('second.what')} error={state.error} onRetry={() => void state.refetch()} />}
      {data && (
        <div
          className={
            'flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-surface px-4 py-3'
          }
        >
          <div className="min-w-0">
            <Badge tone={data.isActive ? 'success' : 'neutral'}>
              {data.confirmedAt
                ? t('second.on', {
                    date: new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' }).format(
                      new Date(data.confirmedAt),
                    ),
                  })
                : t('second.off')}
            </Badge>
            {data.isActive && (
              <p className="mt-1.5 text-list text-ink-muted">
                {t('second.left', { count: data.recoveryCodesLeft })}
                {data.recoveryCodesLeft < few && ` · ${t('second.few')}`}
              </p>
            )}
          </div>
          {data.isActive ? (
            <Button onClick={() => setOpen('disable')}>{t('second.disable')}</Button>
          ) : (
            <Button onClick={() => setOpen('setUp')}>{t('second.setUp')}</Button>
          )}
        </div>
      )}
      {open === 'setUp' && <SetUpSecondFactor onClose={close} />}
      {open === 'disable' && <DisableSecondFactor onClose={close} />}
    </section>
  )
}
