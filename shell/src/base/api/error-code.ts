import { ApiError } from '@recado/sdk/ui'

/** The code in an error answer: `error`, then `msg`, then `message` (S8-001, reading 40). */
export function codeOf(body: unknown): string {
  const { error, msg, message } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  return (
    [error, msg, message].find((value): value is string => typeof value === 'string' && value !== '') ??
    'ERR_UNREADABLE_ANSWER'
  )
}

const contactLimit = /^ERR_CONTACT_LIMIT_REACHED:(\d+):(\d+)$/

/** S8-012: the code itself carries how many contacts there are and how many the plan allows. */
export function contactLimitOf(code: string): { current: number; max: number } | null {
  const match = contactLimit.exec(code)
  return match ? { current: Number(match[1]), max: Number(match[2]) } : null
}
export const isContactLimit = (code: string): boolean => contactLimit.test(code)

/** The error of anything that was thrown. Texts of exceptions that are no refusals are not shown. */
export const asApiError = (error: unknown): ApiError =>
  ApiError.is(error) ? error : new ApiError('ERR_UNREADABLE_ANSWER', 0, {}, { cause: error })

/** Codes that lead to a screen of their own. */
const leadingElsewhere: readonly string[] = ['ERR_LGPD_CONSENT', 'ERR_SECOND_FACTOR_ENROLMENT']

/** The transport has told the user about these already, so a screen's own notice would be a second one. */
export const announcedByClient = (error: ApiError): boolean =>
  error.status === 500 ||
  error.status === 401 ||
  error.code === 'ERR_ABORTED' ||
  leadingElsewhere.includes(error.code) ||
  isContactLimit(error.code)

/** Whether the same call may succeed later without anybody changing anything. */
export const isTransient = (error: ApiError): boolean =>
  error.status === 0 || error.status === 429 || error.status >= 502
