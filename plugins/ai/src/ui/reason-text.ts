import { useWords } from '@recado/sdk/ui'
import { readReason } from '../agent/hand-over/reason.ts'

/** Says why an agent handed over; words of an earlier version as they are. */
export function useReasonText(): (kept: string) => string {
  const { t } = useWords()
  return (kept) => {
    const known = readReason(kept)
    if (!known) return kept
    const words = t(`summary.reason.${known.code}`)
    return known.detail === '' ? words : `${words}: ${known.detail}`
  }
}
