import { Refusal } from '@recado/contracts'
import type { AnswerHeaders } from '../http/route.ts'
import { Cookie } from './cookie.ts'
import { isSameOrigin } from '../http/same-origin.ts'
import type { CookieCredential } from '../credentials/sign-in.ts'

/** The cookie that carries the refresh credential. Only the paths below /auth are sent it, and scripts never see it. */
export class RefreshCookie {
  readonly #publicUrl: string | undefined
  readonly #cookie: Cookie
  /** `publicUrl`: the address this installation is published under, if it is known. */
  constructor(publicUrl: string | undefined) {
    this.#publicUrl = publicUrl
    // The name is the product family's. Sessions of before the prefix last seven days at most and move at a refresh.
    this.#cookie = new Cookie({ name: 'jrt', path: '/auth', sameSite: 'Strict', wasUnprefixed: true }, publicUrl)
  }

  /** Headers of an answer that gives it. */
  given({ value, seconds }: CookieCredential): AnswerHeaders {
    return { 'set-cookie': this.#cookie.given(value, seconds), 'cache-control': 'no-store' }
  }

  /** Headers of an answer that takes it away. */
  taken(): AnswerHeaders {
    return this.given({ value: '', seconds: 0 })
  }

  read(headers: Headers): string | undefined {
    return this.#cookie.read(headers)
  }

  /** Check before the cookie is set, removed or read. @throws Refusal ERR_NO_PERMISSION for a page of another site */
  refuseForeign(headers: Headers): void {
    if (!isSameOrigin(headers, this.#publicUrl)) throw new Refusal('ERR_NO_PERMISSION')
  }
}
