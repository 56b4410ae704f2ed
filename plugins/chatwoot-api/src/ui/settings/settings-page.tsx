import {
  Badge,
  Button,
  ConfirmDialog,
  CopiedText,
  EmptyState,
  ErrorState,
  Icon,
  IconButton,
  NoPermission,
  PageHeader,
  Skeleton,
  toast,
  usePermission,
  useWords,
} from '@recado/sdk/ui'
import { useState } from 'react'
import { mostTokens, type InboxRow, type Overview, type ShownToken } from '../../company/company.ts'
import { useOverview, useRemoveToken } from '../use-overview.ts'
import { TokenDialog } from './token-dialog.tsx'

/** `/configuracoes/chatwoot`: how programs made for Chatwoot connect, and how their inboxes do. */
export default function SettingsPage() {
  return usePermission('manage') ? <Access /> : <NoPermission />
}

const guides = ['evolution', 'waha', 'n8n', 'typebot'] as const

function Access() {
  const { t } = useWords()
  const overview = useOverview()
  const [isMaking, setMaking] = useState(false)
  const isFull = (overview.data?.tokens.length ?? 0) >= mostTokens
  const create = (
    <Button variant="primary" icon={<Icon name="plus" size={16} />} disabled={isFull} onClick={() => setMaking(true)}>
      {t('settings.create')}
    </Button>
  )
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-6 px-4 py-6 md:px-8 md:py-8">
      <PageHeader
        className="mb-0"
        title={t('settings.title')}
        description={t('settings.description')}
        actions={(overview.data?.tokens.length ?? 0) > 0 && create}
      />
      {overview.isPending && <Skeleton height="14rem" className="rounded-lg" />}
      {overview.isError && (
        <ErrorState what={t('settings.what')} error={overview.error} onRetry={() => void overview.refetch()} />
      )}
      {overview.data && <Details overview={overview.data} create={create} isFull={isFull} />}
      {isMaking && <TokenDialog onClose={() => setMaking(false)} />}
    </div>
  )
}

function Details({ overview, create, isFull }: { overview: Overview; create: React.ReactNode; isFull: boolean }) {
  const { t } = useWords()
  const { baseUrl, accountId, tokens, inboxes } = overview
  return (
    <>
      <dl className="grid gap-4 md:grid-cols-2">
        {[
          { label: t('settings.base'), text: baseUrl ?? window.location.origin },
          { label: t('settings.account'), text: String(accountId) },
        ].map(({ label, text }) => (
          <div key={label} className="min-w-0">
            <dt className="mb-1 text-list font-semibold">{label}</dt>
            <dd>
              <CopiedText label={label} text={text} />
            </dd>
          </div>
        ))}
      </dl>
      <section aria-labelledby="chatwoot-tokens" className="flex flex-col gap-2">
        <h2 id="chatwoot-tokens" className="font-semibold">
          {t('settings.tokens')}
        </h2>
        {isFull && <p className="text-list text-ink-muted">{t('settings.full', { total: mostTokens })}</p>}
        {tokens.length === 0 ? (
          <EmptyState icon={<Icon name="key" />} title={t('settings.noTokens')} action={create}>
            {t('settings.noTokensHelp')}
          </EmptyState>
        ) : (
          <Tokens tokens={tokens} />
        )}
      </section>
      <section aria-labelledby="chatwoot-inboxes" className="flex flex-col gap-2">
        <h2 id="chatwoot-inboxes" className="font-semibold">
          {t('settings.inboxes')}
        </h2>
        {inboxes.length === 0 && <p className="text-list text-ink-muted">{t('settings.noInboxes')}</p>}
        <ul className="flex flex-col gap-2">
          {inboxes.map((inbox) => (
            <Inbox key={inbox.id} inbox={inbox} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="chatwoot-guides" className="flex flex-col gap-2">
        <h2 id="chatwoot-guides" className="font-semibold">
          {t('settings.guides')}
        </h2>
        <ul className="flex list-disc flex-col gap-1 ps-5 text-list">
          {guides.map((guide) => (
            <li key={guide}>{t(`guide.${guide}`)}</li>
          ))}
        </ul>
      </section>
    </>
  )
}

function useMoment(): (at: string) => string {
  const { i18n } = useWords()
  const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'short', timeStyle: 'short' })
  return (at) => format.format(new Date(at))
}

function Tokens({ tokens }: { tokens: readonly ShownToken[] }) {
  const { t } = useWords()
  const moment = useMoment()
  const remove = useRemoveToken()
  const [doomed, setDoomed] = useState<ShownToken>()
  return (
    <>
      <ul aria-label={t('settings.tokens')} className="flex flex-col gap-2">
        {tokens.map((token) => (
          <li
            key={token.id}
            className="flex items-center justify-between gap-3 rounded-lg border border-line bg-surface p-3 text-list"
          >
            <span className="min-w-0">
              <span className="block font-semibold break-words">{token.name}</span>
              <span className="text-ink-muted tabular-nums">
                {t('token.ending', { last4: token.last4 })}
                {' · '}
                {token.lastUsedAt ? t('token.used', { when: moment(token.lastUsedAt) }) : t('token.never')}
              </span>
            </span>
            <IconButton
              icon={<Icon name="trash-2" size={16} />}
              label={t('token.delete', { name: token.name })}
              onClick={() => setDoomed(token)}
            />
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={doomed !== undefined}
        onOpenChange={() => setDoomed(undefined)}
        title={t('token.sure', { name: doomed?.name })}
        description={t('token.sureDetail')}
        confirmLabel={t('token.confirm')}
        onConfirm={async () => {
          await remove.mutateAsync(doomed!.id)
          toast.success(t('token.done'))
        }}
      />
    </>
  )
}

function Inbox({ inbox: { id, name, number, isActive, webhookUrl, last, failure } }: { inbox: InboxRow }) {
  const { t } = useWords()
  const moment = useMoment()
  return (
    <li className="flex min-w-0 flex-col gap-1 rounded-lg border border-line bg-surface p-3 text-list">
      <span className="flex flex-wrap items-center gap-2 font-semibold break-words">
        {name}
        <Badge tone="neutral">{t('inbox.number', { number })}</Badge>
        {!isActive && <Badge tone="neutral">{t('inbox.off')}</Badge>}
      </span>
      <span className="break-all text-ink-muted">{webhookUrl ?? t('inbox.noAddress')}</span>
      <span className="break-all text-ink-muted">{id}</span>
      <span className="text-ink-muted">
        {last?.status ? t('inbox.last', { when: moment(last.at) }) : t('inbox.none')}
      </span>
      {failure && (
        <span className="text-danger">{t('inbox.failed', { when: moment(failure.at), detail: failure.detail })}</span>
      )}
    </li>
  )
}
