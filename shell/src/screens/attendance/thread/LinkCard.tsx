import { ArrowRight, Link2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { previewedLink, type ChannelCapabilities, type LinkPreview, type Message } from '../../../base/contracts.ts'
import { useSeen } from '../../../base/ui/use-seen.ts'
import { useLinkPreview } from '../../../data/messages/use-link-preview.ts'

/**
 * What the page behind the first link of a message says about itself. Nothing where it may not be asked, or is silent.
 */
export function LinkCard({
  message,
  capabilities,
}: {
  message: Pick<Message, 'id' | 'parts'>
  capabilities: ChannelCapabilities | undefined
}) {
  const link = useMemo(() => previewedLink(message.parts, capabilities), [message.parts, capabilities])
  return link === undefined ? null : <SeenCard key={link} message={message} link={link} />
}

/** Most messages of a long conversation are never looked at: nobody asks about those. */
function SeenCard({ message, link }: { message: Pick<Message, 'id'>; link: string }) {
  const { isSeen, ref } = useSeen()
  const preview = useLinkPreview(message, link, isSeen)
  // The thread is a live region; what comes later by itself is not said.
  return (
    <div ref={ref} aria-live="off">
      {preview && <Card {...preview} />}
    </div>
  )
}

function Card({ url, host, finalHost, siteName, title, description, picture }: LinkPreview) {
  const { t } = useTranslation('attendance')
  const [failed, setFailed] = useState<string>()
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className={
        'mt-1.5 flex w-80 max-w-full overflow-hidden rounded-md border border-line bg-surface text-ink ' +
        'hover:bg-hover'
      }
    >
      <span className="flex min-w-0 flex-1 flex-col gap-0.5 p-2.5 text-list leading-tight">
        <span className="sr-only">{t('link.preview')} </span>
        {siteName !== null && (
          <span className="truncate text-xs text-ink-muted">
            <bdi>{siteName}</bdi>
          </span>
        )}
        <span className="line-clamp-2 font-medium wrap-anywhere">
          <bdi>{title}</bdi>
        </span>
        {description !== null && (
          <span className="line-clamp-2 text-xs text-ink-muted wrap-anywhere">
            <bdi>{description}</bdi>
          </span>
        )}
        {/* Never cut: the page chooses every other word of the card, and its own address is what tells whose it is. */}
        <span className="mt-0.5 flex flex-wrap items-center gap-x-1 text-xs text-ink-muted">
          <Link2 size={13} className="shrink-0" aria-hidden />
          <bdi className="wrap-anywhere">{host}</bdi>
          {finalHost !== null && (
            <>
              <ArrowRight size={13} className="shrink-0" aria-hidden />
              <span className="sr-only"> {t('link.leadsTo')} </span>
              <bdi className="wrap-anywhere">{finalHost}</bdi>
            </>
          )}
        </span>
      </span>
      {picture !== null && failed !== picture && (
        <img
          src={picture}
          alt=""
          width={80}
          height={80}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(picture)}
          className="m-2.5 ml-0 size-20 shrink-0 rounded-sm bg-hover object-cover"
        />
      )}
    </a>
  )
}
