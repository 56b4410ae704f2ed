import { useWords } from '@recado/sdk/ui'
import { useOffer } from '../../use-flows.ts'
import type { FieldsOf } from './fields-of.ts'
import { OfferedBlock } from './offered-block.tsx'

/** An action that any plugin contributes. */
export function ActionFields({ data, onChange }: FieldsOf<'action'>) {
  const { t } = useWords()
  const offer = useOffer().data
  return (
    <OfferedBlock
      call={data.action}
      offered={offer?.actions ?? []}
      chooseLabel={t('form.chooseAction')}
      onChange={(action) => onChange({ ...data, action })}
    />
  )
}
