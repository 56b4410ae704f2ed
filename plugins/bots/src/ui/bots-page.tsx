import {
  Badge,
  Button,
  ConfirmDialog,
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
import type { Bot } from '../bots/bot.ts'
import { BotDialog } from './bot-dialog.tsx'
import { TestButton } from './test-button.tsx'
import { useBots, useDeleteBot } from './use-bots.ts'

/** `/configuracoes/typebotapi` (S2-079): bots of the company, of Typebot and of other programs. */
export default function BotsPage() {
  return usePermission('manage') ? <Bots /> : <NoPermission />
}

function Bots() {
  const { t } = useWords()
  const query = useBots()
  const remove = useDeleteBot()
  const [edited, setEdited] = useState<Bot | 'new'>()
  const [doomed, setDoomed] = useState<Bot>()
  const providers = query.data?.providers ?? []
  const titleOf = (provider: string): string =>
    providers.find(({ plugin }) => plugin === provider)?.title ?? t('bots.providerGone', { provider })
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 px-4 py-6 md:px-8 md:py-8">
      <PageHeader
        className="mb-0"
        title={t('bots.title')}
        description={t('bots.description')}
        actions={
          <Button
            variant="primary"
            disabled={providers.length === 0}
            icon={<Icon name="plus" size={16} />}
            onClick={() => setEdited('new')}
          >
            {t('bots.create')}
          </Button>
        }
      />
      {query.isPending && <Skeleton height="8rem" className="rounded-lg" />}
      {query.isError && <ErrorState what={t('bots.what')} error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && providers.length === 0 && (
        <p role="status" className="rounded-md bg-surface px-3 py-2 text-list">
          {t('bots.noProvider')}
        </p>
      )}
      {query.data?.bots.length === 0 && (
        <EmptyState icon={<Icon name="bot" />} title={t('bots.none')}>
          {t('bots.noneDetail')}
        </EmptyState>
      )}
      <ul className="flex flex-col gap-2">
        {query.data?.bots.map((bot) => (
          <li key={bot.id} className="flex flex-wrap items-center gap-2 rounded-lg border border-line bg-surface p-3">
            <div className="min-w-0 flex-1 basis-40">
              <p className="flex flex-wrap items-center gap-2 text-list font-medium break-words">
                {bot.name} {!bot.active && <Badge>{t('bots.inactive')}</Badge>}
              </p>
              <p className="text-xs break-words text-ink-muted">
                {titleOf(bot.provider)} · {bot.reference}
              </p>
            </div>
            <TestButton bot={bot} />
            <IconButton
              icon={<Icon name="pencil" size={16} />}
              label={t('bots.edit', { name: bot.name })}
              onClick={() => setEdited(bot)}
            />
            <IconButton
              icon={<Icon name="trash-2" size={16} />}
              label={t('bots.delete', { name: bot.name })}
              onClick={() => setDoomed(bot)}
            />
          </li>
        ))}
      </ul>
      {edited && (
        <BotDialog
          bot={edited === 'new' ? undefined : edited}
          providers={providers}
          onClose={() => setEdited(undefined)}
        />
      )}
      {doomed && (
        <ConfirmDialog
          open
          title={t('bots.deleteTitle', { name: doomed.name })}
          description={t('bots.deleteDetail')}
          confirmLabel={t('bots.deleteConfirm')}
          tone="danger"
          onOpenChange={(open) => {
            if (!open) setDoomed(undefined)
          }}
          onConfirm={async () => {
            await remove.mutateAsync(doomed.id)
            toast.success(t('bots.deleted', { name: doomed.name }))
          }}
        />
      )}
    </div>
  )
}
