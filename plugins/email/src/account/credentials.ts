import type { ConnectionContext } from '@recado/sdk'
import type { EmailConfig } from '../channel/config.ts'
import { AccessTokens } from './oauth.ts'

/** How one mailbox logs in, at both of its servers. */
export type Credentials = { readonly user: string } & ({ readonly pass: string } | { readonly accessToken: string })

/** What a session and a test know of the account they speak for. */
export class Account {
  readonly ctx: ConnectionContext<EmailConfig>
  readonly #tokens: AccessTokens

  constructor(ctx: ConnectionContext<EmailConfig>) {
    this.ctx = ctx
    this.#tokens = new AccessTokens(ctx)
  }

  /** @throws Trouble `oauth.refresh`, and those of the proxy */
  async credentials(): Promise<Credentials> {
    const {
      config: { user, auth },
      secrets,
    } = this.ctx
    return auth === 'password'
      ? { user, pass: (await secrets.get('password')) ?? '' }
      : { user, accessToken: await this.#tokens.get() }
  }

  /** A login was refused: whether there is something else to try it with. */
  renews(): boolean {
    this.#tokens.forget()
    return this.ctx.config.auth !== 'password'
  }
}
