import type { FormField } from '@recado/sdk'
import type { FunctionParameter, ParameterType } from './parameters.ts'

/** Fields of an action that a parameter of each type may fill: values, and nothing that refers to something. */
export const fillable: Readonly<Record<ParameterType, readonly FormField['type'][]>> = {
  text: ['string', 'text'],
  number: ['number'],
  whole: ['number', 'integer'],
  yesNo: ['boolean'],
  date: ['string', 'text'],
  choice: ['enum', 'string', 'text'],
}

/** Whether a parameter may fill a field. */
export const fits = ({ type, options }: FunctionParameter, field: FormField): boolean =>
  fillable[type].includes(field.type) && (field.type !== 'enum' || options.every((one) => field.options?.includes(one)))
