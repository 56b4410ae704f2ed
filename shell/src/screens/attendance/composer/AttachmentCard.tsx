import { IconButton, useErrorText } from '@recado/sdk/ui'
import { ArrowLeft, ArrowRight, Check, FileText, RotateCw, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkplace } from '../../../data/workplace/workplace-context.ts'
import type { Attachment } from '../../../data/messages/kept-file.ts'
import type { UploadState } from '../../../data/messages/upload-state.ts'
import { fileSize } from '../../../base/ui/file-size.ts'
import { useObjectUrl } from './use-object-url.ts'

export interface AttachmentCardProps {
  file: Attachment
  /** One place towards the beginning; absent for the first. */
  onBack: (() => void) | undefined
  onForward: (() => void) | undefined
  onRemove(): void
  dragKey: string
  /** The card that was dragged here takes this place. */
  onTake(key: string): void
}

const dragged = 'application/x-recado-attachment'

/** One attached file: its name and type, its progress, and its acts. */
export function AttachmentCard({ file, onBack, onForward, onRemove, dragKey, onTake }: AttachmentCardProps) {
  const { t, i18n } = useTranslation('attendance')
  const { uploads } = useWorkplace()
  const state = useSyncExternalStore(uploads.subscribe, () => uploads.of(file))
  const { name } = file
  const mayRetry = state?.kind === 'failed' || (state?.kind === 'waiting' && state.error !== null)
  return (
    <li
      draggable
      className={
        'relative flex min-w-0 items-center gap-2 overflow-hidden rounded-md border border-line bg-surface py-1 ' +
        'pr-1 pl-1.5 text-list'
      }
      onDragStart={(event) => {
        event.dataTransfer.setData(dragged, dragKey)
        event.dataTransfer.effectAllowed = 'move'
      }}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(dragged)) event.preventDefault()
      }}
      onDrop={(event) => {
        const key = event.dataTransfer.getData(dragged)
        if (key !== '') {
          event.preventDefault()
          onTake(key)
        }
      }}
    >
      <Thumbnail file={file} />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate" title={name}>
          {name}
        </span>
        <span className="flex min-w-0 items-center gap-1 text-xs text-ink-muted tabular-nums">
          <span className="shrink-0">{fileSize(file.size, i18n.language)}</span>
          <Standing state={state} />
        </span>
      </span>
      <span className="flex shrink-0 items-center">
        {mayRetry && (
          <IconButton
            size="small"
            icon={<RotateCw size={13} />}
            label={t('attachment.retry', { name })}
            onClick={() => uploads.retry(file)}
          />
        )}
        {/* At an end the button stays, or the focus of who moves by keyboard would be lost. */}
        {(onBack ?? onForward) && (
          <>
            <IconButton
              size="small"
              icon={<ArrowLeft size={13} />}
              label={t('attachment.moveBack', { name })}
              aria-disabled={!onBack}
              className={onBack ? undefined : 'opacity-40'}
              onClick={onBack}
            />
            <IconButton
              size="small"
              icon={<ArrowRight size={13} />}
              label={t('attachment.moveForward', { name })}
              aria-disabled={!onForward}
              className={onForward ? undefined : 'opacity-40'}
              onClick={onForward}
            />
          </>
        )}
        <IconButton size="small" icon={<X size={13} />} label={t('composer.removeFile', { name })} onClick={onRemove} />
      </span>
      {state?.kind === 'sending' && (
        <span
          role="progressbar"
          aria-label={t('attachment.sending', { name })}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(state.share * 100)}
          className="absolute inset-x-0 bottom-0 h-0.5 bg-hover"
        >
          <span
            className="block h-full origin-left bg-accent transition-transform"
            style={{ transform: `scaleX(${state.share})` }}
          />
        </span>
      )}
    </li>
  )
}

/** In a word how far a file has got. */
function Standing({ state }: { state: UploadState | undefined }) {
  const { t, i18n } = useTranslation('attendance')
  const textOf = useErrorText()
  switch (state?.kind) {
    case 'waiting':
      return (
        <span role={state.error ? 'status' : undefined} className="truncate">
          · {t(state.error ? 'attachment.waiting' : 'attachment.queued')}
        </span>
      )
    case 'sending':
      return <span aria-hidden>· {new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(state.share)}</span>
    case 'stored':
      return (
        <span role="img" aria-label={t('attachment.stored')} title={t('attachment.stored')} className="text-success">
          <Check size={13} />
        </span>
      )
    case 'failed':
      return (
        <span role="alert" className="truncate text-danger" title={textOf(state.error)}>
          · {textOf(state.error)}
        </span>
      )
    case undefined:
      return null
  }
}

/** Types that every browser draws without running code. */
const pictures = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
const films = new Set(['video/mp4', 'video/webm'])

function Thumbnail({ file }: { file: Attachment }) {
  if (pictures.has(file.type)) return <Picture file={file} />
  if (films.has(file.type)) return <Film file={file} />
  return (
    <span className="grid size-10 shrink-0 place-items-center rounded-sm bg-hover text-ink-muted">
      <FileText size={16} aria-hidden />
    </span>
  )
}

const look = 'size-10 shrink-0 rounded-sm bg-hover object-cover'
function Picture({ file }: { file: Attachment }) {
  return <img src={useObjectUrl(file)} alt="" draggable={false} className={look} />
}
function Film({ file }: { file: Attachment }) {
  return (
    <video src={useObjectUrl(file)} muted playsInline preload="metadata" aria-hidden tabIndex={-1} className={look} />
  )
}
