import { useNumberFormat } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'

/** The server counts so far: there may be more. */
const countedAtMost = 10_000

/** Counts of the installation in words: from a bound on, "at least so many". */
export function useCountText(): (count: number) => string {
  const { t } = useTranslation('operations')
  const { whole } = useNumberFormat()
  return (count) => (count < countedAtMost ? whole(count) : t('atLeast', { number: whole(count) }))
}
