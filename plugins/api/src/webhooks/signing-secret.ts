import { randomBytes } from 'node:crypto'
import type { PluginContext } from '@recado/sdk'

const nameOf = (configuration: string): string => `webhook-${configuration}`

/** The secret that webhooks of a configuration are signed with; made when it is first asked for. */
export const signingSecret = ({ secrets }: Pick<PluginContext, 'secrets'>, configuration: string): Promise<string> =>
  secrets.ensure(nameOf(configuration), () => `whsec_${randomBytes(32).toString('base64')}`)

export const forgetSigningSecret = (
  { secrets }: Pick<PluginContext, 'secrets'>,
  configuration: string,
): Promise<void> => secrets.delete(nameOf(configuration))
