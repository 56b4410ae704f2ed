import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { PluginConformanceOptions } from './options.ts'
import { pluginRules } from './plugin-rules.ts'

/**
 * The suite that every plugin passes; call it in `conformance.test.ts` with the default export of `src/server.ts`. It
 * checks by the host's own rules for mistakes that would otherwise appear at the first start, or in front of a
 * customer: missing texts, undeclared hosts, panels without a contribution. docs/plugins/testing.md explains the
 * purpose of each rule.
 */
export function pluginConformance(exported: unknown, options: PluginConformanceOptions): void {
  describe(`plugin ${basename(options.folder)}`, () => {
    test.for(pluginRules(exported, options).map((rule) => [rule.title, rule] as const))('%s', ([, rule]) => {
      expect(rule.run).toBeTypeOf('function')
      rule.run()
    })
  })
}
