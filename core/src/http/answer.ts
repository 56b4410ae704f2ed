/** A JSON answer with headers of its own, such as cookies. Its body is validated and stripped like any other. */
export class AnswerWithHeaders {
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
  constructor(body: unknown, headers: Readonly<Record<string, string>>) {
    this.body = body
    this.headers = headers
  }
}

/** For handlers of core that set a cookie or a caching rule beside their answer. */
export const withHeaders = <T>(body: T, headers: Readonly<Record<string, string>>): T => new AnswerWithHeaders(body, headers) as T
