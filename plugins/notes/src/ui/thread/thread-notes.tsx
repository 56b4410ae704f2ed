import { ErrorState, usePermission, useWords, type SlotMap } from '@recado/sdk/ui'
import { useEffect, useState } from 'react'
import type { Note } from '../../notes/note.ts'
import { NoteDialog } from '../note-dialog.tsx'
import { useThreadNotes } from '../use-notes.ts'
import { ThreadNote } from './thread-note.tsx'

/** Notes between the messages they belong to. */
export default function ThreadNotes(props: SlotMap['ticket.thread.entries']) {
  return usePermission('use') ? <Notes {...props} /> : null
}

function Notes({ ticket, since, onEntries }: SlotMap['ticket.thread.entries']) {
  const { t } = useWords()
  const { notes, isSuccess, isError, error, refetch } = useThreadNotes(ticket.id, since)
  // Here and not in the entry, which goes away when it is scrolled out of sight.
  const [edited, setEdited] = useState<Note>()
  useEffect(() => {
    if (isSuccess)
      onEntries(
        notes.map((note) => ({
          id: note.id,
          at: note.createdAt,
          element: <ThreadNote note={note} onEdit={setEdited} />,
        })),
      )
  }, [notes, isSuccess, onEntries])
  return (
    <>
      {isError && <ErrorState what={t('what')} error={error} onRetry={() => void refetch()} />}
      {edited && <NoteDialog note={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}
