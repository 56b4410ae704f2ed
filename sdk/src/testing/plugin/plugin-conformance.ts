import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { PluginConformanceOptions } from './options.ts'
import { pluginRules } from './plugin-rules.ts'

/**
 * The suite that every plugin passes, whatever it does; call it in `conformance.test.ts` with the default export of
 * `src/server.ts`. It checks by the host's own rules what would otherwise be found at the first start, and what nobody
 * would find before a customer does: words that are missing, hosts that are not declared, panels that nobody
 * contributes. What each rule protects from stands in docs/plugins/testing.md.
 */
export function pluginConformance(exported: unknown, options: PluginConformanceOptions): void {
  describe(`plugin ${basename(options.folder)}`, () => {
    test.for(pluginRules(exported, options).map((rule) => [rule.title, rule] as const))('%s', ([, rule]) => {
      expect(rule.run).toBeTypeOf('function')
      rule.run()
    })
  })
}
