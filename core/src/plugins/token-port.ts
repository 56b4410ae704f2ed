import { Refusal, type CallingToken, type CorePorts, type Viewer } from '@recado/contracts'
import type { ApiTokens } from '../credentials/api-tokens.ts'
import type { ConnectedPrograms } from '../oauth/connected-programs.ts'
import { requireUse, type PortUser } from './attribute-port.ts'

/** Tokens of users for a plugin's routes: see {@link CorePorts}. */
export function tokenPort(
  {
    tokens,
    programs,
  }: {
    readonly tokens: () => Pick<ApiTokens, 'issueOf' | 'listOf' | 'revokeOf'>
    readonly programs: () => Pick<ConnectedPrograms, 'asked' | 'decide'>
  },
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
    async asked(request, at) {
      const { viewer: user } = asked()
      return programs().asked(request, plugin.id, at, user)
    },
    async connect(request, at, scopes) {
      const { viewer: user } = asked()
      if (program) throw new Refusal('ERR_CONFIRMATION_REQUIRED')
      return programs().decide(request, plugin.id, at, user, scopes)
    },
  }
}
