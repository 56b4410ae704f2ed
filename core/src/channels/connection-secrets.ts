import type { SettingsForm, SplitSettings } from '@recado/contracts'
import type { Tx } from '../db/database.ts'
import type { BoundTo, SecretScope, Vault } from '../vault/vault.ts'
import type { ChannelType } from './channel-catalogue.ts'

type Config = Readonly<Record<string, unknown>>
type Channel = Pick<ChannelType, 'form' | 'spec'>
type Secrets = Readonly<Record<string, string>>
type FormSecrets = Pick<SplitSettings, 'values' | 'secrets'> & Partial<Pick<SplitSettings, 'erased'>>

/** Kept secrets that say where they are sent: each is bound to that, whatever it was bound to before. */
export const sent = (form: SettingsForm, kept: Secrets, erased: readonly string[]): Secrets =>
  Object.fromEntries(
    form.fields.flatMap(({ name, sentTo }) =>
      sentTo !== undefined && kept[name] !== undefined && !erased.includes(name) ? [[name, kept[name]]] : [],
    ),
  )

/** Target of a connection's secrets with these settings; see `SettingsForm.target`. */
export async function targetNow(
  vault: Vault,
  scope: SecretScope,
  { form, spec }: Channel,
  config: Config,
): Promise<BoundTo> {
  return form.targets(
    config,
    spec.proxyFrom === undefined ? undefined : await vault.get({ ...scope, name: spec.proxyFrom }),
  )
}

/** The secrets of a connection that are stored for these settings, by the names of their fields. */
export async function keptSecrets(
  vault: Vault,
  scope: SecretScope,
  channel: Channel,
  config: Config,
): Promise<Secrets> {
  const target = await targetNow(vault, scope, channel, config)
  const kept: Record<string, string> = {}
  for (const name of channel.form.secretNames) {
    const value = await vault.get({ ...scope, name }, target)
    if (value !== undefined) kept[name] = value
  }
  return kept
}

/**
 * Stores and erases what a form came out as, within the transaction that stores its values. The secrets are bound to
 * where the values send them; the address of the proxy goes to the proxy alone and is bound to nothing.
 */
export async function saveSecrets(
  vault: Vault,
  tx: Tx,
  scope: SecretScope,
  { form, spec: { proxyFrom } }: Channel,
  { values, secrets, erased = [] }: FormSecrets,
  kept: Secrets = {},
): Promise<void> {
  const { [proxyFrom ?? '']: proxy, ...bound } = secrets
  const proxyAddress = proxyFrom === undefined || erased.includes(proxyFrom) ? undefined : (proxy ?? kept[proxyFrom])
  const { [proxyFrom ?? '']: _address, ...staying } = kept
  await vault.save(tx, scope, {
    secrets: { ...sent(form, staying, erased), ...bound },
    erased,
    boundTo: form.targets(values, proxyAddress),
  })
  if (proxyFrom !== undefined && proxy !== undefined) await vault.save(tx, scope, { secrets: { [proxyFrom]: proxy } })
}
