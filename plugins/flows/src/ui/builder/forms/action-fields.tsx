import { BlockChoice, BlockForm, useWords } from '@recado/sdk/ui'
import { useOffer } from '../../use-flows.ts'
import type { FieldsOf } from './fields-of.ts'

/** An action that any plugin contributes: its own form, or a choice where none was chosen or it is gone. */
export function ActionFields({ data, onChange }: FieldsOf<'action'>) {
  const { t } = useWords()
  const offered = useOffer().data?.actions
  const { action } = data
  const block = offered?.find(({ plugin, name }) => plugin === action?.plugin && name === action.name)
  if (action && block)
    return (
      block.fields.length > 0 && (
        <BlockForm
          fields={block.fields}
          namespace={block.namespace}
          prefix={`${block.words}.fields`}
          values={action.input}
          issues={{}}
          onChange={(input) => onChange({ ...data, action: { ...action, input } })}
        />
      )
    )
  return (
    <BlockChoice
      call={action}
      offered={offered ?? []}
      chooseLabel={t('form.chooseAction')}
      goneLabel={(name) => t('form.goneBlock', { name })}
      onChange={(chosen) => onChange({ ...data, action: chosen })}
    />
  )
}
