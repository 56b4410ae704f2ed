import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { longLines } from './line-width.ts'

const root = new URL('../../', import.meta.url)
const files = globSync('{core,sdk,shell,plugins,tests,scripts}/**/*.{ts,tsx,mjs,sql}', {
  cwd: root,
  exclude: (path) => /(^|\/)(node_modules|dist|\.cache)(\/|$)/.test(path),
})

/** SQL that was applied to databases is never edited. */
const isApplied = (file: string): boolean => /\/(schema|migrations)\/[^/]+\.sql$/.test(file)

/** Lines of before the rule, which the next change of the file wraps. Nothing is added here. */
const olderThanTheRule = new Set([
  'core/src/db/functions/inbound_batch.sql',
  'core/src/messages/exchanged-files.itest.ts',
  'core/src/messages/message-rows.ts',
  'core/src/notifications/bell.ts',
  'plugins/flows/src/engine/advance.ts',
  'plugins/flows/src/engine/json-path.ts',
  'plugins/flows/src/engine/state.ts',
  'plugins/flows/src/flows/figures.ts',
  'plugins/flows/src/flows/flow-store.ts',
  'plugins/flows/src/graph/blocks.ts',
  'plugins/flows/src/graph/edge-faults.ts',
  'plugins/flows/src/graph/graph.ts',
  'plugins/flows/src/imports/chat-flow.ts',
  'plugins/flows/src/runs/play.ts',
  'plugins/flows/src/steps/project.ts',
  'plugins/flows/src/ui/builder/layouts.ts',
  'plugins/flows/src/ui/builder/outline.tsx',
  'plugins/flows/src/ui/builder/use-draft.ts',
  'plugins/nps/src/survey/grade.ts',
  'plugins/nps/src/survey/request-state.ts',
  'plugins/nps/src/surveys/survey.ts',
  'plugins/typebot/simulator/simulator.ts',
  'shell/src/screens/attendance/list/ChoiceList.tsx',
  'shell/src/screens/attendance/thread/LinkCard.tsx',
  'shell/src/screens/attendance/views/ViewsMenu.tsx',
])

it('no comment, and no line of a SQL function, is longer than 120 characters', () => {
  const long = files
    .filter((file) => !isApplied(file) && !olderThanTheRule.has(file))
    .flatMap((file) =>
      longLines(file, readFileSync(new URL(file, root), 'utf8')).map((number) => `${file}:${number}: wrap this line`),
    )
  expect(long).toEqual([])
})

it('comments of every form are found, and strings that look like one are not', () => {
  const long = 'word '.repeat(24) + 'end'
  expect(longLines('a.ts', `/** ${long} */\n  // ${long}\n/*\n ${long}\n*/\nconst a = '**/*${long}'\n${long}`)).toEqual(
    [1, 2, 4],
  )
  expect(longLines('a.sql', `-- ${long}\nselect 1\n${long}`)).toEqual([1, 3])
  expect(longLines('a.ts', `// ${'x'.repeat(117)}\n// https://${'x'.repeat(121)}`)).toEqual([])
})
