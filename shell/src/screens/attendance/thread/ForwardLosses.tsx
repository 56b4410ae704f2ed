import { useTranslation } from 'react-i18next'
import { carry, forwardable, type ChannelCapabilities, type LossKind, type Message } from '../../../base/contracts.ts'

export interface PartLoss {
  readonly messageId: string
  readonly words: string
  readonly loss: LossKind
  readonly isSent: boolean
}

/** Losses of these messages on a channel: the rule by which the server forwards them. */
export const lossesOf = (messages: readonly Message[], capabilities: ChannelCapabilities): PartLoss[] =>
  messages.flatMap((message) =>
    forwardable(message.parts).flatMap((part) => {
      const { messages: pieces, loss } = carry(part, capabilities)
      return loss === null ? [] : [{ messageId: message.id, words: message.body, loss, isSent: pieces.length > 0 }]
    }),
  )

/** Losses of the forwarded messages; otherwise a notice that there are none. */
export function ForwardLosses({ losses }: { losses: readonly PartLoss[] }) {
  const { t } = useTranslation('attendance')
  if (losses.length === 0) return <p className="text-ink-muted">{t('forward.whole')}</p>
  return (
    <ul className="flex flex-col gap-1">
      {losses.map(({ messageId, words, loss, isSent }, index) => (
        <li key={`${messageId}/${index}`} className="flex gap-2">
          <span className="max-w-40 min-w-0 truncate text-ink-muted">
            <bdi>{words || '…'}</bdi>
          </span>
          <span className={isSent ? 'text-ink' : 'text-warning'}>{t(`forward.loss.${loss}`)}</span>
        </li>
      ))}
    </ul>
  )
}
