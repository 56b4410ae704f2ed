import type { ChannelImplementation, ChannelSpec } from '@recado/contracts'
import { describe, expect, test } from 'vitest'
import type { ConformanceOptions } from './conformance/options.ts'
import { titleOf } from './conformance/rule.ts'
import { conformanceRules } from './conformance/rules.ts'

/** Rules end within seconds; a machine that is busy with much else needs more. */
const timeoutMs = 30_000

/**
 * The suite that every channel passes; call it at the top of `conformance.test.ts`. What each rule protects from stands
 * in docs/plugins/testing.md. Rules that need something which was not given are not passed over in silence: what the
 * author leaves out stands in the results with the reason, which has to be a sentence, and what is merely missing is
 * shown as skipped.
 */
export function channelConformance<S extends ChannelSpec>(
  spec: S,
  implementation: ChannelImplementation<S>,
  options: ConformanceOptions<ReturnType<S['config']['parse']>>,
): void {
  describe(`channel ${spec.type}`, () => {
    const rules = conformanceRules(spec, implementation, options).map((rule) => [titleOf(rule), rule] as const)
    test.for(rules)('%s', { timeout: timeoutMs }, async ([, { run, lacks }], { skip }) => {
      if (run) return await run()
      skip(lacks?.reason === undefined)
      expect(lacks!.reason!.trim().split(/\s+/).length, 'a reason is more than a word').toBeGreaterThan(2)
    })
  })
}
