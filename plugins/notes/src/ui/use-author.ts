import { useViewer, useWords } from '@recado/sdk/ui'
import type { Note } from '../notes/note.ts'

/** Author of a note, as the reader sees their name. */
export function useAuthor({ user }: Pick<Note, 'user'>): string {
  const { t } = useWords()
  const { userId } = useViewer()
  return user === null ? t('byAutomation') : user.id === userId ? t('you') : user.name
}
