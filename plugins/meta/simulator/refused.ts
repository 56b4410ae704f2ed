import type { ScriptedRefusal, SimulatorAnswer } from '@recado/sdk/testing/simulator'

/** How the Graph API says no. */
export class Refused extends Error {
  readonly status: number
  readonly code: number
  readonly subcode: number | undefined

  constructor(status: number, code: number, message: string, subcode?: number) {
    super(message)
    this.status = status
    this.code = code
    this.subcode = subcode
  }

  get answer(): SimulatorAnswer {
    const { status, code, message, subcode } = this
    return refusalOf({ status, code, description: message }, subcode)
  }
}

export const badParameter = (message: string): Refused => new Refused(400, 100, message)
export const noObject = (id: string): Refused =>
  new Refused(400, 100, `Unsupported get request. Object with ID '${id}' does not exist`, 33)
export const expired = (): Refused => new Refused(401, 190, 'Error validating access token: Session has expired', 463)

/** A refusal in numbers, in the words of the Graph API. */
export const refusalOf = (
  { status, code = status, description = 'planned fault', retryAfter }: ScriptedRefusal,
  subcode?: number,
): SimulatorAnswer => ({
  status,
  ...(retryAfter !== undefined && { headers: { 'retry-after': String(retryAfter) } }),
  body: {
    error: {
      message: `(#${code}) ${description}`,
      type: 'OAuthException',
      code,
      ...(subcode !== undefined && { error_subcode: subcode }),
      fbtrace_id: 'Asimulated',
    },
  },
})
