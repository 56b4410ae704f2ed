import {
  Button,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  Icon,
  Input,
  NoPermission,
  PageHeader,
  Skeleton,
  Tabs,
  toast,
  usePermission,
  useWords,
  VisuallyHidden,
} from '@recado/sdk/ui'
import { useId, useState } from 'react'
import type { Rule } from '../../rules/rule.ts'
import { maxRules } from '../../rules/limits.ts'
import { Activity } from '../activity/activity.tsx'
import { blankRule, type Beginning } from '../editor/draft.ts'
import { Editor } from '../editor/editor.tsx'
import { NoRules } from '../list/no-rules.tsx'
import { RuleList } from '../list/rule-list.tsx'
import { noFilter } from '../use-firings.ts'
import { useBlocks } from '../use-offer.ts'
import { WebhookSecret } from './webhook-secret.tsx'
import { useRemove, useRules } from '../use-rules.ts'

const callsWebhook = ({ actions }: Rule): boolean => actions.some(({ name }) => name === 'webhook')
const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** `/automacoes`: the company's rules, and when they fired. */
export default function AutomationsPage() {
  return usePermission('manage') ? <Automations /> : <NoPermission />
}

function Automations() {
  const { t } = useWords()
  const searchId = useId()
  const [tab, setTab] = useState<'rules' | 'activity'>('rules')
  const [filter, setFilter] = useState(noFilter)
  const [search, setSearch] = useState('')
  const [edited, setEdited] = useState<{ beginning: Beginning; id: Rule['id'] | undefined }>()
  const [doomed, setDoomed] = useState<Rule>()
  const list = useRules()
  const { blocks, error: blocksError, refetch: readBlocks } = useBlocks()
  const remove = useRemove()
  const rules = list.data
  const found = (rules ?? []).filter(({ name }) => folded(name).includes(folded(search.trim())))
  const isFull = (rules?.length ?? 0) >= maxRules
  const error = list.error ?? blocksError
  const create = (
    <Button
      variant="primary"
      disabled={!blocks || isFull}
      title={isFull ? t('list.full', { total: maxRules }) : undefined}
      icon={<Icon name="plus" size={16} />}
      onClick={() => setEdited({ beginning: blankRule, id: undefined })}
    >
      {t('page.create')}
    </Button>
  )
  const shownRules = () => {
    if (error && !(rules && blocks))
      return (
        <ErrorState
          what={t('page.what')}
          error={error}
          onRetry={() => {
            void list.refetch()
            void readBlocks()
          }}
        />
      )
    if (!rules || !blocks)
      return (
        <div className="flex flex-col gap-2">
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} height="6.5rem" className="rounded-lg" />
          ))}
        </div>
      )
    if (rules.length === 0)
      return (
        <NoRules blocks={blocks} action={create} onBegin={(beginning) => setEdited({ beginning, id: undefined })} />
      )
    return (
      <>
        <div>
          <label htmlFor={searchId}>
            <VisuallyHidden>{t('page.search')}</VisuallyHidden>
          </label>
          <Input
            id={searchId}
            type="search"
            className="max-w-xs"
            placeholder={t('page.search')}
            maxLength={100}
            autoComplete="off"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
        {found.length === 0 && (
          <EmptyState
            icon={<Icon name="zap" />}
            title={t('empty.filtered')}
            action={<Button onClick={() => setSearch('')}>{t('empty.clear')}</Button>}
          />
        )}
        {found.length > 0 && (
          <RuleList
            rules={found}
            blocks={blocks}
            isWhole={search.trim() === ''}
            onEdit={(rule) => setEdited({ beginning: rule, id: rule.id })}
            onDelete={setDoomed}
            onActivity={({ id }) => {
              setFilter({ ...noFilter, ruleId: id })
              setTab('activity')
            }}
          />
        )}
        {rules.some(callsWebhook) && <WebhookSecret />}
      </>
    )
  }
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 px-4 py-6 md:px-8 md:py-8">
      <PageHeader
        className="mb-0"
        title={t('page.title')}
        description={t('page.description')}
        actions={(rules?.length ?? 0) > 0 ? create : undefined}
      />
      <Tabs
        label={t('page.title')}
        value={tab}
        onValueChange={(value) => {
          setTab(value === 'activity' ? 'activity' : 'rules')
          if (value === 'rules') void list.refetch()
        }}
        tabs={(['rules', 'activity'] as const).map((value) => ({ value, label: t(`page.${value}`) }))}
      >
        <div className="flex flex-col gap-4 pt-4">
          {tab === 'rules' ? (
            shownRules()
          ) : (
            <Activity rules={rules ?? []} blocks={blocks} filter={filter} onFilter={setFilter} />
          )}
        </div>
      </Tabs>
      {edited && blocks && <Editor {...edited} blocks={blocks} onClose={() => setEdited(undefined)} />}
      <ConfirmDialog
        open={doomed !== undefined}
        onOpenChange={() => setDoomed(undefined)}
        confirmLabel={t('list.deletion.confirm')}
        title={t('list.deletion.title', { name: doomed?.name })}
        description={t('list.deletion.detail')}
        onConfirm={async () => {
          await remove.mutateAsync(doomed!.id)
          toast.success(t('list.deletion.done'))
        }}
      />
    </div>
  )
}
