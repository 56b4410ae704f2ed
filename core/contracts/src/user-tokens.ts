import type { UserId } from './ids.ts'
import type { AskedConnection } from './program-connections.ts'

/** The token with which a program calls a route of `session` access, as the user who made it. */
export interface CallingToken {
  readonly id: string
  /** The name that its user gave it. */
  readonly name: string
}

/** A token of a user as it is shown: never its text. Instants are ISO 8601. */
export interface UserToken {
  readonly id: string
  readonly name: string
  /** Permissions of the plugin that it has, by their full names. */
  readonly scopes: readonly string[]
  readonly user: { readonly id: UserId; readonly name: string }
  readonly createdAt: string
  readonly expiresAt: string
  /** To the minute; null for a token that nobody has used. */
  readonly lastUsedAt: string | null
  /** Where the program that was connected by it led its user back to; null for a token that was made by hand. */
  readonly leadsTo: string | null
}

/** Most tokens that one user has of one plugin. */
export const maxUserTokens = 20

/**
 * Tokens with which programs call the plugin's `session` routes as the user who made them. Core keeps a hash of a token
 * alone. Such a token is accepted at the routes of this plugin and nowhere else; the program holds the permissions of
 * its user at that moment, of the plugin's own only those among the token's scopes. It ends with its user, with the
 * password that it was made under, when it expires or is revoked, and does nothing while the plugin is off. Making and
 * revoking is in the audit trail, and so is each act of {@link Acting} that a program has done.
 */
export interface UserTokenPort {
  /**
   * Makes a token of the user whose route it is. The text is in this answer and nowhere else, ever: show it once, in a
   * `confidential` route with `confirmed` access. `scopes` are permissions of the plugin that the user holds;
   * `expiresAt` is a year away at most. @throws Refusal ERR_PERMISSION_NOT_HELD, ERR_TOKEN_EXPIRY,
   * ERR_TOKEN_LIMIT_REACHED beyond {@link maxUserTokens}, ERR_CONFIRMATION_REQUIRED for a program; TypeError outside of
   * a user's route
   */
  issue(choice: {
    readonly name: string
    readonly scopes: readonly string[]
    readonly expiresAt: string
  }): Promise<{ readonly text: string; readonly token: UserToken }>
  /**
   * The user's own, newest first, 500 at most; with `everybody` those of the company, for whom the plugin lets see
   * them. Expired ones too. @throws TypeError outside of a user's route
   */
  list(options?: { readonly everybody?: boolean }): Promise<readonly UserToken[]>
  /**
   * Ends one of the user's own at once, on every node; with `everybody` one of the company. @throws Refusal
   * ERR_NO_TOKEN_FOUND; TypeError outside of a user's route
   */
  revoke(token: string, options?: { readonly everybody?: boolean }): Promise<void>
  /**
   * Reads what a program asks for, from `pedido` of the page of {@link ProgramConnections}. `at` is the `url` of the
   * route's request. @throws TypeError outside
   * of a user's route, or for a plugin that declares no `connects`
   */
  asked(request: string, at: URL): Promise<AskedConnection>
  /**
   * Lets the program have these scopes as this user, or with null refuses it. Answers the address to lead the user's
   * browser to; undefined for a request of an unknown program. Call it in a `confidential` route with `confirmed`
   * access. @throws Refusal ERR_PERMISSION_NOT_HELD, ERR_TOKEN_LIMIT_REACHED, ERR_CONFIRMATION_REQUIRED for a program;
   * TypeError as `asked`
   */
  connect(request: string, at: URL, scopes: readonly string[] | null): Promise<string | undefined>
}
