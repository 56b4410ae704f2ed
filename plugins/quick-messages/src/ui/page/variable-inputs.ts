import type { Variable } from '../../variables/variable.ts'
import { builtInNames, variablePattern } from '../../variables/variables.ts'

/**
 * A variable while it is edited; `row` stays with it. A `value` that is asked for is kept while another kind is tried.
 */
export interface VariableInput {
  readonly row: number
  readonly key: string
  readonly label: string
  readonly isAsked: boolean
  readonly value: string
}

export const variableInputs = (variables: readonly Variable[]): VariableInput[] =>
  variables.map(({ key, label, value }, row) => ({ row, key, label, isAsked: value === null, value: value ?? '' }))
export const newVariable = (inputs: readonly VariableInput[]): VariableInput => ({
  row: 1 + Math.max(0, ...inputs.map(({ row }) => row)),
  key: '',
  label: '',
  isAsked: true,
  value: '',
})
export const variablesOf = (inputs: readonly VariableInput[]): Variable[] =>
  inputs.map(({ key, label, isAsked, value }) => ({
    key: key.trim(),
    label: label.trim(),
    value: isAsked ? null : value.trim(),
  }))

/** Mistakes in each field, by the rules of the server. */
export interface VariableProblems {
  readonly key?: 'form' | 'taken' | 'twice'
  readonly label?: 'empty'
  readonly value?: 'empty'
}
export const problemsOfVariables = (inputs: readonly VariableInput[]): Map<number, VariableProblems> =>
  new Map(
    inputs.flatMap((input, index) => {
      const key = input.key.trim()
      const wrong = !variablePattern.test(key)
        ? 'form'
        : Object.hasOwn(builtInNames, key)
          ? 'taken'
          : inputs.slice(0, index).some((before) => before.key.trim() === key)
            ? 'twice'
            : undefined
      const problems: VariableProblems = {
        ...(wrong && { key: wrong }),
        ...(input.label.trim() === '' && { label: 'empty' as const }),
        ...(!input.isAsked && input.value.trim() === '' && { value: 'empty' as const }),
      }
      return Object.keys(problems).length > 0 ? [[input.row, problems] as const] : []
    }),
  )
