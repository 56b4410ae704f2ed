import * as z from 'zod'

/** Kinds of surveys: would recommend (0 to at most 10), satisfied (1 to 5), found it easy (1 to 7). */
export const SurveyKind = z.enum(['nps', 'csat', 'ces'])

/** A grade that a contact gave; `highest` is the best that the survey had. Told by surveys and handed to conditions. */
export const SurveyGrade = z.object({ kind: SurveyKind, grade: z.int(), highest: z.int() })
export type SurveyGrade = z.infer<typeof SurveyGrade>
