import { variablePieces } from './template-variables.ts'

/** What is known of a conversation and may stand in a template; empty where it is not known. */
export interface TemplateFacts {
  readonly firstName: string
  readonly fullName: string
  readonly protocol: string
  readonly agent: string
}
export const factNames = ['firstName', 'fullName', 'protocol', 'agent'] as const

const meanings: readonly (readonly [RegExp, keyof TemplateFacts])[] = [
  [
    /^(first_?name|primeiro_?nome|name|nome|nombre|imya|customer|customer_?name|cliente|nome_?cliente|nombre_?cliente|contact_?name)$/,
    'firstName',
  ],
  [/^(full_?name|nome_?completo|nombre_?completo)$/, 'fullName'],
  [/^(protocol|protocolo|ticket|ticket_?number)$/, 'protocol'],
  [/^(agent|agent_?name|atendente|agente|attendant)$/, 'agent'],
]
const greeting =
  /(?:^|[\s¡,!.])(olá|ola|oi|hola|hi|hello|dear|prezado|prezada|estimado|estimada|caro|cara|bom dia|boa tarde|boa noite|buenos días|buenas tardes|buenas noches|good morning|good afternoon|good evening|привет|здравствуйте|добрый день|добрый вечер|доброе утро)[\s,]*$/iu

/**
 * A first guess at the values of an approved text, by variable, which the agent sees and may change: names of variables
 * say what they are, a number after a greeting is the customer's name. Pure.
 */
export function guessedValues(text: string, facts: TemplateFacts): Record<string, string> {
  const pieces = variablePieces(text)
  return Object.fromEntries(
    pieces.flatMap(({ variable }, index): [string, string][] => {
      if (variable === undefined) return []
      const meaning = meanings.find(([pattern]) => pattern.test(variable))?.[1]
      if (meaning) return [[variable, facts[meaning]]]
      return greeting.test(pieces[index - 1]?.text ?? '') ? [[variable, facts.firstName]] : []
    }),
  )
}
