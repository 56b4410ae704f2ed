import {
  maxUserTokens,
  Refusal,
  type CoreUse,
  type Role,
  type UserToken,
  type UserTokenPort,
  type Viewer,
} from '@recado/contracts'
import { randomUUID } from 'node:crypto'

/** A token that the plugin issued, with the role of its user. */
export interface IssuedToken extends UserToken {
  readonly role: Role
}

/** Tokens of one company's users for the plugin; the host's `ask` admits whoever comes with one of them as its user. */
export function tokensInMemory(
  issued: Map<string, IssuedToken>,
  requireUse: (use: CoreUse) => void,
  caller: { readonly viewer: Viewer; readonly isProgram: boolean } | undefined,
): UserTokenPort {
  const asked = () => {
    requireUse('tokens.issue')
    if (!caller) throw new TypeError("the plugin looks after tokens of users in a user's route alone")
    return caller
  }
  const within = ({ userId }: Viewer, everybody: boolean) =>
    [...issued].filter(([, token]) => everybody || token.user.id === userId)
  return {
    async issue({ name, scopes, expiresAt }) {
      const { viewer, isProgram } = asked()
      if (isProgram) throw new Refusal('ERR_CONFIRMATION_REQUIRED')
      const missing = scopes.find((scope) => !viewer.can(scope))
      if (missing !== undefined) throw new Refusal('ERR_PERMISSION_NOT_HELD', { detail: missing })
      if (Date.parse(expiresAt) <= Date.now()) throw new Refusal('ERR_TOKEN_EXPIRY')
      if (within(viewer, false).length >= maxUserTokens)
        throw new Refusal('ERR_TOKEN_LIMIT_REACHED', { limit: maxUserTokens })
      const { role, userId } = viewer
      const user = { id: userId, name: viewer.name }
      const createdAt = new Date().toISOString()
      const token = { id: randomUUID(), name, scopes, user, createdAt, expiresAt, lastUsedAt: null, leadsTo: null }
      const text = `rcd_${randomUUID()}`
      issued.set(text, { ...token, role })
      return { text, token }
    },
    async list({ everybody = false } = {}) {
      return within(asked().viewer, everybody)
        .map(([, { role: _role, ...token }]) => token)
        .toReversed()
    },
    async revoke(id, { everybody = false } = {}) {
      const found = within(asked().viewer, everybody).find(([, token]) => token.id === id)
      if (!found) throw new Refusal('ERR_NO_TOKEN_FOUND')
      issued.delete(found[0])
    },
    // Programs register at the product; here nobody has.
    async asked() {
      asked()
      return { state: 'unknown' }
    },
    async connect() {
      if (asked().isProgram) throw new Refusal('ERR_CONFIRMATION_REQUIRED')
      return undefined
    },
  }
}
