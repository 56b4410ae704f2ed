import { Tooltip, useWords, type SlotMap } from '@recado/sdk/ui'
import { smsSize } from '../../text/segments.ts'

/** How many SMS the text is, while it is being written; why it may be more than expected stands in the tip. */
export default function SegmentCounter({ composer }: Pick<SlotMap['ticket.composer.actions'], 'composer'>) {
  const { t } = useWords()
  if (composer.mode !== 'reply' || composer.text === '') return null
  const { encoding, segments, left } = smsSize(composer.text)
  const why = `${t(`counter.${encoding}`)} ${t('counter.left', { count: left })}`
  return (
    <Tooltip text={why}>
      <span
        tabIndex={0}
        className="px-2 text-xs tabular-nums opacity-75"
        aria-label={`${t('counter.segments', { count: segments })}. ${why}`}
      >
        {t('counter.segments', { count: segments })}
      </span>
    </Tooltip>
  )
}
