import { randomBytes } from 'node:crypto'
import type { PluginContext } from '@recado/sdk'

const nameOf = (configuration: string): string => `webhook-${configuration}`

/** The secret that webhooks of a configuration are signed with; made when it is first asked for. */
export async function signingSecret(
  { secrets }: Pick<PluginContext, 'secrets'>,
  configuration: string,
): Promise<string> {
  const known = await secrets.get(nameOf(configuration))
  if (known !== undefined) return known
  const made = `whsec_${randomBytes(32).toString('base64')}`
  await secrets.set(nameOf(configuration), made, { staysHere: true })
  return made
}

export const forgetSigningSecret = (
  { secrets }: Pick<PluginContext, 'secrets'>,
  configuration: string,
): Promise<void> => secrets.delete(nameOf(configuration))
