import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take long by waiting for processes, or by trying every route. Begun last, one of them would leave the
 * other workers idle to the end of its kind; `slowest.ts` names them after each run. Small files are here too where
 * they take twenty seconds or more: they would come last by their size.
 */
const longest = [
  'tests/deploy/image.itest.ts',
  'tests/walls/matrix.itest.ts',
  'tests/faults/faults.itest.ts',
  'tests/walls/hostile-input.itest.ts',
  'tests/plugins/whatsapp-faults.itest.ts',
  'tests/plugins/exports-memory.itest.ts',
  'tests/plugins/email.itest.ts',
  'tests/stranger/packages.itest.ts',
  'core/src/db/embedded.itest.ts',
  'tests/nodes/stop.itest.ts',
  'tests/plugins/ai-agent-failures.itest.ts',
  'tests/plugins/ai-walls.itest.ts',
  'tests/walls/masking.itest.ts',
  'tests/nodes/killed-flows.itest.ts',
  'core/src/bus/conformance.itest.ts',
  'tests/conversation/statement-plans.itest.ts',
  'tests/plugins/inbound-files.itest.ts',
  'tests/nodes/npm-start.itest.ts',
  'tests/plugins/ai-agent.itest.ts',
  'tests/stranger/line.itest.ts',
  'tests/stranger/dev-loop.itest.ts',
  'tests/plugins/waiting-timers.itest.ts',
  'tests/operations/pgvector.itest.ts',
  'tests/conversation/webhooks.itest.ts',
  'core/src/nodes/membership.itest.ts',
  'tests/plugins/ai-limits.itest.ts',
  'tests/plugins/responder-orders.itest.ts',
  'tests/nodes/rolling-restart.itest.ts',
  'tests/walls/hostile-tables.itest.ts',
  'tests/operations/load-balancer.itest.ts',
  'tests/platform/operations.itest.ts',
  'tests/nodes/kill.itest.ts',
  'tests/stranger/installation.itest.ts',
  'tests/plugins/import-table.itest.ts',
  'tests/nodes/installations.itest.ts',
  'core/src/backups/backups.itest.ts',
  'tests/nodes/loaded-packages.itest.ts',
  'tests/e2e/screens.e2e.ts',
  'tests/e2e/keyboard-day.e2e.ts',
  'tests/e2e/connecting.e2e.ts',
  'tests/e2e/users.e2e.ts',
  'tests/e2e/try-demo.e2e.ts',
  'tests/e2e/demo.e2e.ts',
  'tests/e2e/message-acts.e2e.ts',
  'tests/e2e/ai.e2e.ts',
  'tests/e2e/agent-day.e2e.ts',
  'tests/e2e/flows.e2e.ts',
  'tests/e2e/conversation.e2e.ts',
  'tests/e2e/figures.e2e.ts',
  'tests/e2e/reports.e2e.ts',
  'tests/e2e/large-flow.e2e.ts',
  'tests/e2e/tiers.e2e.ts',
  'tests/e2e/unsaved-flow.e2e.ts',
  'tests/e2e/meta.e2e.ts',
  'tests/e2e/long-chat.e2e.ts',
  'tests/e2e/pace.e2e.ts',
  'tests/e2e/catching-up.e2e.ts',
]

/**
 * Runs the longest files first, and the others as vitest would: by their last duration where it is known, or by size.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId, project }: TestSpecification): number => {
      const at = longest.indexOf(relative(project.config.root, moduleId))
      return at < 0 ? longest.length : at
    }
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}
