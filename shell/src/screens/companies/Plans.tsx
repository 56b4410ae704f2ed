import {
  ApiError,
  Badge,
  Button,
  ConfirmDialog,
  DropdownMenu,
  EmptyState,
  ErrorState,
  IconButton,
  MenuItem,
  NoPermission,
  PageHeader,
  Skeleton,
  useNumberFormat,
} from '@recado/sdk/ui'
import { Layers, MoreHorizontal, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Plan } from '../../base/contracts.ts'
import { limitKinds } from './limit-text.ts'
import { PlanForm } from './PlanForm.tsx'
import { usePlanActs, usePlans } from './use-plans.ts'

type Open = { kind: 'create' } | { kind: 'edit' | 'delete'; plan: Plan }

/** `/configuracoes/planos`: plans for companies. */
export function Plans() {
  const { t } = useTranslation('companies')
  const plans = usePlans()
  const acts = usePlanActs()
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const add = (
    <Button variant="primary" icon={<Plus size={16} />} onClick={() => setOpen({ kind: 'create' })}>
      {t('plans.add')}
    </Button>
  )
  if (ApiError.is(plans.error) && plans.error.status === 403)
    return (
      <div className="grid h-full place-items-center p-6">
        <NoPermission />
      </div>
    )
  return (
    <div className="scroll-thin h-full overflow-y-auto">
      <div className="mx-auto flex w-full max-w-4xl flex-col gap-6 px-4 py-6 pane:px-8 pane:py-8">
        <PageHeader
          className="mb-0"
          title={t('plans.title')}
          description={t('plans.about')}
          actions={plans.data && plans.data.length > 0 ? add : undefined}
        />
        {plans.isPending &&
          Array.from({ length: 3 }, (_, card) => <Skeleton key={card} height="6rem" className="rounded-lg" />)}
        {plans.isError && (
          <ErrorState what={t('plans.what')} error={plans.error} onRetry={() => void plans.refetch()} />
        )}
        {plans.data?.length === 0 && (
          <EmptyState icon={<Layers size={22} />} title={t('plans.noneTitle')} action={add}>
            {t('plans.noneDetail')}
          </EmptyState>
        )}
        <ul className="grid gap-3 pane:grid-cols-2">
          {plans.data?.map((plan) => (
            <li key={plan.id}>
              <PlanCard
                plan={plan}
                onEdit={() => setOpen({ kind: 'edit', plan })}
                onDelete={() => setOpen({ kind: 'delete', plan })}
              />
            </li>
          ))}
        </ul>
      </div>
      {open?.kind === 'create' && (
        <PlanForm onSubmit={({ apply: _new, ...input }) => acts.create.mutateAsync(input)} onClose={close} />
      )}
      {open?.kind === 'edit' && (
        <PlanForm
          plan={open.plan}
          onSubmit={(input) => acts.update.mutateAsync({ ...input, id: open.plan.id })}
          onClose={close}
        />
      )}
      {open?.kind === 'delete' && (
        <ConfirmDialog
          title={t('plans.deleteTitle', { name: open.plan.name })}
          description={t('plans.deleteDetail')}
          confirmLabel={t('plans.delete')}
          open
          onOpenChange={(stays) => {
            if (!stays) close()
          }}
          onConfirm={() => acts.remove.mutateAsync(open.plan.id)}
        />
      )}
    </div>
  )
}

function PlanCard({ plan, onEdit, onDelete }: { plan: Plan; onEdit(): void; onDelete(): void }) {
  const { t } = useTranslation('companies')
  const { whole } = useNumberFormat()
  return (
    <article className="flex h-full flex-col gap-3 rounded-lg border border-line bg-surface p-4">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-thread font-semibold" title={plan.name}>
            {plan.name}
          </h2>
          <p className="text-list text-ink-muted">{t('plans.companies', { count: plan.companies })}</p>
        </div>
        <DropdownMenu
          trigger={<IconButton icon={<MoreHorizontal size={16} />} label={t('plans.menu', { name: plan.name })} />}
        >
          <MenuItem icon={<Pencil size={16} />} onSelect={onEdit}>
            {t('plans.edit')}
          </MenuItem>
          <MenuItem icon={<Trash2 size={16} />} tone="danger" onSelect={onDelete}>
            {t('plans.delete')}
          </MenuItem>
        </DropdownMenu>
      </div>
      <div className="flex flex-wrap gap-1.5">
        <Badge tone="accent">{t(`shell:tier.${plan.tier}`)}</Badge>
        {plan.isPublic && <Badge>{t('plans.isPublic')}</Badge>}
        {!plan.isActive && <Badge tone="warning">{t('plans.inactive')}</Badge>}
        {!plan.ofPlatform && <Badge>{t('plans.ofReseller')}</Badge>}
      </div>
      {plan.description !== '' && <p className="line-clamp-2 text-list text-ink-muted">{plan.description}</p>}
      <dl className="mt-auto grid grid-cols-2 gap-x-4 gap-y-1 text-xs">
        {limitKinds.map((kind) => (
          <div key={kind} className="flex justify-between gap-2">
            <dt className="truncate text-ink-muted">{t(`limits.${kind}`)}</dt>
            <dd className="tabular-nums">{plan.limits[kind] === null ? t('limits.none') : whole(plan.limits[kind])}</dd>
          </div>
        ))}
      </dl>
    </article>
  )
}
