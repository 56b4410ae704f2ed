import { Avatar, Badge, DropdownMenu, IconButton, MenuItem, MenuSeparator, Table, useViewer } from '@recado/sdk/ui'
import { LogOut, MailX, MoreHorizontal, Pencil, Send, Trash2, UserCheck, UserX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { perLocale } from '../../base/i18n/per-locale.ts'
import { TimeAgo } from '../../base/ui/TimeAgo.tsx'
import { useNow } from '../../base/ui/use-now.ts'
import type { UserRecord } from '../../base/contracts.ts'
import { PresenceDot } from '../../parts/people/marks.tsx'

const day = perLocale((locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }))
const moment = perLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }))

export type UserAct = 'edit' | 'activate' | 'deactivate' | 'endSessions' | 'inviteAgain' | 'withdraw' | 'delete'
interface UserListProps {
  users: readonly UserRecord[]
  onAct(act: UserAct, user: UserRecord): void
}

/** A table if there is space for one beside the list of settings, else cards. */
export function UserList({ users, onAct }: UserListProps) {
  const { t } = useTranslation('people')
  return (
    <div className="@container">
      <div className="hidden @min-[52rem]:block">
        <Table label={t('users.title')}>
          <thead>
            <tr>
              <th scope="col">{t('column.user')}</th>
              <th scope="col">{t('column.profile')}</th>
              <th scope="col">{t('column.queues')}</th>
              <th scope="col">{t('column.lastLogin')}</th>
              <th scope="col">{t('column.state')}</th>
              <th scope="col">
                <span className="sr-only">{t('shell:action.more')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {users.map((user) => (
              <tr key={user.id}>
                <td className="max-w-72">
                  <Person user={user} onEdit={() => onAct('edit', user)} />
                </td>
                <td className="whitespace-nowrap">
                  <ProfileName user={user} />
                </td>
                <td className="max-w-60">
                  <Queues user={user} />
                </td>
                <td className="whitespace-nowrap text-ink-muted">
                  <LastLogin user={user} />
                </td>
                <td>
                  <State user={user} />
                </td>
                <td className="w-10">
                  <Acts user={user} onAct={(act) => onAct(act, user)} />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      <ul aria-label={t('users.title')} className="flex flex-col gap-3 @min-[52rem]:hidden">
        {users.map((user) => (
          <li key={user.id} className="flex flex-col gap-2 rounded-lg border border-line bg-surface p-3">
            <div className="flex items-start gap-2">
              <div className="min-w-0 flex-1">
                <Person user={user} onEdit={() => onAct('edit', user)} />
              </div>
              <Acts user={user} onAct={(act) => onAct(act, user)} />
            </div>
            <div className="flex flex-wrap items-center gap-2">
              <Badge>
                <ProfileName user={user} />
              </Badge>
              <State user={user} />
            </div>
            <Queues user={user} />
            <p className="text-xs text-ink-muted">
              {t('column.lastLogin')}: <LastLogin user={user} />
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Person({ user, onEdit }: { user: UserRecord; onEdit(): void }) {
  return (
    <div className="flex items-center gap-3">
      <Avatar name={user.name} src={user.image} size={36} decorative badge={<PresenceDot online={user.isOnline} />} />
      <div className="min-w-0 leading-tight">
        <button
          type="button"
          className="block max-w-full truncate text-left text-list font-medium hover:underline"
          onClick={onEdit}
        >
          {user.name}
        </button>
        <p className="truncate text-xs text-ink-muted">{user.email}</p>
      </div>
    </div>
  )
}

/** The company's own role where there is one, otherwise the profile. */
function ProfileName({ user }: { user: UserRecord }) {
  const { t } = useTranslation()
  return user.role?.name ?? t(`frame.role.${user.profile}`)
}

function Queues({ user }: { user: UserRecord }) {
  const { t } = useTranslation('people')
  if (user.queues.length === 0) return <span className="text-xs text-ink-muted">{t('noQueues')}</span>
  const names = user.queues.map((queue) => queue.queue)
  return (
    <span className="block truncate text-list" title={names.join(', ')}>
      {names.join(', ')}
    </span>
  )
}

function LastLogin({ user }: { user: UserRecord }) {
  const { t } = useTranslation('people')
  return user.lastLoginAt ? <TimeAgo at={user.lastLoginAt} /> : t('users.never')
}

function State({ user }: { user: UserRecord }) {
  const { t } = useTranslation('people')
  return (
    <span className="flex flex-wrap gap-1">
      {user.invitation ? (
        <InvitationState expiresAt={user.invitation.expiresAt} />
      ) : (
        <Badge tone={user.isActive ? 'success' : 'neutral'}>
          {t(user.isActive ? 'state.active' : 'state.inactive')}
        </Badge>
      )}
      {user.isMaster && <Badge tone="accent">{t('state.master')}</Badge>}
    </span>
  )
}

/** Until when an invitation can be accepted, or that it no longer can. */
function InvitationState({ expiresAt }: { expiresAt: string }) {
  const { t, i18n } = useTranslation('people')
  const expired = useNow() >= Date.parse(expiresAt)
  return (
    <Badge tone={expired ? 'warning' : 'accent'}>
      {expired ? (
        t('invite.expired')
      ) : (
        <time dateTime={expiresAt} title={moment(i18n.language).format(new Date(expiresAt))}>
          {t('invite.until', { date: day(i18n.language).format(new Date(expiresAt)) })}
        </time>
      )}
    </Badge>
  )
}

function Acts({ user, onAct }: { user: UserRecord; onAct(act: UserAct): void }) {
  const { t } = useTranslation('people')
  const isSelf = useViewer().userId === user.id
  return (
    <DropdownMenu
      trigger={<IconButton icon={<MoreHorizontal size={16} />} label={t('users.acts', { name: user.name })} />}
    >
      <MenuItem icon={<Pencil size={16} />} onSelect={() => onAct('edit')}>
        {t('shell:action.edit')}
      </MenuItem>
      {user.invitation ? (
        <MenuItem icon={<Send size={16} />} onSelect={() => onAct('inviteAgain')}>
          {t('invite.again')}
        </MenuItem>
      ) : user.isActive ? (
        // S5-025: administrators cannot be deactivated.
        <MenuItem
          icon={<UserX size={16} />}
          disabled={isSelf || user.profile === 'admin'}
          onSelect={() => onAct('deactivate')}
        >
          {t('users.deactivate.submit')}
        </MenuItem>
      ) : (
        <MenuItem icon={<UserCheck size={16} />} onSelect={() => onAct('activate')}>
          {t('users.activate')}
        </MenuItem>
      )}
      {!user.invitation && (
        <MenuItem icon={<LogOut size={16} />} disabled={isSelf} onSelect={() => onAct('endSessions')}>
          {t('users.endSessions.submit')}
        </MenuItem>
      )}
      <MenuSeparator />
      {user.invitation ? (
        <MenuItem icon={<MailX size={16} />} tone="danger" onSelect={() => onAct('withdraw')}>
          {t('invite.withdraw')}
        </MenuItem>
      ) : (
        <MenuItem icon={<Trash2 size={16} />} tone="danger" disabled={isSelf} onSelect={() => onAct('delete')}>
          {t('shell:action.delete')}
        </MenuItem>
      )}
    </DropdownMenu>
  )
}
