import type { ChannelImplementation, ChannelSpec } from '@recado/contracts'
import { describe, test } from 'vitest'
import type { ConformanceOptions } from './conformance/options.ts'
import { titleOf } from './conformance/rule.ts'
import { conformanceRules } from './conformance/rules.ts'

const usualTimeoutMs = 10_000

/**
 * The suite that every channel passes; call it at the top of `conformance.test.ts`. What each rule protects from stands in
 * docs/plugins/testing.md. Rules that need something which was not given are not passed over in silence: they stand in the
 * results as skipped with the author's reason, or as to do without one.
 */
export function channelConformance<S extends ChannelSpec>(spec: S, implementation: ChannelImplementation<S>, options: ConformanceOptions<ReturnType<S['config']['parse']>>): void {
  describe(`channel ${spec.type}`, () => {
    for (const rule of conformanceRules(spec, implementation, options)) {
      if (rule.run) test(titleOf(rule), { timeout: rule.timeoutMs ?? usualTimeoutMs }, () => rule.run!())
      else if (rule.lacks?.reason === undefined) test.todo(titleOf(rule))
      else test.skip(titleOf(rule))
    }
  })
}
