import {
  Badge,
  Button,
  ConfirmDialog,
  ErrorState,
  Field,
  PageHeader,
  Skeleton,
  Textarea,
  useErrorText,
  type BadgeProps,
} from '@recado/sdk/ui'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { LicenceDetail, LicenceState } from '../../base/contracts.ts'
import { daysUntil } from '../../data/licence/days-until.ts'
import { limitKinds } from './limit-text.ts'
import { StorageBar, storageState } from './StorageBar.tsx'
import { UseBar } from './UseBar.tsx'
import { useDay } from './use-day.ts'
import { useLicence, useLicenceActs } from '../../data/licence/use-licence.ts'

const tones: Record<LicenceState, NonNullable<BadgeProps['tone']>> = {
  none: 'neutral',
  valid: 'success',
  invalid: 'danger',
  expired: 'warning',
  blocked: 'danger',
  invalidDomain: 'danger',
  invalidCode: 'danger',
  freePlanViolation: 'warning',
}

/** `/configuracoes/licenca`: limits and usage of the company, and entering a licence. */
export function Licence() {
  const { t } = useTranslation('companies')
  const licence = useLicence()
  return (
    <div className="scroll-thin h-full overflow-y-auto">
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-6 pane:px-8 pane:py-8">
        <PageHeader className="mb-0" title={t('licence.title')} description={t('licence.description')} />
        {licence.isPending && (
          <>
            <Skeleton height="9rem" className="rounded-lg" />
            <Skeleton height="12rem" className="rounded-lg" />
          </>
        )}
        {licence.isError && (
          <ErrorState what={t('licence.what')} error={licence.error} onRetry={() => void licence.refetch()} />
        )}
        {licence.data && (
          <>
            <State licence={licence.data} now={licence.dataUpdatedAt} />
            <Use licence={licence.data} />
            <Enter licence={licence.data} />
          </>
        )}
      </div>
    </div>
  )
}

const card = 'rounded-lg border border-line bg-surface p-4 pane:p-5'

function State({ licence, now }: { licence: LicenceDetail; now: number }) {
  const { t } = useTranslation('companies')
  const day = useDay()
  const { state, trialEndsAt, expiresAt } = licence
  const facts = [
    ...(licence.plan === null ? [] : [[t('licence.plan'), licence.plan]]),
    ...(trialEndsAt === null
      ? []
      : [
          [
            t('licence.trialEnds'),
            t('licence.dayAndLeft', { day: day(trialEndsAt), count: daysUntil(trialEndsAt, now) }),
          ],
        ]),
    ...(state === 'none'
      ? []
      : [
          [
            t('licence.expires'),
            expiresAt === null
              ? t('licence.never')
              : t('licence.dayAndLeft', { day: day(expiresAt), count: daysUntil(expiresAt, now) }),
          ],
          [t('licence.domain'), licence.domain ?? t('licence.anyDomain')],
        ]),
  ]
  return (
    <section aria-label={t('licence.title')} className={card}>
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="text-title font-semibold">{t(`shell:tier.${licence.type}`)}</h2>
        <Badge tone={tones[state]}>{t(`licence.state.${state}`)}</Badge>
      </div>
      <p className="mt-1 max-w-prose text-list text-ink-muted">{t(`licence.stateDetail.${state}`)}</p>
      {facts.length > 0 && (
        <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-list">
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-ink-muted">{name}</dt>
              <dd className="min-w-0 break-words tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

function Use({ licence: { limits, use, type, userCreation } }: { licence: LicenceDetail }) {
  const { t } = useTranslation('companies')
  const storage = storageState(use.storage, limits.storage)
  return (
    <section aria-labelledby="licence-use" className={card}>
      <h2 id="licence-use" className="text-thread font-semibold">
        {t('licence.use')}
      </h2>
      <div className="mt-4 grid gap-x-8 gap-y-4 pane:grid-cols-2">
        {limitKinds.map((kind) =>
          kind === 'storage' ? (
            <StorageBar key={kind} used={use.storage} limit={limits.storage} />
          ) : (
            <UseBar key={kind} label={t(`limits.${kind}`)} used={use[kind]} limit={limits[kind]} />
          ),
        )}
        {type === 'free' && (
          <>
            <UseBar label={t('limits.activeQueues')} used={use.activeQueues} limit={1} />
            <UseBar label={t('limits.activeConnections')} used={use.activeConnections} limit={1} />
          </>
        )}
      </div>
      {storage === 'almost' && (
        <p role="status" className="mt-4 text-list text-warning">
          {t('use.storageAlmost')}
        </p>
      )}
      {storage === 'full' && (
        <p role="status" className="mt-4 text-list text-danger">
          {t('use.storageFull')}
        </p>
      )}
      {!userCreation && <p className="mt-4 text-list text-warning">{t('licence.noUserCreation')}</p>}
    </section>
  )
}

function Enter({ licence }: { licence: LicenceDetail }) {
  const { t } = useTranslation('companies')
  const textOf = useErrorText()
  const { enter, remove } = useLicenceActs()
  const [token, setToken] = useState('')
  const [isRemoving, setRemoving] = useState(false)
  const hasOne =
    !['none', 'blocked'].includes(licence.state) &&
    (licence.expiresAt !== null || licence.state !== 'expired' || licence.trialEndsAt === null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    enter.mutate(token.trim(), { onSuccess: () => setToken('') })
  }
  return (
    <section aria-labelledby="licence-enter" className={card}>
      <h2 id="licence-enter" className="text-thread font-semibold">
        {t(hasOne ? 'licence.change' : 'licence.enter')}
      </h2>
      <form className="mt-3 flex flex-col gap-3" onSubmit={submit}>
        <Field
          label={t('licence.token')}
          help={t('licence.tokenHelp')}
          error={enter.isError ? textOf(enter.error) : undefined}
        >
          <Textarea
            value={token}
            rows={4}
            spellCheck={false}
            autoComplete="off"
            className="font-mono text-xs break-all"
            onChange={(event) => {
              setToken(event.target.value)
              enter.reset()
            }}
          />
        </Field>
        <div className="flex flex-wrap justify-between gap-2">
          <Button type="submit" variant="primary" busy={enter.isPending} disabled={token.trim() === ''}>
            {t('licence.submit')}
          </Button>
          {hasOne && (
            <Button variant="ghost" onClick={() => setRemoving(true)}>
              {t('licence.remove')}
            </Button>
          )}
        </div>
      </form>
      {isRemoving && (
        <ConfirmDialog
          title={t('licence.removeTitle')}
          description={t('licence.removeDetail')}
          confirmLabel={t('licence.remove')}
          open
          onOpenChange={setRemoving}
          onConfirm={() => remove.mutateAsync()}
        />
      )}
    </section>
  )
}
