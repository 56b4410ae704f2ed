import type { FormField } from '@recado/contracts'
import { useCallback } from 'react'
import { useIssueText } from '../kit/issue-text.ts'
import { fieldProblem } from './field-rules.ts'

/**
 * Mistakes in values before they are sent, in the user's language, by the fields' names: a courtesy, the server checks
 * against the real schema. `isKept` tells whether a secret is stored already.
 */
export function useFieldProblems(): (
  fields: readonly FormField[],
  values: Readonly<Record<string, unknown>>,
  isKept?: (name: string) => boolean,
) => Record<string, string> {
  const textOf = useIssueText()
  return useCallback(
    (fields, values, isKept = () => false) =>
      Object.fromEntries(
        fields.flatMap((field) => {
          const broken = fieldProblem(
            field,
            values[field.name],
            field.type === 'secret' && values[field.name] === undefined && isKept(field.name),
          )
          return broken ? [[field.name, textOf(broken)]] : []
        }),
      ),
    [textOf],
  )
}
