import type { ConnectionContext } from '@recado/sdk'
import type { EmailConfig } from '../channel/config.ts'
import { AccessTokens } from './oauth.ts'

/** Credentials of one mailbox, for both of its servers. */
export type Credentials = { readonly user: string } & ({ readonly pass: string } | { readonly accessToken: string })

/** Account of a session or a test. */
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
