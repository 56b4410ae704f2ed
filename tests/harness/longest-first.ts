import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take long by waiting for processes, or by trying every route. Begun last, one of them would leave the
 * other worker idle to the end of its kind; `slowest.ts` names them after each run.
 */
const longest = [
  'tests/walls/matrix.itest.ts',
  'tests/faults/faults.itest.ts',
  'tests/deploy/image.itest.ts',
  'tests/nodes/installations.itest.ts',
  'tests/stranger/packages.itest.ts',
  'tests/nodes/stop.itest.ts',
  'tests/nodes/npm-start.itest.ts',
  'tests/walls/hostile-input.itest.ts',
  'tests/plugins/email.itest.ts',
  'core/src/access/access.itest.ts',
  'core/src/access/registration/registration.itest.ts',
  'tests/plugins/ai.itest.ts',
  'core/src/credentials/sessions.itest.ts',
  'core/src/backups/backups.itest.ts',
  'tests/stranger/line.itest.ts',
  'core/src/nodes/membership.itest.ts',
  'core/src/db/embedded.itest.ts',
  'tests/walls/hostile-tables.itest.ts',
  'tests/e2e/screens.e2e.ts',
  'tests/e2e/figures.e2e.ts',
  'tests/e2e/reports.e2e.ts',
  'tests/e2e/agent-day.e2e.ts',
  'tests/e2e/message-acts.e2e.ts',
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
