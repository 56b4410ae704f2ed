import { Refusal } from '@recado/contracts'
import { isSameOrigin } from './same-origin.ts'
import type { CookieCredential } from './sign-in.ts'

/** The refresh credential's cookie; the name is the product family's. Scripts never see it. */
const cookieName = 'jrt'

/** The cookie that carries the refresh credential. Only the paths below /auth are sent it. */
export class RefreshCookie {
  readonly #publicUrl: string | undefined
  /** `publicUrl`: the address this installation is published under, if it is known. */
  constructor(publicUrl: string | undefined) { this.#publicUrl = publicUrl }

  /** Headers of an answer that gives it. */
  given({ value, seconds }: CookieCredential): Record<string, string> {
    const secure = this.#publicUrl?.startsWith('https:') ? '; Secure' : ''
    return { 'set-cookie': `${cookieName}=${value}; Path=/auth; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`, 'cache-control': 'no-store' }
  }

  /** Headers of an answer that takes it away. */
  taken(): Record<string, string> { return this.given({ value: '', seconds: 0 }) }

  read(headers: Headers): string | undefined { return readCookie(headers, cookieName) }

  /** Whoever gives, takes or reads the cookie asks this first. @throws Refusal ERR_NO_PERMISSION for a page of another site */
  refuseForeign(headers: Headers): void {
    if (!isSameOrigin(headers, this.#publicUrl)) throw new Refusal('ERR_NO_PERMISSION')
  }
}

/**
 * The value of a cookie. Two of one name with different values are none: a neighbouring host can put one beside ours,
 * and nobody can tell which is whose.
 */
export function readCookie(headers: Headers, name: string): string | undefined {
  const values = new Set((headers.get('cookie') ?? '').split(/;\s*/).filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1)))
  return values.size === 1 ? [...values][0] : undefined
}
