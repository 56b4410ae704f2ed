import {
  Badge,
  Button,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  Field,
  Icon,
  IconButton,
  NoPermission,
  PageHeader,
  Select,
  Skeleton,
  toast,
  usePermission,
  useWords,
} from '@recado/sdk/ui'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { Step } from '../../steps/step.ts'
import { DetailsDialog } from '../list/details-dialog.tsx'
import { useDeleteStep, useFlowList, useSteps } from '../use-flows.ts'
import { StepDialog } from './step-dialog.tsx'

/** `/auto-resposta` (S2-033): a flow as steps with actions, for flows that are no more than that. */
export default function StepsPage() {
  return usePermission('manage') ? <AutoReply /> : <NoPermission />
}

function AutoReply() {
  const { t } = useWords()
  const flows = useFlowList()
  const [chosen, setChosen] = useState<string>()
  const [isCreating, setCreating] = useState(false)
  const id = chosen ?? flows.data?.[0]?.id
  const create = (
    <Button variant="primary" icon={<Icon name="plus" size={16} />} onClick={() => setCreating(true)}>
      {t('list.create')}
    </Button>
  )
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 px-4 py-6 md:px-8 md:py-8">
      <PageHeader className="mb-0" title={t('steps.title')} description={t('steps.description')} actions={create} />
      {flows.isPending && <Skeleton height="10rem" className="rounded-lg" />}
      {flows.isError && <ErrorState what={t('list.what')} error={flows.error} onRetry={() => void flows.refetch()} />}
      {flows.data?.length === 0 && (
        <EmptyState icon={<Icon name="workflow" />} title={t('list.none')} action={create}>
          {t('list.noneDetail')}
        </EmptyState>
      )}
      {flows.data && flows.data.length > 0 && id !== undefined && (
        <>
          <Field label={t('steps.flow')}>
            <Select
              value={id}
              options={flows.data.map((flow) => ({ value: flow.id, label: flow.name }))}
              onValueChange={setChosen}
            />
          </Field>
          <StepsOf key={id} id={id} />
        </>
      )}
      {isCreating && (
        <DetailsDialog
          flow={undefined}
          onClose={() => setCreating(false)}
          onCreated={(made) => {
            setCreating(false)
            setChosen(made)
          }}
        />
      )}
    </div>
  )
}

function StepsOf({ id }: { id: string }) {
  const { t } = useWords()
  const router = useRouter()
  const query = useSteps(id)
  const remove = useDeleteStep(id)
  const [edited, setEdited] = useState<Step | 'new'>()
  const [doomed, setDoomed] = useState<Step>()
  if (query.isError)
    return <ErrorState what={t('steps.what')} error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <Skeleton height="10rem" className="rounded-lg" />
  const { steps, isWhole } = query.data
  const nameOf = (step: Step): string => step.name || step.message.slice(0, 60)
  const toBuilder = (
    <Button
      onClick={() => void router.navigate({ to: '/configuracoes/chat-flow/builder' as never, search: { id } as never })}
    >
      {t('steps.toBuilder')}
    </Button>
  )
  return (
    <>
      {!isWhole && (
        <p role="status" className="rounded-md bg-warning-soft px-3 py-2 text-list">
          {t('steps.notWhole')}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button icon={<Icon name="plus" size={15} />} disabled={!isWhole} onClick={() => setEdited('new')}>
          {t('steps.add')}
        </Button>
        {toBuilder}
      </div>
      {steps.length === 0 && isWhole && <p className="text-list text-ink-muted">{t('steps.none')}</p>}
      <ol className="flex flex-col gap-2">
        {steps.map((step) => (
          <li key={step.id} className="rounded-lg border border-line bg-surface p-3">
            <div className="flex items-start gap-2">
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center gap-2 text-list font-medium break-words">
                  {nameOf(step)}
                  {step.initialStep && <Badge tone="accent">{t('steps.initial')}</Badge>}
                </p>
                <p className="line-clamp-3 text-xs break-words whitespace-pre-wrap text-ink-muted">{step.message}</p>
              </div>
              <IconButton
                size="small"
                icon={<Icon name="pencil" size={15} />}
                label={t('steps.edit', { name: nameOf(step) })}
                disabled={!isWhole}
                onClick={() => setEdited(step)}
              />
              <IconButton
                size="small"
                icon={<Icon name="trash-2" size={15} />}
                label={t('steps.remove', { name: nameOf(step) })}
                disabled={!isWhole}
                onClick={() => setDoomed(step)}
              />
            </div>
            {step.actions.length > 0 && (
              <ul className="mt-2 flex flex-col gap-1 text-xs">
                {step.actions.map((action) => {
                  const next = steps.find(({ id: other }) => other === action.nextStepId)
                  return (
                    <li key={action.id} className="break-words">
                      <strong>{action.key}</strong> →{' '}
                      {action.action === 'step'
                        ? next
                          ? nameOf(next)
                          : t('builder.nowhere')
                        : t(`steps.action.${action.action}`)}
                    </li>
                  )
                })}
              </ul>
            )}
          </li>
        ))}
      </ol>
      {edited && (
        <StepDialog
          flowId={id}
          step={edited === 'new' ? undefined : edited}
          steps={steps}
          onClose={() => setEdited(undefined)}
        />
      )}
      {doomed && (
        <ConfirmDialog
          open
          title={t('steps.removeTitle', { name: nameOf(doomed) })}
          description={t('steps.removeDetail')}
          confirmLabel={t('steps.removeConfirm')}
          tone="danger"
          onOpenChange={(open) => {
            if (!open) setDoomed(undefined)
          }}
          onConfirm={async () => {
            await remove.mutateAsync(doomed.id)
            toast.success(t('steps.removed'))
          }}
        />
      )}
    </>
  )
}
