import {
  ConfirmDialog,
  DropdownMenu,
  Icon,
  IconButton,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuSeparator,
  useViewer,
  useWords,
} from '@recado/sdk/ui'
import { useState } from 'react'
import type { ChatDetails, Notify } from '../../chats/chat.ts'
import { useChatActs } from '../use-chats.ts'
import { MembersDialog } from './members-dialog.tsx'

/** What can be done with a chat: notifications, its members, leaving it. */
export function ChatMenu({ chat, onLeft }: { chat: ChatDetails; onLeft(): void }) {
  const { t } = useWords()
  const { userId } = useViewer()
  const { notify, removeMember } = useChatActs()
  const [shown, setShown] = useState<'members' | 'leave'>()
  return (
    <>
      <DropdownMenu
        trigger={
          <IconButton
            icon={<Icon name="ellipsis" size={18} />}
            label={t(chat.kind === 'thread' ? 'answers.menu' : 'thread.menu')}
          />
        }
      >
        <MenuLabel>{t('notify.title')}</MenuLabel>
        <MenuRadioGroup
          value={chat.notify}
          onValueChange={(value) => notify.mutate({ id: chat.id, notify: value as Notify })}
          options={(['all', 'mentions', 'none'] as const).map((value) => ({ value, label: t(`notify.${value}`) }))}
        />
        {chat.kind !== 'direct' && chat.kind !== 'thread' && (
          <>
            <MenuSeparator />
            <MenuItem icon={<Icon name="users" size={15} />} onSelect={() => setShown('members')}>
              {t('group.title')}
            </MenuItem>
          </>
        )}
        {chat.kind === 'group' && (
          <MenuItem icon={<Icon name="log-out" size={15} />} tone="danger" onSelect={() => setShown('leave')}>
            {t('group.leave')}
          </MenuItem>
        )}
      </DropdownMenu>
      {shown === 'members' && <MembersDialog chat={chat} onClose={() => setShown(undefined)} />}
      <ConfirmDialog
        open={shown === 'leave'}
        onOpenChange={(isOpen) => {
          if (!isOpen) setShown(undefined)
        }}
        title={t('group.leaveTitle', { name: chat.name })}
        description={t('group.leaveHelp')}
        confirmLabel={t('group.leave')}
        onConfirm={async () => {
          await removeMember.mutateAsync({ id: chat.id, userId })
          onLeft()
        }}
      />
    </>
  )
}
