import { Download, FileText } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message, Part } from '../../../../base/contracts.ts'
import { fileSize } from '../../../../base/ui/file-size.ts'
import { ChannelText } from '../../../../parts/messages/ChannelText.tsx'
import { AudioPlayer } from './AudioPlayer.tsx'
import { useSteadySource } from './use-steady-source.ts'

export type MediaItem = Message['media'][number]

/** A stored file as what it is: a picture to open, a small sticker, a film, a player, or a document to fetch. */
export function MediaView({
  part,
  item,
  onView,
}: {
  part: Extract<Part, { kind: 'media' }>
  item: MediaItem | undefined
  onView(media: MediaItem): void
}) {
  const { t } = useTranslation('attendance')
  // Failed path. It is renewed from time to time: the next one may work.
  const [failed, setFailed] = useState<string>()
  const caption = part.caption ? <ChannelText text={part.caption} /> : null
  const name = part.name ?? item?.name ?? t(`part.${part.as}`)
  if (!item || failed === item.url)
    return (
      <span className="flex flex-col gap-1.5">
        <MissingMedia name={name} item={item} />
        {caption}
      </span>
    )
  // Space for the picture is kept before it arrives, so that nothing jumps.
  const ratio = part.width && part.height ? part.width / part.height : 4 / 3
  if (part.as === 'sticker')
    return (
      <img
        src={item.url}
        alt={part.caption ?? name}
        loading="lazy"
        decoding="async"
        onError={() => setFailed(item.url)}
        className="size-32 object-contain"
      />
    )
  if (part.as === 'image')
    return (
      <span className="flex flex-col gap-1.5">
        <button
          type="button"
          className="block overflow-hidden rounded-md bg-hover"
          aria-label={t('part.openImage', { name })}
          onClick={() => onView(item)}
        >
          <img
            src={item.url}
            alt={part.caption ?? name}
            loading="lazy"
            decoding="async"
            onError={() => setFailed(item.url)}
            className="max-h-80 w-72 max-w-full object-cover"
            style={{ aspectRatio: ratio }}
          />
        </button>
        {caption}
      </span>
    )
  if (part.as === 'video')
    return (
      <span className="flex flex-col gap-1.5">
        <Film src={item.url} label={name} ratio={ratio} onError={() => setFailed(item.url)} />
        {caption}
      </span>
    )
  if (part.as === 'audio' || part.as === 'voice')
    return (
      <span className="flex flex-col gap-1.5">
        <AudioPlayer
          src={item.url}
          label={part.as === 'voice' ? t('part.voice') : name}
          seconds={part.seconds}
          onError={() => setFailed(item.url)}
        />
        {caption}
      </span>
    )
  return (
    <span className="flex flex-col gap-1.5">
      <a
        href={item.url}
        target="_blank"
        rel="noopener noreferrer"
        download={name}
        title={name}
        className={
          'flex w-72 max-w-full items-center gap-2.5 rounded-md border border-line bg-surface p-2.5 text-ink ' +
          'hover:bg-hover'
        }
      >
        <FileText size={22} className="shrink-0 text-ink-muted" aria-hidden />
        <span className="min-w-0 flex-1 text-list leading-tight">
          <span className="line-clamp-2 font-medium wrap-anywhere">{name}</span>
          <span className="text-xs text-ink-muted tabular-nums">{fileSize(item.bytes ?? part.bytes ?? 0)}</span>
        </span>
        <Download size={16} className="shrink-0 text-ink-muted" aria-label={t('part.download')} />
      </a>
      {caption}
    </span>
  )
}

/** S8-129, S8-130: a file that cannot be shown here may still open by itself. */
function MissingMedia({ name, item }: { name: string; item: MediaItem | undefined }) {
  const { t } = useTranslation('attendance')
  return (
    <span
      className={
        'flex w-64 max-w-full items-start gap-2.5 rounded-md border border-line bg-surface p-2.5 text-list ' +
        'text-ink-muted'
      }
      role="note"
    >
      <FileText size={18} className="mt-0.5 shrink-0" aria-hidden />
      <span className="min-w-0 flex-1 leading-tight">
        <span className="block truncate font-medium text-ink">
          <bdi>{name}</bdi>
        </span>
        <span className="block text-xs">
          {t('part.notAvailable')}
          {item && `. ${t('part.notAvailableHint')}`}
        </span>
        {item && (
          <a href={item.url} target="_blank" rel="noopener noreferrer" className="text-xs text-accent underline">
            {t('part.openTab')}
          </a>
        )}
      </span>
    </span>
  )
}

function Film({ src, label, ratio, onError }: { src: string; label: string; ratio: number; onError(): void }) {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  return (
    <video
      ref={setVideo}
      src={useSteadySource(src, video)}
      controls
      preload="metadata"
      aria-label={label}
      onError={onError}
      className="max-h-80 w-72 max-w-full rounded-md bg-hover"
      style={{ aspectRatio: ratio }}
    />
  )
}
