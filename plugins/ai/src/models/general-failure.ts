import type { FailureCode } from './model-failure.ts'

/** Failures that people can do something about; the others are told as what did not happen. */
const answerable: readonly FailureCode[] = [
  'ERR_AI_UNSET',
  'ERR_AI_NO_PLUGIN',
  'ERR_AI_KEY',
  'ERR_AI_MODEL',
  'ERR_AI_QUOTA',
  'ERR_AI_BUSY',
  'ERR_AI_TOO_LONG',
  'ERR_AI_UNABLE',
  'ERR_AI_IMAGES',
  'ERR_AI_AUDIO',
  'ERR_AI_BUDGET',
]

/** Whether a code of a failure says more than that it failed. */
export const isAnswerable = (code: string): code is FailureCode => (answerable as readonly string[]).includes(code)

/** The code that people are told: that of the failure, or `general`. */
export const generalFailure = <General extends string>(code: FailureCode, general: General): FailureCode | General =>
  isAnswerable(code) ? code : general
