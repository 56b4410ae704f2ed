import { variablePieces, variablesIn } from '@recado/sdk'
import type { TemplateDraft } from './template.ts'

/* What Meta refuses or rejects (Messenger Platform, "Send a utility message", March 2026), as far as it is known. */

export const limits = { name: 512, body: 1_024, example: 200 } as const

/** Each has a sentence under `templates.rule.<name>` in every language. */
export type RuleName =
  | 'name'
  | 'language'
  | 'bodyRequired'
  | 'bodyLength'
  | 'variableForm'
  | 'variableOrder'
  | 'variableAtEdge'
  | 'exampleRequired'
  | 'exampleForm'

/** A mistake and its place: `name`, `body`, `examples.2`. */
export interface Problem {
  readonly path: string
  readonly rule: RuleName
}

/** Empty: it may be submitted. Pure. */
export function templateProblems({
  name,
  language,
  body,
  examples,
}: Pick<TemplateDraft, 'name' | 'language' | 'body' | 'examples'>): Problem[] {
  return [
    ...when(!/^[a-z0-9_]+$/.test(name) || name.length > limits.name, 'name', 'name'),
    ...when(!/^[a-z]{2,3}(_[A-Z]{2})?$/.test(language), 'language', 'language'),
    ...bodyProblems(body.trim()),
    ...variablesIn(body).flatMap((variable): Problem[] => {
      const example = Object.hasOwn(examples, variable) ? examples[variable]!.trim() : ''
      const path = `examples.${variable}`
      if (example === '') return [{ path, rule: 'exampleRequired' }]
      return when(example.length > limits.example || /[#$%{}]/.test(example), path, 'exampleForm')
    }),
  ]
}

function bodyProblems(body: string): Problem[] {
  if (body === '') return [{ path: 'body', rule: 'bodyRequired' }]
  const pieces = variablePieces(body)
  const found = variablesIn(body)
  const isTorn = pieces.some(({ text, variable }) => variable === undefined && /[{}]{2}/.test(text))
  const isInOrder = found.every((variable, index) => variable === String(index + 1))
  const atEdge = pieces[0]?.variable !== undefined || pieces.at(-1)?.variable !== undefined
  return [
    ...when(body.length > limits.body, 'body', 'bodyLength'),
    ...when(isTorn, 'body', 'variableForm'),
    ...when(!isTorn && !isInOrder, 'body', 'variableOrder'),
    ...when(atEdge, 'body', 'variableAtEdge'),
  ]
}

const when = (isBroken: boolean, path: string, rule: RuleName): Problem[] => (isBroken ? [{ path, rule }] : [])
