import {
  ApiError,
  Badge,
  Button,
  ConfirmDialog,
  DropdownMenu,
  EmptyState,
  ErrorState,
  Field,
  IconButton,
  Input,
  MenuItem,
  MenuSeparator,
  NoPermission,
  PageHeader,
  Skeleton,
  usePermission,
  useViewer,
} from '@recado/sdk/ui'
import { Building2, KeyRound, Lock, LockOpen, MoreHorizontal, Pencil, Plus } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maxSearchLength, type Company } from '../../base/contracts.ts'
import { maskDocument } from '../../base/forms/document-mask.ts'
import { CompanyForm } from './CompanyForm.tsx'
import { CreateCompany } from './CreateCompany.tsx'
import { IssueLicence } from './IssueLicence.tsx'
import { useCompanies, useCompanyActs } from './use-companies.ts'
import { useDay } from './use-day.ts'
import { StorageBar, storageState } from './StorageBar.tsx'
import { UseBar } from './UseBar.tsx'

type Open = { kind: 'create' } | { kind: 'edit' | 'licence' | 'block'; company: Company }

/** `/configuracoes/empresas`: the companies somebody looks after, and what they have in use. */
export function Companies() {
  const { t } = useTranslation('companies')
  const [search, setSearch] = useState('')
  const searchParam = useDeferredValue(search.trim())
  const companies = useCompanies(searchParam)
  const acts = useCompanyActs()
  const isMaster = usePermission('platform.manage')
  const { tenantId } = useViewer()
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const rows = companies.data?.pages.flatMap((page) => page.companies) ?? []
  const add = (
    <Button variant="primary" icon={<Plus size={16} />} onClick={() => setOpen({ kind: 'create' })}>
      {t('companies.add')}
    </Button>
  )
  if (ApiError.is(companies.error) && companies.error.status === 403)
    return (
      <div className="grid h-full place-items-center p-6">
        <NoPermission />
      </div>
    )
  return (
    <div className="scroll-thin h-full overflow-y-auto">
      <div className="mx-auto flex w-full max-w-4xl flex-col gap-5 px-4 py-6 pane:px-8 pane:py-8">
        <PageHeader className="mb-0" title={t('companies.title')} description={t('companies.about')} actions={add} />
        <Field label={t('companies.search')} hideLabel>
          <Input
            type="search"
            value={search}
            maxLength={maxSearchLength}
            placeholder={t('companies.search')}
            onChange={(event) => setSearch(event.target.value)}
          />
        </Field>
        {companies.isPending &&
          Array.from({ length: 3 }, (_, row) => <Skeleton key={row} height="8rem" className="rounded-lg" />)}
        {companies.isError && (
          <ErrorState what={t('companies.what')} error={companies.error} onRetry={() => void companies.refetch()} />
        )}
        {companies.data &&
          rows.length === 0 &&
          (searchParam === '' ? (
            <EmptyState icon={<Building2 size={22} />} title={t('companies.noneTitle')} action={add}>
              {t('companies.noneDetail')}
            </EmptyState>
          ) : (
            <EmptyState
              icon={<Building2 size={22} />}
              title={t('companies.notFound')}
              action={<Button onClick={() => setSearch('')}>{t('companies.clearSearch')}</Button>}
            >
              {t('companies.notFoundDetail', { search: searchParam })}
            </EmptyState>
          ))}
        <ul className="flex flex-col gap-3" aria-label={t('companies.title')}>
          {rows.map((company) => (
            <li key={company.id}>
              <CompanyCard
                company={company}
                isOwn={company.id === tenantId}
                onEdit={() => setOpen({ kind: 'edit', company })}
                onBlock={() => setOpen({ kind: 'block', company })}
                {...(isMaster && { onLicence: () => setOpen({ kind: 'licence', company }) })}
              />
            </li>
          ))}
        </ul>
        {companies.hasNextPage && (
          <Button
            className="self-center"
            busy={companies.isFetchingNextPage}
            onClick={() => void companies.fetchNextPage()}
          >
            {t('companies.more')}
          </Button>
        )}
      </div>
      {open?.kind === 'create' && (
        <CreateCompany isMaster={isMaster} onSubmit={(input) => acts.create.mutateAsync(input)} onClose={close} />
      )}
      {open?.kind === 'edit' && (
        <CompanyForm
          company={open.company}
          isMaster={isMaster}
          isOwn={open.company.id === tenantId}
          onSubmit={(change) => acts.change.mutateAsync({ ...change, id: open.company.id, words: 'companies.saved' })}
          onClose={close}
        />
      )}
      {open?.kind === 'licence' && (
        <IssueLicence
          company={open.company}
          onIssue={async (order) => (await acts.issue.mutateAsync({ ...order, id: open.company.id })).token}
          onClose={close}
        />
      )}
      {open?.kind === 'block' && (
        <Blocking
          company={open.company}
          onConfirm={(blocked) =>
            acts.change.mutateAsync({
              blocked,
              id: open.company.id,
              words: blocked ? 'companies.blockedDone' : 'companies.unblockedDone',
            })
          }
          onClose={close}
        />
      )}
    </div>
  )
}

function Blocking({
  company,
  onConfirm,
  onClose,
}: {
  company: Company
  onConfirm(blocked: boolean): Promise<unknown>
  onClose(): void
}) {
  const { t } = useTranslation('companies')
  const act = company.blockedAt === null ? 'block' : 'unblock'
  return (
    <ConfirmDialog
      title={t(`companies.${act}Title`, { name: company.name })}
      description={t(`companies.${act}Detail`)}
      confirmLabel={t(`companies.${act}`)}
      tone={act === 'block' ? 'danger' : 'neutral'}
      open
      onOpenChange={(stays) => {
        if (!stays) onClose()
      }}
      onConfirm={() => onConfirm(act === 'block')}
    />
  )
}

function CompanyCard({
  company,
  isOwn,
  onEdit,
  onBlock,
  onLicence,
}: {
  company: Company
  isOwn: boolean
  onEdit(): void
  onBlock(): void
  onLicence?: () => void
}) {
  const { t } = useTranslation('companies')
  const day = useDay()
  const { use, limits } = company
  const isBlocked = company.blockedAt !== null
  const storage = storageState(use.storage, company.storageAllowed)
  const facts = [
    company.document === null ? null : maskDocument(company.document),
    company.email,
    company.resellerName === null ? null : t('companies.of', { name: company.resellerName }),
    company.lastActivityAt === null
      ? t('companies.neverActive')
      : t('companies.lastActivity', { day: day(company.lastActivityAt) }),
  ].filter((fact) => fact !== null)
  return (
    <article className="rounded-lg border border-line bg-surface p-4">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 className="break-words text-thread font-semibold">{company.name}</h2>
          <p className="break-words text-list text-ink-muted">{facts.join(' · ')}</p>
        </div>
        <DropdownMenu
          trigger={
            <IconButton icon={<MoreHorizontal size={16} />} label={t('companies.menu', { name: company.name })} />
          }
        >
          <MenuItem icon={<Pencil size={16} />} onSelect={onEdit}>
            {t('companies.edit')}
          </MenuItem>
          {onLicence && (
            <MenuItem icon={<KeyRound size={16} />} onSelect={onLicence}>
              {t('companies.issue')}
            </MenuItem>
          )}
          {!isOwn && (
            <>
              <MenuSeparator />
              <MenuItem
                icon={isBlocked ? <LockOpen size={16} /> : <Lock size={16} />}
                {...(isBlocked ? {} : { tone: 'danger' as const })}
                onSelect={onBlock}
              >
                {t(isBlocked ? 'companies.unblock' : 'companies.block')}
              </MenuItem>
            </>
          )}
        </DropdownMenu>
      </div>
      <div className="mt-2 flex flex-wrap gap-1.5">
        <Badge tone="accent">{t(`shell:tier.${company.effectiveTier}`)}</Badge>
        {company.planName !== null && <Badge>{company.planName}</Badge>}
        {company.isReseller && <Badge>{t('companies.isReseller', { count: use.companies })}</Badge>}
        {isBlocked && <Badge tone="danger">{t('companies.isBlocked')}</Badge>}
        {company.status === 'inactive' && <Badge tone="warning">{t('companies.isInactive')}</Badge>}
        {storage === 'almost' && <Badge tone="warning">{t('companies.storageAlmost')}</Badge>}
        {storage === 'full' && <Badge tone="danger">{t('companies.storageFull')}</Badge>}
        {company.trialEndsAt !== null && !company.hasLicence && (
          <Badge tone="warning">{t('companies.trialUntil', { day: day(company.trialEndsAt) })}</Badge>
        )}
      </div>
      <div className="mt-3 grid gap-x-6 gap-y-2 pane:grid-cols-3">
        <UseBar label={t('limits.users')} used={use.users} limit={limits.users} />
        <UseBar label={t('limits.connections')} used={use.connections} limit={limits.connections} />
        <UseBar label={t('limits.contacts')} used={use.contacts} limit={limits.contacts} />
        <StorageBar used={use.storage} limit={company.storageAllowed} />
      </div>
    </article>
  )
}
