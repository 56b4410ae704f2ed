import { IconButton } from '@recado/sdk/ui'
import { FileText, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { fileSize } from './attachments.ts'
import { useObjectUrl } from './use-object-url.ts'

/** The files that will go along, in their order; pictures are seen before they are sent. */
export function Attachments({ files, onRemove }: { files: readonly File[]; onRemove(file: File): void }) {
  const { t, i18n } = useTranslation('attendance')
  if (files.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2 border-b border-line p-2.5">
      {files.map((file, index) => (
        <li key={`${file.name}/${index}`} className="flex max-w-56 items-center gap-2 rounded-md border border-line bg-surface py-1 pr-1 pl-2 text-list">
          {shownPictures.has(file.type) ? <Picture file={file} /> : <FileText size={15} className="shrink-0 text-ink-muted" aria-hidden />}
          <span className="min-w-0 truncate">{file.name}</span>
          <span className="shrink-0 text-xs text-ink-muted tabular-nums">{fileSize(file.size, i18n.language)}</span>
          <IconButton size="small" icon={<X size={13} />} label={t('composer.removeFile', { name: file.name })} onClick={() => onRemove(file)} />
        </li>
      ))}
    </ul>
  )
}

/** What every browser draws, and none of it runs anything. */
const shownPictures = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

function Picture({ file }: { file: File }) {
  return <img src={useObjectUrl(file)} alt="" className="size-10 shrink-0 rounded-sm bg-hover object-cover" />
}
