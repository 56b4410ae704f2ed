import { Button, Spinner, useApi } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { Download, FileText, MapPin, MessageCircleQuestion, RotateCw, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reportFailure } from '../../app/report-failure.ts'
import type { Message, Part } from '../../contracts.ts'
import { fileSize } from '../composer/attachments.ts'
import { SafeText } from './SafeText.tsx'

export type MediaItem = Message['media'][number]

/** Everything a message carries, in reading order. */
export const MessageParts = ({ message, onView }: { message: Message; onView(media: MediaItem): void }) => (
  <>{message.parts.map((part, index) => <MessagePart key={index} part={part} message={message} onView={onView} />)}</>
)

function MessagePart({ part, message, onView }: { part: Part; message: Message; onView(media: MediaItem): void }) {
  const { t } = useTranslation('attendance')
  switch (part.kind) {
    case 'text': return <SafeText text={part.text} />
    case 'media': return <Media part={part} item={message.media.find((one) => one.id === part.media)} onView={onView} />
    case 'pendingMedia': return <PendingMedia part={part} messageId={message.id} />
    case 'location': return (
      <a className="flex items-center gap-2 underline underline-offset-2" target="_blank" rel="noopener noreferrer" href={`https://www.openstreetmap.org/?mlat=${part.lat}&mlon=${part.lng}#map=16/${part.lat}/${part.lng}`}>
        <MapPin size={16} aria-hidden /><span>{part.name ?? part.address ?? t('part.location')}</span>
      </a>
    )
    case 'contacts': return (
      <ul className="flex flex-col gap-1">
        {part.contacts.map((contact, index) => <li key={index} className="flex items-center gap-2"><UserRound size={16} aria-hidden /><span><bdi>{contact.name}</bdi> <span className="text-ink-muted tabular-nums">{contact.phones.join(', ')}</span></span></li>)}
      </ul>
    )
    case 'interactive': return (
      <div className="flex flex-col gap-2">
        <SafeText text={part.body} />
        <ul className="flex flex-wrap gap-1.5">{[...(part.buttons ?? []), ...(part.list ?? [])].map((choice) => <li key={choice.id} className="rounded-md border border-line px-2 py-1 text-list">{choice.label}</li>)}</ul>
      </div>
    )
    case 'interactiveReply': return <SafeText text={part.label} />
    case 'template': return <span className="text-ink-muted">{t('part.template', { name: part.name })}</span>
    case 'unsupported': return <span className="flex items-center gap-2 text-ink-muted italic"><MessageCircleQuestion size={16} aria-hidden />{t('part.unsupported')}</span>
  }
}

type MediaPart = Extract<Part, { kind: 'media' }>

function Media({ part, item, onView }: { part: MediaPart; item: MediaItem | undefined; onView(media: MediaItem): void }) {
  const { t } = useTranslation('attendance')
  const [failed, setFailed] = useState(false)
  const caption = part.caption ? <SafeText text={part.caption} /> : null
  const name = part.name ?? item?.name ?? t(`part.${part.as}`)
  if (!item || failed) return <span className="flex items-center gap-2 text-ink-muted"><FileText size={16} aria-hidden />{t('part.gone', { name })}</span>
  // Room for the picture is kept before it arrives, so that nothing jumps.
  const ratio = part.width && part.height ? part.width / part.height : 4 / 3
  if (part.as === 'image' || part.as === 'sticker') return (
    <span className="flex flex-col gap-1.5">
      <button type="button" className="block overflow-hidden rounded-md bg-hover" aria-label={t('part.openImage', { name })} onClick={() => onView(item)}>
        <img src={item.url} alt={part.caption ?? name} loading="lazy" decoding="async" onError={() => setFailed(true)} className="max-h-80 w-72 max-w-full object-cover" style={{ aspectRatio: ratio }} />
      </button>
      {caption}
    </span>
  )
  if (part.as === 'video') return <span className="flex flex-col gap-1.5"><video src={item.url} controls preload="metadata" onError={() => setFailed(true)} className="max-h-80 w-72 max-w-full rounded-md bg-hover" style={{ aspectRatio: ratio }} />{caption}</span>
  if (part.as === 'audio' || part.as === 'voice') return <AudioPlayer src={item.url} onError={() => setFailed(true)} />
  return (
    <span className="flex flex-col gap-1.5">
      <a href={item.url} target="_blank" rel="noopener noreferrer" download={name} className="flex w-64 max-w-full items-center gap-2.5 rounded-md border border-line bg-surface p-2.5 text-ink hover:bg-hover">
        <FileText size={22} className="shrink-0 text-ink-muted" aria-hidden />
        <span className="min-w-0 flex-1 text-list leading-tight"><span className="block truncate font-medium">{name}</span><span className="text-xs text-ink-muted tabular-nums">{fileSize(item.bytes ?? part.bytes ?? 0)}</span></span>
        <Download size={16} className="shrink-0 text-ink-muted" aria-label={t('part.download')} />
      </a>
      {caption}
    </span>
  )
}

/** A file that is still with the provider: on its way, or not to be had until somebody asks again. */
function PendingMedia({ part, messageId }: { part: Extract<Part, { kind: 'pendingMedia' }>; messageId: string }) {
  const { t } = useTranslation('attendance')
  const api = useApi()
  // The answer comes as a push that shows the file on its way again.
  const retry = useMutation({ mutationFn: () => api.post(`/messages/${messageId}/media/retry`), onError: reportFailure })
  const name = part.name ?? t(`part.${part.as}`)
  const isFetching = part.state === 'fetching' || retry.isPending
  return (
    <span className="flex flex-col gap-1.5">
      <span className="flex w-64 max-w-full items-center gap-2.5 rounded-md border border-line bg-surface p-2.5 text-list text-ink-muted" role="status">
        {isFetching ? <Spinner /> : <FileText size={18} className="shrink-0" aria-hidden />}
        <span className="min-w-0 flex-1 leading-tight"><span className="block truncate font-medium text-ink"><bdi>{name}</bdi></span><span className="text-xs">{t(isFetching ? 'part.fetching' : 'part.unavailable')}</span></span>
        {!isFetching && <Button size="small" variant="ghost" icon={<RotateCw size={13} />} onClick={() => retry.mutate()}>{t('part.fetchAgain')}</Button>}
      </span>
      {part.caption && <SafeText text={part.caption} />}
    </span>
  )
}

const speeds = [1, 1.5, 2] as const

function AudioPlayer({ src, onError }: { src: string; onError(): void }) {
  const { t } = useTranslation('attendance')
  const [audio, setAudio] = useState<HTMLAudioElement | null>(null)
  const [speed, setSpeed] = useState<(typeof speeds)[number]>(1)
  const faster = () => {
    const next = speeds[(speeds.indexOf(speed) + 1) % speeds.length]!
    setSpeed(next)
    if (audio) audio.playbackRate = next
  }
  return (
    <span className="flex items-center gap-1.5">
      <audio ref={setAudio} src={src} controls preload="metadata" onError={onError} className="h-10 w-60 max-w-full" />
      <Button size="small" variant="ghost" className="tabular-nums" aria-label={t('part.speed', { speed })} onClick={faster}>{speed}×</Button>
    </span>
  )
}
