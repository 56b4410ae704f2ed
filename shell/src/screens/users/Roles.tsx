import {
  ApiError,
  Badge,
  Button,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  NoPermission,
  PageHeader,
  Skeleton,
} from '@recado/sdk/ui'
import { Copy, Pencil, Plus, Trash2, UserCog } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CompanyRole } from '../../base/contracts.ts'
import { BuiltInRoles } from './BuiltInRoles.tsx'
import { RoleForm } from './RoleForm.tsx'
import { useRoleActs, useRoles, type RoleInput } from './use-roles.ts'

type Open = { act: 'create'; start?: RoleInput } | { act: 'edit' | 'delete'; role: CompanyRole }

/** `/configuracoes/perfis`: roles of the company's own, below the three that are always there. */
export function Roles() {
  const { t } = useTranslation('people')
  const roles = useRoles()
  const { remove } = useRoleActs()
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const copyOf = ({ name, profile, permissions }: RoleInput): RoleInput => ({
    name: t('roles.copyName', { name }),
    profile,
    permissions,
  })
  const add = (
    <Button variant="primary" icon={<Plus size={16} />} onClick={() => setOpen({ act: 'create' })}>
      {t('roles.add')}
    </Button>
  )
  if (ApiError.is(roles.error) && roles.error.status === 403)
    return (
      <div className="grid h-full place-items-center p-6">
        <NoPermission />
      </div>
    )
  return (
    <div className="scroll-thin h-full overflow-y-auto">
      <div className="mx-auto flex w-full max-w-4xl flex-col gap-6 px-4 py-6 pane:px-8 pane:py-8">
        <PageHeader className="mb-0" title={t('roles.title')} description={t('roles.description')} actions={add} />
        <BuiltInRoles onDuplicate={(start) => setOpen({ act: 'create', start })} />
        {roles.isPending && <Skeleton height="8rem" className="rounded-lg" />}
        {roles.isError && (
          <ErrorState what={t('roles.what')} error={roles.error} onRetry={() => void roles.refetch()} />
        )}
        {roles.data?.length === 0 && (
          <EmptyState icon={<UserCog size={22} />} title={t('roles.none')} action={add}>
            {t('roles.noneDetail')}
          </EmptyState>
        )}
        {roles.data && roles.data.length > 0 && (
          <h2 className="-mb-3 text-list font-semibold text-ink-muted">{t('roles.ofCompany')}</h2>
        )}
        <ul className="flex flex-col gap-3">
          {roles.data?.map((role) => (
            <li
              key={role.id}
              className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-surface px-4 py-3"
            >
              <div className="min-w-0 flex-1 basis-40">
                <h3 className="truncate text-thread font-medium">{role.name}</h3>
                <p className="text-list text-ink-muted">
                  {t('roles.holds', { count: role.permissions.length })} · {t('roles.users', { count: role.users })}
                </p>
              </div>
              <Badge>{t(`roles.sees.${role.profile}`)}</Badge>
              <div className="flex flex-wrap gap-2">
                <Button
                  size="small"
                  icon={<Pencil size={14} />}
                  aria-label={t('roles.editTitle', { name: role.name })}
                  onClick={() => setOpen({ act: 'edit', role })}
                >
                  {t('shell:action.edit')}
                </Button>
                <Button
                  size="small"
                  icon={<Copy size={14} />}
                  aria-label={t('roles.duplicateOf', { name: role.name })}
                  onClick={() => setOpen({ act: 'create', start: copyOf(role) })}
                >
                  {t('roles.duplicate')}
                </Button>
                <Button
                  size="small"
                  variant="ghost"
                  icon={<Trash2 size={14} />}
                  aria-label={t('roles.delete.title', { name: role.name })}
                  onClick={() => setOpen({ act: 'delete', role })}
                >
                  {t('shell:action.delete')}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      </div>
      {open?.act === 'create' && <RoleForm {...(open.start && { start: open.start })} onClose={close} />}
      {open?.act === 'edit' && <RoleForm role={open.role} onClose={close} />}
      {open?.act === 'delete' && (
        <ConfirmDialog
          title={t('roles.delete.title', { name: open.role.name })}
          description={t('roles.delete.detail')}
          confirmLabel={t('roles.delete.submit')}
          open
          onOpenChange={(stays) => {
            if (!stays) close()
          }}
          onConfirm={() => remove.mutateAsync(open.role.id)}
        />
      )}
    </div>
  )
}
