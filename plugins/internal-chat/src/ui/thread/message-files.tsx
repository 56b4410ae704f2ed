import { Icon, useWords } from '@recado/sdk/ui'
import type { ChatFile } from '../../messages/message.ts'
import { clock } from '../use-times.ts'

const bytesIn = (language: string, bytes: number): string =>
  new Intl.NumberFormat(language, {
    style: 'unit',
    unit: bytes < 1_000_000 ? 'kilobyte' : 'megabyte',
    maximumFractionDigits: bytes < 1_000_000 ? 0 : 1,
  }).format(bytes < 1_000_000 ? Math.ceil(bytes / 1_000) : bytes / 1_000_000)

/** Files of a message: pictures and sounds where they are, others to be downloaded. */
export const MessageFiles = ({ files }: { files: readonly ChatFile[] }) => (
  <ul className="flex flex-col gap-1.5">
    {files.map((file) => (
      <li key={file.id}>
        <OneFile file={file} />
      </li>
    ))}
  </ul>
)

function OneFile({ file }: { file: ChatFile }) {
  const { t, i18n } = useWords()
  const name = file.name ?? t('file.unnamed')
  if (file.mime.startsWith('audio/'))
    return (
      <span className="flex items-center gap-2">
        <Icon name="mic" size={15} />
        <audio controls preload="none" src={file.path} aria-label={t('file.voice')} className="h-9 max-w-full" />
        {file.seconds !== null && <span className="text-xs tabular-nums">{clock(file.seconds)}</span>}
      </span>
    )
  if (/^image\/(png|jpeg|webp|gif)$/.test(file.mime))
    return (
      <a href={file.path} target="_blank" rel="noreferrer">
        <img src={file.path} alt={name} loading="lazy" className="max-h-64 max-w-full rounded-md" />
      </a>
    )
  return (
    <a
      href={file.path}
      target="_blank"
      rel="noreferrer"
      className={
        'flex items-center gap-2 rounded-md border border-line bg-surface px-2.5 py-1.5 text-sm text-ink ' +
        'hover:bg-hover'
      }
    >
      <Icon name="file-text" size={16} />
      <span className="min-w-0 flex-1 truncate">{name}</span>
      <span className="text-xs text-ink-muted">{bytesIn(i18n.language, file.bytes)}</span>
    </a>
  )
}
