import { Tooltip, useWords, type SlotMap } from '@recado/sdk/ui'
import { smsSize } from '../../text/segments.ts'

/** Number of SMS for the text, while it is being written; the tip explains a number that is higher than expected. */
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
