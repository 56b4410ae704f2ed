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
import type { Prompt } from '../../prompts/prompt.ts'
import { PromptDialog } from './prompt-dialog.tsx'
import { ProviderCard } from './provider-card.tsx'
import { TestSetDialog } from '../tests/test-set-dialog.tsx'
import { UsageCard } from './usage-card.tsx'
import { useDeletePrompt, usePrompts } from './use-prompts.ts'
import { VectorsCard } from './vectors-card.tsx'

/** `/configuracoes/prompt` (S2-073): prompts that answer customers, whether the provider answers, and what it cost. */
export default function PromptsPage() {
  return usePermission('manage') ? <Prompts /> : <NoPermission />
}

function Prompts() {
  const { t } = useWords()
  const query = usePrompts()
  const remove = useDeletePrompt()
  const [edited, setEdited] = useState<Prompt | 'new'>()
  const [tested, setTested] = useState<Prompt>()
  const [doomed, setDoomed] = useState<Prompt>()
  const prompts = query.data?.prompts ?? []
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-6 px-4 py-6 md:px-8 md:py-8">
      <PageHeader
        className="mb-0"
        title={t('prompts.title')}
        description={t('prompts.description')}
        actions={
          <Button variant="primary" icon={<Icon name="plus" size={16} />} onClick={() => setEdited('new')}>
            {t('prompts.create')}
          </Button>
        }
      />
      {query.isPending && <Skeleton height="8rem" className="rounded-lg" />}
      {query.isError && (
        <ErrorState what={t('prompts.what')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data?.prompts.length === 0 && (
        <EmptyState icon={<Icon name="sparkles" />} title={t('prompts.none')}>
          {t('prompts.noneDetail')}
        </EmptyState>
      )}
      {prompts.length > 0 && (
        <ul className="flex flex-col gap-2">
          {prompts.map((prompt) => (
            <li key={prompt.id} className="flex items-center gap-2 rounded-lg border border-line bg-surface p-3">
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center gap-2 text-list font-medium break-words">
                  {prompt.name}
                  {prompt.publishedVersion === null && <Badge>{t('prompts.neverPublished')}</Badge>}
                  {prompt.publishedVersion !== null && prompt.publishedVersion !== prompt.version && (
                    <Badge>{t('prompts.hasDraft', { number: prompt.publishedVersion })}</Badge>
                  )}
                  {prompt.functions.length > 0 && (
                    <Badge>{t('prompts.functions', { count: prompt.functions.length })}</Badge>
                  )}
                </p>
                <p className="truncate text-xs text-ink-muted">
                  {prompt.model ?? t('form.model.company')} · {t('versions.number', { number: prompt.version })}
                </p>
              </div>
              <IconButton
                icon={<Icon name="clipboard-list" size={16} />}
                label={t('tests.open', { name: prompt.name })}
                onClick={() => setTested(prompt)}
              />
              <IconButton
                icon={<Icon name="pencil" size={16} />}
                label={t('prompts.edit', { name: prompt.name })}
                onClick={() => setEdited(prompt)}
              />
              <IconButton
                icon={<Icon name="trash-2" size={16} />}
                label={t('prompts.delete', { name: prompt.name })}
                onClick={() => setDoomed(prompt)}
              />
            </li>
          ))}
        </ul>
      )}
      <ProviderCard />
      <VectorsCard />
      <UsageCard />
      {edited && (
        <PromptDialog
          prompt={edited === 'new' ? undefined : edited}
          actions={query.data?.actions ?? []}
          onClose={() => setEdited(undefined)}
        />
      )}
      {tested && <TestSetDialog prompt={tested} onClose={() => setTested(undefined)} />}
      {doomed && (
        <ConfirmDialog
          open
          title={t('prompts.deleteTitle', { name: doomed.name })}
          description={t('prompts.deleteDetail')}
          confirmLabel={t('prompts.deleteConfirm')}
          tone="danger"
          onOpenChange={(open) => {
            if (!open) setDoomed(undefined)
          }}
          onConfirm={async () => {
            await remove.mutateAsync(doomed.id)
            toast.success(t('prompts.deleted', { name: doomed.name }))
          }}
        />
      )}
    </div>
  )
}
