import type { FormField } from '@recado/sdk'
import { defaultScale, surveyKinds, type SurveyKind } from '../../survey/kind.ts'
import {
  defaultTimeoutMinutes,
  maxNameLength,
  maxRestDays,
  maxTextLength,
  maxTimeoutMinutes,
} from '../../surveys/limits.ts'

const text = (name: string, required = true): FormField => ({
  name,
  type: 'text',
  required,
  ...(required && { minLength: 1 }),
  maxLength: maxTextLength,
})

/** Fields of a survey; only NPS has a scale to choose. */
export const surveyFields = (kind: SurveyKind): FormField[] => [
  { name: 'name', type: 'string', required: true, minLength: 1, maxLength: maxNameLength },
  { name: 'kind', type: 'enum', required: true, options: [...surveyKinds] },
  { name: 'enabled', type: 'boolean', required: true },
  ...(kind === 'nps'
    ? [{ name: 'scale', type: 'integer', required: true, min: 1, max: defaultScale, default: defaultScale } as const]
    : []),
  {
    name: 'timeoutMinutes',
    type: 'integer',
    required: true,
    min: 1,
    max: maxTimeoutMinutes,
    default: defaultTimeoutMinutes,
  },
  text('requestMessage'),
  text('thanksMessage'),
  text('invalidMessage'),
  text('timeoutMessage'),
  text('commentMessage', false),
  { name: 'queueIds', type: 'referenceArray', refersTo: 'queue', required: false },
  { name: 'connectionIds', type: 'referenceArray', refersTo: 'connection', required: false },
  { name: 'restDays', type: 'integer', required: true, min: 0, max: maxRestDays, default: 0 },
  { name: 'withoutPerson', type: 'boolean', required: false },
]
