import {
  Avatar,
  Button,
  Checkbox,
  Dialog,
  EmptyState,
  ErrorState,
  Field,
  Icon,
  Input,
  Skeleton,
  useErrorText,
  useWords,
} from '@recado/sdk/ui'
import { useState } from 'react'
import type { People } from '../../chats/chat.ts'
import { maxNameLength } from '../../limits.ts'
import { useChatActs, usePeople } from '../use-chats.ts'
import { OnlineDot } from './online-dot.tsx'

interface NewChatProps {
  /** A conversation is to be quoted: the dialog says so. */
  asks: boolean
  onClose(): void
  onOpen(chatId: string): void
}

/** Opens the chat with a colleague, of a group of users, or makes a group of colleagues. */
export function NewChat({ asks, onClose, onOpen }: NewChatProps) {
  const { t } = useWords()
  const textOf = useErrorText()
  const people = usePeople()
  const { open } = useChatActs()
  const [search, setSearch] = useState('')
  const [isGroup, setGroup] = useState(false)
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const fits = ({ name: each }: { name: string }): boolean =>
    each.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase())
  const start = (draft: Parameters<typeof open.mutate>[0]): void =>
    open.mutate(draft, { onSuccess: ({ id }) => onOpen(id) })
  const users = people.data?.users.filter(fits) ?? []
  const groups = people.data?.groups.filter(fits) ?? []
  return (
    <Dialog
      open
      title={t(asks ? 'ask.title' : isGroup ? 'new.group' : 'new.title')}
      {...(asks && { description: t('ask.help') })}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      footer={
        isGroup ? (
          <>
            <Button onClick={() => setGroup(false)}>{t('new.back')}</Button>
            <Button
              variant="primary"
              busy={open.isPending}
              disabled={name.trim() === '' || chosen.length === 0}
              onClick={() => start({ name: name.trim(), userIds: chosen })}
            >
              {t('new.create')}
            </Button>
          </>
        ) : (
          <Button icon={<Icon name="users" size={16} />} onClick={() => setGroup(true)}>
            {t('new.group')}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-3">
        {isGroup && (
          <Field label={t('group.name')}>
            <Input value={name} maxLength={maxNameLength} onChange={(event) => setName(event.target.value)} />
          </Field>
        )}
        <Input
          type="search"
          aria-label={t('new.search')}
          placeholder={t('new.search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        {open.isError && (
          <p role="alert" className="text-sm text-danger">
            {textOf(open.error)}
          </p>
        )}
        {people.isPending && <Skeleton lines={5} />}
        {people.isError && (
          <ErrorState what={t('new.what')} error={people.error} onRetry={() => void people.refetch()} />
        )}
        {people.isSuccess && users.length + groups.length === 0 && (
          <EmptyState title={t('new.nobody')}>{t('new.nobodyHelp')}</EmptyState>
        )}
        {isGroup ? (
          <div role="group" aria-label={t('new.colleagues')} className="scroll-thin max-h-80 overflow-y-auto">
            {users.map((user) => (
              <div key={user.id} className="py-1">
                <Checkbox
                  label={user.name}
                  checked={chosen.includes(user.id)}
                  onCheckedChange={(isChosen) =>
                    setChosen((now) => (isChosen ? [...now, user.id] : now.filter((id) => id !== user.id)))
                  }
                />
              </div>
            ))}
          </div>
        ) : (
          <div className="scroll-thin max-h-96 overflow-y-auto">
            <Choices
              label={t('new.colleagues')}
              rows={users}
              onPick={(id) => start({ userId: id })}
              disabled={open.isPending}
            />
            {groups.length > 0 && (
              <Choices
                label={t('new.groups')}
                rows={groups}
                onPick={(id) => start({ groupId: id })}
                disabled={open.isPending}
              />
            )}
          </div>
        )}
      </div>
    </Dialog>
  )
}

function Choices({
  label,
  rows,
  disabled,
  onPick,
}: {
  label: string
  rows: People['users'] | People['groups']
  disabled: boolean
  onPick(id: string): void
}) {
  const { t } = useWords()
  return (
    <section aria-label={label}>
      <h3 className="px-2 py-1 text-xs font-medium text-ink-muted">{label}</h3>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <button
              type="button"
              disabled={disabled}
              className="flex w-full items-center gap-3 rounded-md px-2 py-1.5 text-left text-list hover:bg-hover"
              onClick={() => onPick(row.id)}
            >
              <Avatar
                name={row.name}
                size={32}
                decorative
                {...('isOnline' in row && { badge: <OnlineDot isOnline={row.isOnline} /> })}
              />
              <span className="min-w-0 flex-1 truncate">{row.name}</span>
              {'userCount' in row && (
                <span className="text-sm text-ink-muted">{t('group.members', { count: row.userCount })}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
