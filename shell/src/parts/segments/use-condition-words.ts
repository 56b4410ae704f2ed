import { useTranslation } from 'react-i18next'
import { useAttributes } from '../../data/attributes/use-attributes.ts'
import type { AttributeCondition, AttributeOwner } from '../../base/contracts.ts'

/** Puts a condition into a few words; one on an attribute that is gone is called by its key. */
export function useConditionWords(): (condition: AttributeCondition, owner: AttributeOwner) => string {
  const { t, i18n } = useTranslation('attendance')
  const definitions = { contact: useAttributes('contact'), ticket: useAttributes('ticket') }
  return (condition, owner) => {
    const definition = definitions[owner].find(({ key }) => key === condition.key)
    const written = (value: string | number | boolean): string => {
      if (typeof value === 'boolean') return t(value ? 'filter.yes' : 'filter.no')
      if (typeof value === 'number')
        return new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 20 }).format(value)
      if (definition?.type === 'date' && !Number.isNaN(Date.parse(value)))
        return new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(value))
      return definition?.options.find(({ id }) => id === value)?.label ?? value
    }
    return t(`filter.condition.${condition.test}`, {
      label: definition?.label ?? condition.key,
      ...('value' in condition && { value: written(condition.value) }),
    })
  }
}
