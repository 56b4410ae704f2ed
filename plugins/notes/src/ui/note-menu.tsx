import { DropdownMenu, Icon, IconButton, MenuItem, MenuSeparator, useWords } from '@recado/sdk/ui'
import type { ReactNode } from 'react'
import type { Note } from '../notes/note.ts'
import { useNoteActs } from './use-notes.ts'

/** Acts on a note: changing, pinning and deleting for users who may, and the list's own acts. */
export function NoteMenu({
  note,
  label,
  onEdit,
  children,
}: {
  note: Note
  label: string
  onEdit(note: Note): void
  children?: ReactNode
}) {
  const { t } = useWords()
  const { pin, remove } = useNoteActs()
  return (
    <DropdownMenu trigger={<IconButton size="small" icon={<Icon name="ellipsis" size={15} />} label={label} />}>
      {note.editable && (
        <MenuItem icon={<Icon name="pencil" size={15} />} onSelect={() => onEdit(note)}>
          {t('act.edit')}
        </MenuItem>
      )}
      {note.editable && (
        <MenuItem icon={<Icon name={note.pinned ? 'pin-off' : 'pin'} size={15} />} onSelect={() => pin.mutate(note)}>
          {t(note.pinned ? 'act.unpin' : 'act.pin')}
        </MenuItem>
      )}
      {children}
      {note.editable && <MenuSeparator />}
      {note.editable && (
        <MenuItem icon={<Icon name="trash-2" size={15} />} tone="danger" onSelect={() => remove.mutate(note)}>
          {t('act.delete')}
        </MenuItem>
      )}
    </DropdownMenu>
  )
}
