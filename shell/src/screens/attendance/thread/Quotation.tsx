import { useTranslation } from 'react-i18next'
import { contentOf, type Message } from '../../../base/contracts.ts'
import { MessagePreview } from '../../../parts/messages/MessagePreview.tsx'

interface QuotationProps {
  message: Pick<Message, 'quotedMsgId' | 'quote'>
  quoted: Message | undefined
  onJump(id: Message['id']): void
}

const frame =
  'mb-1.5 block w-full max-w-full rounded-md border-l-2 border-accent bg-canvas/60 px-2.5 py-1.5 text-left ' +
  'text-list text-ink-muted'

/**
 * What a message answers: the words that its author chose of the other message, or that message in short. It leads to
 * the other message where that one is known.
 */
export function Quotation({ message: { quotedMsgId, quote }, quoted, onJump }: QuotationProps) {
  const { t } = useTranslation('attendance')
  if (quotedMsgId === null && quote === undefined) return null
  const content = (
    <>
      <span className="sr-only">{t('message.quoted')} </span>
      <span className="line-clamp-2 wrap-anywhere">
        {quoted?.isDeleted ? (
          t('message.deleted')
        ) : quote !== undefined ? (
          quote
        ) : quoted ? (
          <MessagePreview words={quoted.body} content={contentOf(quoted.parts)} />
        ) : (
          t('message.quotedElsewhere')
        )}
      </span>
    </>
  )
  return quotedMsgId === null ? (
    <blockquote className={frame}>{content}</blockquote>
  ) : (
    <button type="button" className={frame} onClick={() => onJump(quotedMsgId)}>
      {content}
    </button>
  )
}
