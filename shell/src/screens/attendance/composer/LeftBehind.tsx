import { IconButton } from '@recado/sdk/ui'
import { FileX, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkplace } from '../../../data/workplace/workplace-context.ts'
import { missingNames, nameOf } from '../../../data/messages/draft-files.ts'
import type { Attachment } from '../../../data/messages/kept-file.ts'

/**
 * Says which files of a draft the server does not have, because they never arrived or were kept for too long, so that
 * none is thought to go along.
 */
export function LeftBehind({ ticketId, files }: { ticketId: string; files: readonly Attachment[] }) {
  const { t, i18n } = useTranslation('attendance')
  const { drafts, uploads } = useWorkplace()
  const named = useSyncExternalStore(drafts.subscribe, () => drafts.filesOf(ticketId))
  const missing = missingNames(
    named,
    files.map((file) => nameOf(uploads, file)),
  )
  if (missing.length === 0) return null
  return (
    <div className="flex items-center gap-2 border-b border-line px-3 py-1.5 text-list text-ink-muted">
      <FileX size={15} className="shrink-0" aria-hidden />
      <span role="status" className="min-w-0 flex-1">
        {t('draft.leftBehind', { names: new Intl.ListFormat(i18n.language).format(missing) })}
      </span>
      <IconButton
        size="small"
        icon={<X size={14} />}
        label={t('draft.forgetFiles')}
        onClick={() => drafts.set(ticketId, { files: missingNames(named, missing) })}
      />
    </div>
  )
}
