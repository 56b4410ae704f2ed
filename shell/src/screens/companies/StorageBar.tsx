import { useTranslation } from 'react-i18next'
import { megabyte, useBytes } from '../../base/ui/use-bytes.ts'
import { UseBar } from './UseBar.tsx'

/** From which share of the storage on administrators are warned. */
const warnsFrom = 0.9

/** State of a company's storage; undefined while no notice is needed. Both in megabytes. */
export function storageState(used: number, limit: number | null): 'full' | 'almost' | undefined {
  if (limit === null) return undefined
  if (used >= limit) return 'full'
  return used >= limit * warnsFrom ? 'almost' : undefined
}

/** Used and allowed storage of a company, in megabytes. */
export function StorageBar({ used, limit }: { used: number; limit: number | null }) {
  const { t } = useTranslation('companies')
  const bytes = useBytes()
  return (
    <UseBar
      label={t('use.storage')}
      used={used}
      limit={limit}
      warnsFrom={warnsFrom}
      written={(amount) => bytes(amount * megabyte)}
    />
  )
}
