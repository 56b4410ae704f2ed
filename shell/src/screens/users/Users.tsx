import {
  ApiError,
  Button,
  ConfirmDialog,
  Dialog,
  EmptyState,
  ErrorState,
  NoPermission,
  PageHeader,
  Skeleton,
} from '@recado/sdk/ui'
import { Layers, SearchX, UserPlus } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UserRecord } from '../../base/contracts.ts'
import { ColleagueList } from '../../parts/people/ColleagueList.tsx'
import { DeleteUser } from './DeleteUser.tsx'
import { UserFilters } from './UserFilters.tsx'
import { UserForm } from './UserForm.tsx'
import { UserList, type UserAct } from './UserList.tsx'
import { useInvitationActs } from '../../data/users/use-invitations.ts'
import { noFilter, useUserActs, useUserList } from '../../data/users/use-users.ts'

type Open = { act: 'create' | 'queues' } | { act: Exclude<UserAct, 'activate' | 'inviteAgain'>; user: UserRecord }

/** `/configuracoes/usuarios`: users of the company, and their settings. */
export function Users() {
  const { t } = useTranslation('people')
  const [filter, setFilter] = useState(noFilter)
  const searchParam = useDeferredValue(filter.searchParam).trim()
  const query = useUserList({ ...filter, searchParam })
  const acts = useUserActs()
  const invitations = useInvitationActs()
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const users = query.data?.pages.flatMap((page) => page.users) ?? []
  const count = query.data?.pages[0]?.count ?? 0
  const isFiltered = Object.values(filter).some((value) => value !== '')
  const act = (name: UserAct, user: UserRecord): void => {
    if (name === 'activate') acts.change.mutate({ id: user.id, isActive: true })
    else if (name === 'inviteAgain') invitations.again.mutate(user)
    else setOpen({ act: name, user })
  }

  if (ApiError.is(query.error) && query.error.status === 403)
    return (
      <div className="grid h-full place-items-center p-6">
        <NoPermission />
      </div>
    )
  return (
    <div className="scroll-thin h-full overflow-y-auto">
      <div className="mx-auto flex w-full max-w-6xl flex-col gap-4 px-4 py-6 pane:px-8 pane:py-8">
        <PageHeader
          className="mb-0"
          title={t('users.title')}
          description={t('users.description')}
          actions={
            <>
              <Button icon={<Layers size={16} />} onClick={() => setOpen({ act: 'queues' })}>
                {t('users.withQueue')}
              </Button>
              <Button variant="primary" icon={<UserPlus size={16} />} onClick={() => setOpen({ act: 'create' })}>
                {t('users.add')}
              </Button>
            </>
          }
        />
        <UserFilters filter={filter} onChange={setFilter} />
        <p role="status" className="text-xs text-ink-muted">
          {query.isSuccess ? t('users.count', { count }) : ''}
        </p>
        {query.isPending && <Skeleton height="16rem" className="rounded-lg" />}
        {query.isError && (
          <ErrorState what={t('users.what')} error={query.error} onRetry={() => void query.refetch()} />
        )}
        {query.isSuccess &&
          users.length === 0 &&
          (isFiltered ? (
            <EmptyState
              icon={<SearchX size={22} />}
              title={t('users.none')}
              action={<Button onClick={() => setFilter(noFilter)}>{t('filter.clear')}</Button>}
            >
              {t('users.noneDetail')}
            </EmptyState>
          ) : (
            <EmptyState
              icon={<UserPlus size={22} />}
              title={t('users.nobody')}
              action={
                <Button variant="primary" onClick={() => setOpen({ act: 'create' })}>
                  {t('users.add')}
                </Button>
              }
            >
              {t('users.nobodyDetail')}
            </EmptyState>
          ))}
        {users.length > 0 && <UserList users={users} onAct={act} />}
        {query.hasNextPage && (
          <Button className="self-center" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('more')}
          </Button>
        )}
      </div>
      {open?.act === 'create' && <UserForm onClose={close} />}
      {open?.act === 'edit' && <UserForm user={open.user} onClose={close} />}
      {open?.act === 'delete' && <DeleteUser user={open.user} onClose={close} />}
      {open?.act === 'queues' && (
        <Dialog
          title={t('users.withQueue')}
          description={t('users.withQueueDetail')}
          open
          onOpenChange={(stays) => {
            if (!stays) close()
          }}
        >
          <ColleagueList label={t('users.withQueue')} />
        </Dialog>
      )}
      {open?.act === 'deactivate' && (
        <ConfirmDialog
          title={t('users.deactivate.title', { name: open.user.name })}
          description={t('users.deactivate.detail')}
          confirmLabel={t('users.deactivate.submit')}
          open
          onOpenChange={(stays) => {
            if (!stays) close()
          }}
          onConfirm={() => acts.change.mutateAsync({ id: open.user.id, isActive: false })}
        />
      )}
      {open?.act === 'withdraw' && (
        <ConfirmDialog
          title={t('invite.withdrawTitle', { name: open.user.name })}
          description={t('invite.withdrawDetail')}
          confirmLabel={t('invite.withdraw')}
          open
          onOpenChange={(stays) => {
            if (!stays) close()
          }}
          onConfirm={() => invitations.withdraw.mutateAsync(open.user)}
        />
      )}
      {open?.act === 'endSessions' && (
        <ConfirmDialog
          title={t('users.endSessions.title', { name: open.user.name })}
          description={t('users.endSessions.detail')}
          confirmLabel={t('users.endSessions.submit')}
          open
          onOpenChange={(stays) => {
            if (!stays) close()
          }}
          onConfirm={() => acts.endSessions.mutateAsync(open.user)}
        />
      )}
    </div>
  )
}
