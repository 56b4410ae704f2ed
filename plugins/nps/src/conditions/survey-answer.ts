import type { ConditionCode, ConditionSpec } from '@recado/sdk'
import * as z from 'zod'
import { latestGrades } from '../report/report-store.ts'
import { defaultScale, surveyKinds } from '../survey/kind.ts'

const grade = z.int().min(0).max(defaultScale)

/**
 * Whether the latest answer of a conversation, or of its contact, lies between two grades. A simulation judges the
 * answer that it is about in place of the latest one of that kind.
 */
export const surveyAnswer = {
  icon: 'star',
  input: z.object({
    kind: z.enum(surveyKinds).default('nps'),
    of: z.enum(['ticket', 'contact']).default('ticket'),
    least: grade.default(0),
    most: grade.default(defaultScale),
  }),
} satisfies ConditionSpec

export const answersBetween: ConditionCode<typeof surveyAnswer.input> = async (
  { kind, of, least, most },
  subjects,
  { db, tenant },
) => {
  const ids = subjects.map(({ ticket, contact }) => (of === 'ticket' ? ticket.id : contact.id) as string)
  const grades = await db.transaction((tx) => latestGrades(tx, tenant, of, [...new Set(ids)]))
  return subjects.map(({ answer }, at) => {
    const judged = answer?.kind === kind ? answer : grades.find((found) => found.id === ids[at] && found.kind === kind)
    return judged !== undefined && judged.grade >= least && judged.grade <= most
  })
}
