import { Button } from '@recado/sdk/ui'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { quotedMark, type Part } from '../../../../base/contracts.ts'
import { SafeText } from '../../../../parts/messages/SafeText.tsx'
import type { MediaItem } from './MediaView.tsx'

/** The frame grows with the letter up to here and scrolls beyond. Pixels. */
const tallest = 900

const unfoldedMark = 'data-unfolded'

/** Letters carry no rule of their own for the marks: one that is opened elsewhere shows all it has. */
function takeFolds(content: Document): boolean {
  const hasFolds = content.querySelector(`[${quotedMark}]`) !== null
  if (hasFolds) {
    const rule = content.createElement('style')
    rule.textContent = `html:not([${unfoldedMark}]) [${quotedMark}] { display: none !important }`
    content.head.append(rule)
  }
  return hasFolds
}

/**
 * A letter: its subject and words at once, what it quotes and how it was laid out when asked for. The layout is in a
 * frame in which nothing runs and nothing is fetched; the server's answer says so too.
 */
export function Letter({
  part,
  item,
  isTitled,
}: {
  part: Extract<Part, { kind: 'html' }>
  item: MediaItem | undefined
  /** The subject stands above it already. */
  isTitled: boolean
}) {
  const { t } = useTranslation('attendance')
  const id = useId()
  const [isQuoted, setQuoted] = useState(false)
  const [isFormatted, setFormatted] = useState(false)
  const [height, setHeight] = useState(240)
  const frame = useRef<HTMLIFrameElement>(null)
  const [hasFolds, setHasFolds] = useState(false)
  const fit = () => {
    const content = frame.current?.contentDocument
    if (!content?.body) return
    // The body: a root is never lower than its frame.
    const margins = content.defaultView?.getComputedStyle(content.body)
    const around = parseFloat(margins?.marginTop ?? '') + parseFloat(margins?.marginBottom ?? '')
    setHeight(Math.min(content.body.scrollHeight + (around || 0), tallest))
  }
  const showQuoted = (isShown: boolean) => {
    setQuoted(isShown)
    frame.current?.contentDocument?.documentElement.toggleAttribute(unfoldedMark, isShown)
    fit()
  }
  // Its lines break elsewhere once the frame has another width, as on a telephone that is turned.
  useEffect(() => {
    const element = frame.current
    if (!isFormatted || !element) return
    const widths = new ResizeObserver(fit)
    widths.observe(element)
    return () => widths.disconnect()
  }, [isFormatted])
  const onLoad = () => {
    const content = frame.current?.contentDocument
    setHasFolds(content ? takeFolds(content) : false)
    showQuoted(isQuoted)
  }
  return (
    <div className="flex flex-col gap-1.5">
      {part.subject && !isTitled && (
        <p className="font-semibold">
          <bdi>{part.subject}</bdi>
        </p>
      )}
      {!isFormatted && part.text !== '' && <SafeText text={part.text} />}
      {isQuoted && !isFormatted && (
        <blockquote id={`${id}-quoted`} className="border-l-2 border-line-strong pl-2.5 text-list text-ink-muted">
          <SafeText text={part.quoted ?? ''} />
        </blockquote>
      )}
      {isFormatted && item && (
        <iframe
          ref={frame}
          id={`${id}-formatted`}
          src={item.url}
          title={t('letter.frame', { subject: part.subject ?? t('letter.noSubject') })}
          sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
          referrerPolicy="no-referrer"
          onLoad={onLoad}
          className="w-[32rem] max-w-full rounded-md border border-line bg-white"
          style={{ height, colorScheme: 'light' }}
        />
      )}
      <p className="flex flex-wrap gap-1">
        {(isFormatted ? hasFolds : part.quoted) && (
          <Button
            size="small"
            variant="ghost"
            aria-expanded={isQuoted}
            aria-controls={`${id}-${isFormatted ? 'formatted' : 'quoted'}`}
            onClick={() => showQuoted(!isQuoted)}
          >
            {t(isQuoted ? 'letter.hideQuoted' : 'letter.showQuoted')}
          </Button>
        )}
        {item && (
          <Button
            size="small"
            variant="ghost"
            aria-expanded={isFormatted}
            aria-controls={`${id}-formatted`}
            onClick={() => setFormatted(!isFormatted)}
          >
            {t(isFormatted ? 'letter.hideFormatted' : 'letter.showFormatted')}
          </Button>
        )}
      </p>
    </div>
  )
}
