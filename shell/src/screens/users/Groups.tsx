import {
  ApiError,
  Avatar,
  Badge,
  Button,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  NoPermission,
  PageHeader,
  Skeleton,
  usePermission,
} from '@recado/sdk/ui'
import { BadgeCheck, Pencil, Plus, Trash2, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UserGroup } from '../../base/contracts.ts'
import { GroupForm } from './GroupForm.tsx'
import { useGroupActs, useGroups } from '../../data/users/use-groups.ts'

type Open = { act: 'create' } | { act: 'edit' | 'delete'; group: UserGroup }
const facesShown = 6

/**
 * `/configuracoes/grupos`: groups of users; everybody sees them, supervisors and administrators change them (decision
 * 8).
 */
export function Groups() {
  const { t } = useTranslation('people')
  const groups = useGroups()
  const { remove } = useGroupActs()
  const mayManage = usePermission('groups.manage')
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const add = mayManage && (
    <Button variant="primary" icon={<Plus size={16} />} onClick={() => setOpen({ act: 'create' })}>
      {t('groups.add')}
    </Button>
  )
  if (ApiError.is(groups.error) && groups.error.code === 'ERR_TIER_REQUIRED')
    return (
      <div className="grid h-full place-items-center p-6">
        <EmptyState page icon={<BadgeCheck size={22} />} title={t('groups.tier')}>
          {t('groups.tierDetail')}
        </EmptyState>
      </div>
    )
  if (ApiError.is(groups.error) && groups.error.status === 403)
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
          title={t('groups.title')}
          description={t(mayManage ? 'groups.description' : 'groups.readOnly')}
          actions={groups.isSuccess && add}
        />
        {groups.isPending && <Skeleton height="8rem" className="rounded-lg" />}
        {groups.isError && (
          <ErrorState what={t('groups.what')} error={groups.error} onRetry={() => void groups.refetch()} />
        )}
        {groups.data?.length === 0 && (
          <EmptyState icon={<UsersRound size={22} />} title={t('groups.none')} action={add}>
            {t(mayManage ? 'groups.noneDetail' : 'groups.noneAllowed')}
          </EmptyState>
        )}
        <ul className="flex flex-col gap-3">
          {groups.data?.map((group) => (
            <li
              key={group.id}
              className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-surface px-4 py-3"
            >
              <Avatar name={group.name} src={group.image} size={40} decorative />
              <div className="min-w-0 flex-1 basis-40">
                <h2 className="truncate text-thread font-medium">{group.name}</h2>
                <p
                  className="truncate text-list text-ink-muted"
                  title={group.users.map((user) => user.name).join(', ')}
                >
                  {group.users.length === 0 ? t('groups.empty') : group.users.map((user) => user.name).join(', ')}
                </p>
              </div>
              <span aria-hidden className="hidden -space-x-2 pane:flex">
                {group.users.slice(0, facesShown).map((user) => (
                  <Avatar key={user.id} name={user.name} src={user.image} size={28} decorative />
                ))}
              </span>
              <Badge tone={group.isActive ? 'success' : 'neutral'}>
                {t(group.isActive ? 'state.active' : 'state.inactive')}
              </Badge>
              {mayManage && (
                <div className="flex gap-2">
                  <Button
                    size="small"
                    icon={<Pencil size={14} />}
                    aria-label={t('groups.editTitle', { name: group.name })}
                    onClick={() => setOpen({ act: 'edit', group })}
                  >
                    {t('shell:action.edit')}
                  </Button>
                  <Button
                    size="small"
                    variant="ghost"
                    icon={<Trash2 size={14} />}
                    aria-label={t('groups.delete.title', { name: group.name })}
                    onClick={() => setOpen({ act: 'delete', group })}
                  >
                    {t('shell:action.delete')}
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      </div>
      {open?.act === 'create' && <GroupForm onClose={close} />}
      {open?.act === 'edit' && <GroupForm group={open.group} onClose={close} />}
      {open?.act === 'delete' && (
        <ConfirmDialog
          title={t('groups.delete.title', { name: open.group.name })}
          description={t('groups.delete.detail')}
          confirmLabel={t('groups.delete.submit')}
          open
          onOpenChange={(stays) => {
            if (!stays) close()
          }}
          onConfirm={() => remove.mutateAsync(open.group.id)}
        />
      )}
    </div>
  )
}
