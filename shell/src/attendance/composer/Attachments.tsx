import { IconButton } from '@recado/sdk/ui'
import { FileText, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { fileSize } from './attachments.ts'

/** The files that will go along. */
export function Attachments({ files, onRemove }: { files: readonly File[]; onRemove(file: File): void }) {
  const { t } = useTranslation('attendance')
  if (files.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2 border-b border-line p-2.5">
      {files.map((file, index) => (
        <li key={`${file.name}/${index}`} className="flex max-w-56 items-center gap-2 rounded-md border border-line bg-surface py-1 pr-1 pl-2 text-list">
          <FileText size={15} className="shrink-0 text-ink-muted" aria-hidden />
          <span className="min-w-0 truncate">{file.name}</span>
          <span className="shrink-0 text-xs text-ink-muted tabular-nums">{fileSize(file.size)}</span>
          <IconButton size="small" icon={<X size={13} />} label={t('composer.removeFile', { name: file.name })} onClick={() => onRemove(file)} />
        </li>
      ))}
    </ul>
  )
}
