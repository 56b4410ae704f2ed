import type { LoginResult } from '../../core/contracts/src/index.ts'

/** Calls the API of the product as somebody who has signed in. */
export class ApiClient {
  readonly #base: string
  readonly #login: LoginResult

  private constructor(base: string, login: LoginResult) {
    this.#base = base
    this.#login = login
  }

  static async signIn(base: string, email: string, password: string): Promise<ApiClient> {
    const answer = await fetch(`${base}/auth/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    if (!answer.ok) throw new Error(`Signing in as ${email} was refused: ${answer.status} ${await answer.text()}`)
    return new ApiClient(base, (await answer.json()) as LoginResult)
  }

  get userId(): string {
    return this.#login.userId
  }

  /** The body of the answer. @throws when the call is refused, with what was answered */
  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(this.#base + path, {
      method,
      headers: {
        authorization: `Bearer ${this.#login.token}`,
        sessionid: this.#login.sessionId,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} was refused: ${answer.status} ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }

  async signOut(): Promise<void> {
    await this.call('POST', '/auth/logout')
  }
}
