import { code, page, table } from '../reference/table.ts'
import { proofKinds, type ProofKind } from './proof.ts'
import type { StatementState } from './state.ts'
import type { DeclaredCode } from './unraised-codes.ts'

const parts = [
  'purpose',
  'screens',
  'entities',
  'states',
  'validation',
  'permissions',
  'calls',
  'errors',
  'limits',
] as const
/** The file of a part in docs/specification. */
const pageOfPart = (part: number): string => `${part}-${parts[part - 1]}.md`

const columns = ['Statements', 'Done', 'Displayed', 'Provoked', 'Rule', 'Not done', 'of these tested in part'] as const

/** How many statements there are, and how many are done by the strongest kind of proof. */
export function countsOf(states: readonly StatementState[]): Readonly<Record<(typeof columns)[number], number>> {
  const done = states.filter(({ done }) => done)
  const by = (wanted: ProofKind): number => done.filter(({ kind }) => kind === wanted).length
  const open = states.filter(({ done }) => !done)
  return {
    Statements: states.length,
    Done: done.length,
    Displayed: by('displayed'),
    Provoked: by('provoked'),
    Rule: by('rule'),
    'Not done': open.length,
    'of these tested in part': open.filter(({ proofs }) => proofs.length > 0).length,
  }
}

/** A row of counts for each group, and one for all of them. */
export function totals(states: readonly StatementState[], group: (state: StatementState) => string): string[][] {
  const groups = [...Map.groupBy(states, group)].sort(([one], [other]) => (one < other ? -1 : 1))
  const rows = [...groups, ['all', states] as const]
  return rows.map(([name, each]) => [name, ...Object.values(countsOf(each)).map(String)])
}
/** The heading of the rows that {@link totals} makes. */
export const totalsHead = (group: string): readonly string[] => [group, ...columns]

/** The groups of the totals: a part of the specification, an area of the product. */
export const partOf = ({ statement }: StatementState): string => `${statement.part} ${parts[statement.part - 1]}`
export const areaOf = ({ statement }: StatementState): string => statement.area

/** docs/reference/statements.md. */
export const statementsPage = (states: readonly StatementState[], unraised: readonly DeclaredCode[]): string =>
  page(
    'Statements of the specification',
    [
      'What is done of the [specification](../specification/README.md), statement by statement, and what proves it.',
      'A statement is done when a person or a program can do it and a test does so; its strongest proof counts.',
      'How the kinds of proof are told apart: [what counts as done](../specification/README.md#what-counts-as-done).',
    ].join(' '),
    table(totalsHead('Part'), totals(states, partOf)),
    table(totalsHead('Area'), totals(states, areaOf)),
    ...[...Map.groupBy(states, ({ statement }) => statement.part)].flatMap(([part, each]) => [
      `## ${part}. ${parts[part - 1]![0]!.toUpperCase()}${parts[part - 1]!.slice(1)}`,
      `The statements: [${pageOfPart(part)}](../specification/${pageOfPart(part)}).`,
      table(['Statement', 'What', 'Proof', 'Test'], each.map(rowOf)),
    ]),
    '## Codes that nothing raises yet',
    [
      'The catalogue of core or a plugin declares these [codes](errors.md), and no server raises them: what ' +
        'refuses with',
      'them does not exist yet. A code leaves the list as soon as the source raises it.',
    ].join(' '),
    table(
      ['Code', 'When', 'Statements'],
      unraised.map((each) => [code(each.code), each.when, statementsNaming(states, each).join(', ')]),
    ),
  )

/** The ids of the statements that name a code. */
export const statementsNaming = (states: readonly StatementState[], { code: name }: DeclaredCode): readonly string[] =>
  states.filter(({ statement }) => statement.codes.includes(name)).map(({ statement }) => statement.id)

const shown = 3

function rowOf({ statement, proofs, done, missing }: StatementState): string[] {
  const kinds = proofKinds.filter((kind) => proofs.some((proof) => proof.kind === kind))
  const paths = [...new Set(proofs.map(({ path }) => path))]
  const links = paths.slice(0, shown).map((path) => `[${path.split('/').at(-1)}](../../${path})`)
  if (paths.length > shown) links.push(`${paths.length - shown} more`)
  return [statement.id, statement.text, done ? kinds.join(', ') : `**not done**: ${missing}`, links.join(', ')]
}
