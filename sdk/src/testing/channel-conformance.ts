import type { ChannelImplementation, ChannelSpec } from '@recado/contracts'
import { describe, expect, test } from 'vitest'
import type { ConformanceOptions } from './conformance/options.ts'
import { titleOf } from './conformance/rule.ts'
import { conformanceRules } from './conformance/rules.ts'

/** Rules end within seconds; a machine that is busy with much else needs more. */
const timeoutMs = 30_000

/**
 * The suite that every channel passes; call it at the top of `conformance.test.ts`. docs/plugins/testing.md explains
 * the purpose of each rule. Rules whose options are missing are listed in the results: those that the author leaves out
 * with the reason, which has to be a sentence, and the others as skipped.
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
