import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/harness/longest-first.ts'

// What a template says of a plugin as a whole holds once it is one: tests/stranger starts some and runs it there.
const outside = [
  '**/node_modules/**',
  '**/dist/**',
  '**/.cache/**',
  '**/.data/**',
  'sdk/create-plugin/templates/*/plugin.test.ts',
]
const setupFiles = ['./tests/harness/seed.setup.ts']
/** Files that failed are repeated one after the other: a limit of time is then met beside nothing else. */
const workers = Number(process.env['RECADO_TEST_WORKERS'] ?? 3)
const postgres = ['./tests/harness/postgres.setup.ts']

/**
 * Node imports the modules itself, as it does when the product runs; files that start a whole node begin a third
 * sooner than with Vite's module runner. Modules cannot be mocked this way; no test does.
 */
const byNode = { viteModuleRunner: false, nodeLoader: false }

/**
 * Four kinds of tests, by file name: `*.test.ts` alone, `*.test.tsx` in a simulated browser, `*.itest.ts` on a real
 * PostgreSQL, `tests/e2e/*.e2e.ts` the whole product in a real Chromium. One PostgreSQL serves the run. Files share
 * the modules of their worker, so that the product is imported once, and journeys its Chromium: no file may leave state
 * in a module. Those with a database or a browser wait for others at times: three workers share two cores.
 */
export default defineConfig({
  test: {
    reporters: ['default', './tests/harness/closing-line.ts'],
    passWithNoTests: true,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{core,sdk,shell,plugins,scripts,tests}/**/*.test.ts'],
          exclude: outside,
          setupFiles,
          pool: 'threads',
          maxWorkers: 2,
          isolate: false,
          testTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'ui',
          environment: 'happy-dom',
          include: ['{shell,sdk,plugins}/**/*.test.tsx'],
          exclude: outside,
          setupFiles: [...setupFiles, './tests/harness/ui.setup.ts'],
          pool: 'threads',
          maxWorkers: 2,
          isolate: false,
          testTimeout: 30_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'integration',
          environment: 'node',
          include: ['{core,sdk,plugins,tests}/**/*.itest.ts'],
          exclude: outside,
          setupFiles,
          globalSetup: postgres,
          pool: 'forks',
          isolate: false,
          maxWorkers: workers,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 2 },
          experimental: byNode,
        },
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['tests/e2e/**/*.e2e.ts'],
          exclude: outside,
          globalSetup: postgres,
          pool: 'forks',
          isolate: false,
          maxWorkers: workers,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 3 },
          experimental: byNode,
        },
      },
    ],
  },
})
