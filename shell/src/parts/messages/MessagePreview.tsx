import type { TFunction } from 'i18next'
import { Ban, ContactRound, FileText, Image, MapPin, Mic, Music, Sticker, Video, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ContentKind, MessageContent } from '../../base/contracts.ts'

const signs: Record<ContentKind, LucideIcon> = {
  image: Image,
  video: Video,
  audio: Music,
  voice: Mic,
  document: FileText,
  sticker: Sticker,
  location: MapPin,
  contacts: ContactRound,
  deleted: Ban,
}

/** A message in one line. A picture or a place without text is named, a document shows its name. */
export function previewText(t: TFunction<'shell'>, words: string, content: MessageContent | null): string {
  const said = content === null || content.captioned || content.as === 'document' ? words.trim() : ''
  return said || t(`content.${content?.as ?? 'none'}`)
}

/** The same with a sign before it of what it is besides words. */
export function MessagePreview({ words, content }: { words: string; content: MessageContent | null }) {
  const { t } = useTranslation('shell')
  const text = previewText(t, words, content)
  if (content === null) return <>{text}</>
  const Sign = signs[content.as]
  return (
    <>
      <Sign
        size={13}
        className="mr-1 inline align-[-2px]"
        aria-label={content.captioned ? t(`content.${content.as}`) : undefined}
        aria-hidden={!content.captioned}
      />
      {text}
    </>
  )
}
