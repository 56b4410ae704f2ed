/** Constant properties of a cookie. Cookies of the product name no domain: no other host gets them. */
export interface CookieSpec {
  readonly name: string
  readonly path: string
  /** `Lax` only where a link from another site has to bring it. */
  readonly sameSite: 'Strict' | 'Lax'
  /**
   * The name without a prefix is still read on https where the browser holds no other, and taken away when the cookie
   * is given.
   */
  readonly wasUnprefixed?: true
}

/**
 * A cookie that scripts never see. Where the installation is published under https, its name has a prefix that browsers
 * hold it to (RFC 6265bis): `__Host-` for the whole site, `__Secure-` for some of its paths. A page or a proxy that
 * uses plain http then cannot put one of this name beside it. Without https there is no such name to have.
 */
export class Cookie {
  readonly name: string
  readonly #spec: CookieSpec
  readonly #secure: boolean

  /** `publicUrl`: the address this installation is published under, if it is known. */
  constructor(spec: CookieSpec, publicUrl: string | undefined) {
    this.#spec = spec
    this.#secure = publicUrl?.startsWith('https:') ?? false
    this.name = this.#secure ? `${spec.path === '/' ? '__Host-' : '__Secure-'}${spec.name}` : spec.name
  }

  /** Values of `Set-Cookie` that give it for so many seconds; 0 takes it away. */
  given(value: string, seconds: number): readonly string[] {
    const { path, sameSite } = this.#spec
    const secure = this.#secure ? '; Secure' : ''
    const line = (name: string, held: string, maxAge: number): string =>
      `${name}=${held}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=${sameSite}${secure}`
    return [line(this.name, value, seconds), ...(this.#isRenamed ? [line(this.#spec.name, '', 0)] : [])]
  }

  read(headers: Headers): string | undefined {
    const values = valuesOf(headers, this.name)
    return onlyOne(values.size === 0 && this.#isRenamed ? valuesOf(headers, this.#spec.name) : values)
  }

  get #isRenamed(): boolean {
    return this.#secure && this.#spec.wasUnprefixed === true
  }
}

const valuesOf = (headers: Headers, name: string): Set<string> =>
  new Set(
    (headers.get('cookie') ?? '')
      .split(/;\s*/)
      .filter((part) => part.startsWith(`${name}=`))
      .map((part) => part.slice(name.length + 1)),
  )

/**
 * Two cookies of one name with different values count as none: a neighbouring host can set one beside ours, and they
 * cannot be distinguished.
 */
const onlyOne = (values: ReadonlySet<string>): string | undefined => (values.size === 1 ? [...values][0] : undefined)
