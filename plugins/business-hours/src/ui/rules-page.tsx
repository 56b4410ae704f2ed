import {
  Badge,
  BlockValues,
  Button,
  ConfirmDialog,
  FormDialog,
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
import type { Rule } from '../rules/rule.ts'
import { Holidays } from './holidays.tsx'
import { HoursFields, newDraft, useHoursForm } from './hours-form.tsx'
import { useDeleteRule, useRules } from './use-hours.ts'

/** `/configuracoes/business-hours` (S2-075): hours of queues, people and connections, and the holidays of all. */
export default function RulesPage() {
  return usePermission('manage') ? <Rules /> : <NoPermission />
}

const refersTo = { queue: 'queue', user: 'user', whatsapp: 'connection' } as const

function Rules() {
  const { t } = useWords()
  const query = useRules()
  const remove = useDeleteRule()
  const [edited, setEdited] = useState<Rule | 'new'>()
  const [doomed, setDoomed] = useState<Rule>()
  const rules = query.data?.rules.filter(({ type }) => type !== 'global') ?? []
  const create = (
    <Button variant="primary" icon={<Icon name="plus" size={16} />} onClick={() => setEdited('new')}>
      {t('rules.create')}
    </Button>
  )
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 px-4 py-6 md:px-8 md:py-8">
      <PageHeader className="mb-0" title={t('rules.title')} description={t('rules.description')} actions={create} />
      {query.isPending && <Skeleton height="8rem" className="rounded-lg" />}
      {query.isError && <ErrorState what={t('rules.what')} error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && rules.length === 0 && (
        <EmptyState icon={<Icon name="calendar-clock" />} title={t('rules.none')}>
          {t('rules.noneDetail')}
        </EmptyState>
      )}
      {rules.length > 0 && (
        <ul className="flex flex-col gap-2">
          {rules.map((rule) => (
            <li key={rule.id} className="flex items-center gap-2 rounded-lg border border-line bg-surface p-3">
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center gap-2 text-list font-medium break-words">
                  {t(`type.${rule.type}`)} <TargetName rule={rule} />
                  {!rule.active && <Badge>{t('rules.inactive')}</Badge>}
                </p>
                {rule.message !== '' && <p className="line-clamp-2 text-xs text-ink-muted">{rule.message}</p>}
              </div>
              <IconButton
                icon={<Icon name="pencil" size={16} />}
                label={t('rules.edit', { type: t(`type.${rule.type}`) })}
                onClick={() => setEdited(rule)}
              />
              <IconButton
                icon={<Icon name="trash-2" size={16} />}
                label={t('rules.delete', { type: t(`type.${rule.type}`) })}
                onClick={() => setDoomed(rule)}
              />
            </li>
          ))}
        </ul>
      )}
      <Holidays />
      {edited && <RuleDialog rule={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
      {doomed && (
        <ConfirmDialog
          open
          title={t('rules.deleteTitle')}
          description={t('rules.deleteDetail')}
          confirmLabel={t('rules.deleteConfirm')}
          tone="danger"
          onOpenChange={(open) => {
            if (!open) setDoomed(undefined)
          }}
          onConfirm={async () => {
            await remove.mutateAsync(doomed.id)
            toast.success(t('rules.deleted'))
          }}
        />
      )}
    </div>
  )
}

const TargetName = ({ rule }: { rule: Rule }) =>
  rule.type === 'global' ? null : (
    <BlockValues
      fields={[{ name: 'target', type: 'reference', required: true, refersTo: refersTo[rule.type] }]}
      values={{ target: rule.target }}
      namespace="plugin.business-hours"
      prefix={`form.${rule.type}`}
    />
  )

function RuleDialog({ rule, onClose }: { rule: Rule | undefined; onClose(): void }) {
  const { t } = useWords()
  const form = useHoursForm(rule, newDraft('queue'))
  return (
    <FormDialog
      shape="sheet"
      title={t(rule ? 'rules.editTitle' : 'rules.create')}
      busy={form.isSaving}
      onSubmit={() =>
        form.submit(() => {
          toast.success(t('rules.saved'))
          onClose()
        })
      }
      onClose={onClose}
    >
      <HoursFields form={form} withTarget />
    </FormDialog>
  )
}
