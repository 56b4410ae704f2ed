import * as z from 'zod'
import { builtInNames, maxLabelLength, maxValueLength, maxVariables, variablePattern } from './variables.ts'

/** A company's own variable. Without a value the agent is asked for it, under its label, when a message is inserted. */
export const Variable = z
  .object({
    key: z
      .string()
      .trim()
      .regex(variablePattern)
      .refine((key) => !Object.hasOwn(builtInNames, key), { error: 'is there for everybody already' }),
    label: z.string().trim().min(1).max(maxLabelLength),
    value: z.string().trim().min(1).max(maxValueLength).nullable(),
  })
  .strict()
export type Variable = z.infer<typeof Variable>

const isUnique = (variables: readonly Variable[]): boolean =>
  new Set(variables.map(({ key }) => key)).size === variables.length
/** All of a company's, in the order in which they are shown. */
export const VariableList = z
  .object({ variables: z.array(Variable).max(maxVariables).refine(isUnique, { error: 'has a variable twice' }) })
  .strict()

/** Data for filling in beside the conversation: the company's own variables and its time zone. */
export const Vocabulary = VariableList.extend({ timeZone: z.string() })
export type Vocabulary = z.infer<typeof Vocabulary>
