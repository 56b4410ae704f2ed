import { IconButton } from '@recado/sdk/ui'
import { FileX, X } from 'lucide-react'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkplace } from '../../app/workplace-context.ts'

/** Files are not kept with a draft: says which ones were attached elsewhere, or before the page was left, so that none is thought to go along. */
export function LeftBehind({ ticketId, files }: { ticketId: string; files: readonly File[] }) {
  const { t, i18n } = useTranslation('attendance')
  const { drafts } = useWorkplace()
  const named = useSyncExternalStore(drafts.subscribe, () => drafts.filesOf(ticketId))
  const present = useMemo(() => files.map(({ name }) => name), [files])
  // Names are written down from the first file on that is attached here.
  const [wrote, setWrote] = useState(false)
  if (!wrote && present.length > 0) setWrote(true)
  useEffect(() => { if (wrote) drafts.set(ticketId, { files: present }) }, [wrote, drafts, ticketId, present])
  const missing = named.filter((name) => !present.includes(name))
  if (wrote || missing.length === 0) return null
  return (
    <div className="flex items-center gap-2 border-b border-line px-3 py-1.5 text-list text-ink-muted">
      <FileX size={15} className="shrink-0" aria-hidden />
      <span role="status" className="min-w-0 flex-1">{t('draft.leftBehind', { names: new Intl.ListFormat(i18n.language).format(missing) })}</span>
      <IconButton size="small" icon={<X size={14} />} label={t('draft.forgetFiles')} onClick={() => drafts.set(ticketId, { files: [] })} />
    </div>
  )
}
