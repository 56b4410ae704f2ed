import type { SimulatorAnswer } from '@recado/sdk/testing/simulator'

/** How the Graph API says no. */
export class Refused extends Error {
  readonly status: number
  readonly code: number
  readonly details: string
  readonly subcode: number | undefined
  readonly headers: Readonly<Record<string, string>>
  constructor(
    status: number,
    code: number,
    message: string,
    { details = '', subcode, retryAfter }: { details?: string; subcode?: number; retryAfter?: number } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
    this.subcode = subcode
    this.headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
  }

  /** As the last field of an answer; statuses and webhooks carry {@link asStatusError}. */
  get answer(): SimulatorAnswer {
    const { status, code, message, details, subcode, headers } = this
    return {
      status,
      headers,
      body: {
        error: {
          message: `(#${code}) ${message}`,
          type: 'OAuthException',
          code,
          ...(subcode !== undefined && { error_subcode: subcode }),
          ...(details !== '' && { error_data: { messaging_product: 'whatsapp', details } }),
          fbtrace_id: 'Asimulated',
        },
      },
    }
  }

  get asStatusError(): object {
    return { code: this.code, title: this.message, message: this.message, error_data: { details: this.details } }
  }
}

export const badParameter = (details: string): Refused => new Refused(400, 100, 'Invalid parameter', { details })
export const noObject = (id: string): Refused =>
  new Refused(400, 100, 'Unsupported get request.', {
    subcode: 33,
    details:
      `Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support ` +
      'this operation',
  })

/**
 * Instead of the right answer: a refusal, a cut line before or after the work was done, or bytes that are not those.
 */
export type Fault =
  | {
      readonly status: number
      readonly code?: number
      readonly message?: string
      readonly details?: string
      readonly retryAfter?: number
    }
  | 'dropBefore'
  | 'dropAfter'
  | 'damaged'
export const refusalOf = ({
  status,
  code = status,
  message = 'planned fault',
  details = '',
  retryAfter,
}: Exclude<Fault, string>): Refused =>
  new Refused(status, code, message, { details, ...(retryAfter !== undefined && { retryAfter }) })
