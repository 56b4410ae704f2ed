import * as z from 'zod'
import { ActingScope } from './acting.ts'
import { attributeOwners, attributeTypes } from './attribute-types.ts'
import { ChannelCapabilities } from './capabilities.ts'
import { instant } from './ids.ts'
import { coreUses } from './plugin-attributes.ts'
import { CommandContribution, PageContribution, SlotContribution } from './ui-contributions.ts'
import { FormField, FormPreset, GuideStep } from './form-field.ts'
import { Role } from './roles.ts'
import { Tier } from './tier.ts'

/**
 * Location of a plugin's panels for the browser. `entry` is the federation container; `contract` the version it was
 * built for. `shared` names the packages that a container of the SDK's preset takes from the page, which then needs no
 * federation runtime for it; absent for containers of other builds.
 */
export const RemoteInfo = z.object({
  entry: z.string(),
  contract: z.object({ major: z.int(), minor: z.int() }),
  preload: z.array(z.string()),
  shared: z.array(z.string()).optional(),
})
export type RemoteInfo = z.infer<typeof RemoteInfo>

/** A channel type as the settings screen and the composer read it. */
export const ChannelTypeInfo = z.object({
  type: z.string(),
  plugin: z.string(),
  titleKey: z.string(),
  descriptionKey: z.string().nullable(),
  badge: z.object({ color: z.string(), icon: z.string() }),
  /**
   * `ChannelSpec.identityKind`: the identities of contacts that belong to this channel; conversations can be moved
   * between types that share it.
   */
  identityKind: z.string(),
  transport: z.enum(['webhook', 'socket', 'poll', 'embedded']),
  form: z.array(FormField),
  /** `ChannelSpec.presets`; none where it has none. */
  presets: z.array(FormPreset),
  /** `ChannelSpec.guide`; none where it has none. */
  guide: z.array(GuideStep),
  capabilities: ChannelCapabilities,
  /** The channel has a pace (`ChannelSpec.pace`): its connections show how many chats they begin. */
  isPaced: z.boolean(),
  /** `ChannelSpec.demoPath`: page for writing as a customer; `{connectionId}` is replaced by the connection's id. */
  demoPath: z.string().optional(),
})
export type ChannelTypeInfo = z.infer<typeof ChannelTypeInfo>

/**
 * The texts of several plugins in one language, by the address of the file that has them (`locales` of a plugin), so
 * that those of another build are never taken for them. A file that could not be read is not among them.
 */
export const PluginTexts = z.object({
  texts: z.record(z.string(), z.record(z.string(), z.unknown())),
  /** By the address of the plugin's English texts: what the language lacks of them. Empty for English. */
  fallback: z.record(z.string(), z.record(z.string(), z.unknown())),
})
export type PluginTexts = z.infer<typeof PluginTexts>

/**
 * Contributions that the shell may draw for this tenant and user. Those that a plugin's `when` forbids are left out. A
 * page above the tenant's tier stays, with the required tier, so that the shell can show it in its place; slots and
 * commands do not.
 */
export const ShellManifest = z.object({
  contract: z.string(),
  plugins: z.array(
    z.object({
      id: z.string(),
      version: z.string(),
      title: z.record(z.string(), z.string()),
      namespace: z.string(),
      /** Bundle paths per locale: `/plugins/<id>/locales/<locale>.json`. */
      locales: z.record(z.string(), z.string()),
      /** Codes whose sentences are in the plugin's locales. */
      errors: z.array(z.string()),
      remote: RemoteInfo.nullable(),
      slots: z.array(SlotContribution),
      pages: z.array(PageContribution),
      commands: z.array(CommandContribution),
    }),
  ),
  /** Pages of plugins that run and that the company has switched off, so that the shell can say so in their place. */
  off: z.array(z.object({ path: z.string(), title: z.record(z.string(), z.string()) })),
  /**
   * Per locale the address of {@link PluginTexts}: the texts of all running plugins in one file, which may be kept for
   * good.
   */
  texts: z.record(z.string(), z.string()),
  channels: z.array(ChannelTypeInfo),
  permissions: z.array(z.string()),
  role: Role,
  tier: Tier,
  /**
   * Where the user's stream of pushes stood before the manifest was read: a client that sends it as `auth.stream` when
   * it first connects gets everything that was pushed since, and need not read twice what it read in between.
   */
  stream: z.object({ epoch: z.string(), seq: z.int() }),
  /** Time zone of the company, as IANA names it: the meaning of “tomorrow at nine”. */
  timeZone: z.string(),
})
export type ShellManifest = z.infer<typeof ShellManifest>

/** State of a plugin, as the plugins page shows it. `reason` is a sentence for an admin, free of secrets. */
/** Installation of a packed plugin; null for one in a folder of the server, which cannot be removed. */
export const InstallationInfo = z.object({
  /** SHA-256 of the key it was signed with, hex; null for an unsigned one. */
  fingerprint: z.string().nullable(),
  installedAt: instant,
  installedBy: z.string(),
})
export type InstallationInfo = z.infer<typeof InstallationInfo>
export const PluginStatus = z.enum(['ready', 'invalid', 'incompatible', 'failed', 'suspended'])
/** A plugin as the plugins page of administrators shows it. */
export const PluginInfo = z.object({
  id: z.string(),
  version: z.string(),
  publisher: z.string(),
  title: z.record(z.string(), z.string()),
  description: z.record(z.string(), z.string()),
  tier: Tier,
  status: PluginStatus,
  reason: z.string().nullable(),
  enabled: z.boolean(),
  allowedByTier: z.boolean(),
  permissions: z.array(z.object({ name: z.string(), titleKey: z.string(), roles: z.array(Role) })),
  egress: z.array(z.string()),
  acting: z.array(ActingScope),
  channels: z.array(z.string()),
  uses: z.array(z.enum(coreUses)),
  attributes: z.array(
    z.object({
      name: z.string(),
      owner: z.enum(attributeOwners),
      type: z.enum(attributeTypes),
      label: z.record(z.string(), z.string()),
    }),
  ),
  form: z.array(FormField),
  values: z.record(z.string(), z.unknown()),
  secretsSet: z.record(z.string(), z.object({ set: z.boolean(), last4: z.string().nullable() })),
  namespace: z.string(),
  locales: z.record(z.string(), z.string()),
  /** Codes whose sentences are in the plugin's locales. */
  errors: z.array(z.string()),
  installation: InstallationInfo.nullable(),
  /** In the answer to saved settings: fields that could not be tested, because nobody outside answered. */
  untested: z.array(z.string()).optional(),
})
export type PluginInfo = z.infer<typeof PluginInfo>
