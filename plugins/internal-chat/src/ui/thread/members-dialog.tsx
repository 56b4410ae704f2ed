import {
  Avatar,
  Badge,
  Button,
  Select,
  Dialog,
  DropdownMenu,
  Field,
  Icon,
  IconButton,
  Input,
  MenuItem,
  useViewer,
  useWords,
} from '@recado/sdk/ui'
import { useState, type FormEvent } from 'react'
import type { ChatDetails } from '../../chats/chat.ts'
import { maxNameLength } from '../../limits.ts'
import { OnlineDot } from '../page/online-dot.tsx'
import { useChatActs, usePeople } from '../use-chats.ts'

/** Who is in a group; its administrators rename it, add, remove and appoint. */
export function MembersDialog({ chat, onClose }: { chat: ChatDetails; onClose(): void }) {
  const { t } = useWords()
  const { userId } = useViewer()
  const acts = useChatActs()
  const [name, setName] = useState(chat.name)
  const isManaged = chat.kind === 'group' && chat.isAdmin
  const rename = (event: FormEvent): void => {
    event.preventDefault()
    if (name.trim() !== '') acts.rename.mutate({ id: chat.id, name: name.trim() })
  }
  return (
    <Dialog
      open
      title={chat.name}
      description={t(chat.kind === 'team' ? 'group.ofCompany' : 'group.ofColleagues')}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
    >
      <div className="flex flex-col gap-3">
        {isManaged && (
          <form className="flex items-end gap-2" onSubmit={rename}>
            <div className="min-w-0 flex-1">
              <Field label={t('group.name')}>
                <Input value={name} maxLength={maxNameLength} onChange={(event) => setName(event.target.value)} />
              </Field>
            </div>
            <Button
              type="submit"
              busy={acts.rename.isPending}
              disabled={name.trim() === '' || name.trim() === chat.name}
            >
              {t('group.rename')}
            </Button>
          </form>
        )}
        {isManaged && <AddMember chat={chat} />}
        <ul aria-label={t('group.membersLabel')} className="scroll-thin max-h-80 overflow-y-auto">
          {chat.members.map((member) => (
            <li key={member.id} className="flex items-center gap-3 py-1.5">
              <Avatar name={member.name} size={32} decorative badge={<OnlineDot isOnline={member.isOnline} />} />
              <span className="min-w-0 flex-1 truncate text-list">
                {member.name}
                {member.id === userId && <span className="text-ink-muted"> ({t('list.you')})</span>}
              </span>
              {member.isAdmin && <Badge tone="accent">{t('group.admin')}</Badge>}
              {isManaged && member.id !== userId && (
                <DropdownMenu
                  trigger={
                    <IconButton
                      size="small"
                      icon={<Icon name="ellipsis" size={15} />}
                      label={t('group.actsOf', { name: member.name })}
                    />
                  }
                >
                  <MenuItem
                    icon={<Icon name="shield" size={15} />}
                    onSelect={() => acts.setAdmin.mutate({ id: chat.id, userId: member.id, isAdmin: !member.isAdmin })}
                  >
                    {t(member.isAdmin ? 'group.noAdmin' : 'group.makeAdmin')}
                  </MenuItem>
                  <MenuItem
                    icon={<Icon name="trash-2" size={15} />}
                    tone="danger"
                    onSelect={() => acts.removeMember.mutate({ id: chat.id, userId: member.id })}
                  >
                    {t('group.remove')}
                  </MenuItem>
                </DropdownMenu>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

function AddMember({ chat }: { chat: ChatDetails }) {
  const { t } = useWords()
  const people = usePeople()
  const { addMembers } = useChatActs()
  const [chosen, setChosen] = useState('')
  const missing = people.data?.users.filter(({ id }) => !chat.members.some((member) => member.id === id)) ?? []
  if (missing.length === 0) return null
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen !== '') addMembers.mutate({ id: chat.id, userIds: [chosen] }, { onSuccess: () => setChosen('') })
      }}
    >
      <div className="min-w-0 flex-1">
        <Field label={t('group.add')}>
          <Select
            value={chosen}
            options={[
              { value: '', label: t('group.choose') },
              ...missing.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onValueChange={setChosen}
          />
        </Field>
      </div>
      <Button type="submit" busy={addMembers.isPending} disabled={chosen === ''}>
        {t('group.addNow')}
      </Button>
    </form>
  )
}
