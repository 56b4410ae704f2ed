import { BlockChoice, useWords } from '@recado/sdk/ui'
import { useOffer } from '../../use-flows.ts'
import type { FieldsOf } from './fields-of.ts'

/** An action that any plugin contributes. */
export function ActionFields({ data, onChange }: FieldsOf<'action'>) {
  const { t } = useWords()
  const offer = useOffer().data
  return (
    <BlockChoice
      call={data.action}
      offered={offer?.actions ?? []}
      chooseLabel={t('form.chooseAction')}
      goneLabel={(name) => t('form.goneBlock', { name })}
      onChange={(action) => onChange({ ...data, action })}
    />
  )
}
