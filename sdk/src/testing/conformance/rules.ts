import type { ChannelImplementation, ChannelSpec } from '@recado/contracts'
import { backfillRules } from './backfill.rules.ts'
import { checkRules } from './check.rules.ts'
import { contactRules } from './contact.rules.ts'
import { fileRules } from './file.rules.ts'
import { hookRules } from './hook.rules.ts'
import { identityRules } from './identity.rules.ts'
import type { ConformanceOptions } from './options.ts'
import { parseRules } from './parse.rules.ts'
import { profileRules } from './profile.rules.ts'
import type { Rule } from './rule.ts'
import { secretRules } from './secret.rules.ts'
import { sendRules } from './send.rules.ts'
import { sessionRules } from './session.rules.ts'
import { shapeRules } from './shape.rules.ts'
import type { AnyChannel, AnyOptions } from './stage.ts'
import { verifyRules } from './verify.rules.ts'

/** Every rule that applies to a channel, in the order of the results. */
export function conformanceRules<S extends ChannelSpec>(
  spec: S,
  implementation: ChannelImplementation<S>,
  options: ConformanceOptions<ReturnType<S['config']['parse']>>,
): Rule[] {
  // Rules treat settings as records; the author and the adapter alone have their types.
  const [channel, given] = [implementation as AnyChannel, options as AnyOptions]
  return [
    shapeRules,
    verifyRules,
    parseRules,
    identityRules,
    sendRules,
    fileRules,
    sessionRules,
    backfillRules,
    contactRules,
    profileRules,
    checkRules,
    hookRules,
    secretRules,
  ].flatMap((rules) => rules(spec, channel, given))
}
