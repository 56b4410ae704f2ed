import { useWords } from '@recado/sdk/ui'
import type { Excess } from '../../graph/excess.ts'

/** Says that the draft is not kept because it is too large, and what makes it fit. */
export function ExcessNotice({ excess: { of, count, most } }: { excess: Excess }) {
  const { t } = useWords()
  return (
    <p role="alert" className="border-b border-line bg-danger-soft px-3 py-2 text-list text-danger">
      {t('excess.text', { what: t(`excess.${of}`), has: count, most, over: count - most })}
    </p>
  )
}
