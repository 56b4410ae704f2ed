import { Refusal, type CallingToken, type CorePorts, type Viewer } from '@recado/contracts'
import type { ApiTokens } from '../credentials/api-tokens.ts'
import { requireUse, type PortUser } from './attribute-port.ts'

/** Tokens of users for a plugin's routes: see {@link CorePorts}. */
export function tokenPort(
  { tokens }: { readonly tokens: () => Pick<ApiTokens, 'issueOf' | 'listOf' | 'revokeOf'> },
  plugin: PortUser,
  viewer: Viewer | undefined,
  program: CallingToken | null,
): CorePorts['tokens'] {
  const asked = () => {
    requireUse(plugin, 'tokens.issue')
    if (!viewer) throw new TypeError(`${plugin.id} looks after tokens of users in a user's route alone`)
    return { plugin: plugin.id, viewer }
  }
  return {
    async issue({ scopes, ...choice }) {
      const own = asked()
      if (program) throw new Refusal('ERR_CONFIRMATION_REQUIRED')
      return tokens().issueOf(own, { ...choice, scopes: [...scopes] })
    },
    async list({ everybody = false } = {}) {
      return tokens().listOf(asked(), everybody)
    },
    async revoke(token, { everybody = false } = {}) {
      await tokens().revokeOf(asked(), token, everybody)
    },
  }
}
