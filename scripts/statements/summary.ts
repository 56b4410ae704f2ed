import { areaOf, countsOf, partOf, statementsNaming, totals, totalsHead } from './page.ts'
import type { StatementState } from './state.ts'
import type { DeclaredCode } from './unraised-codes.ts'

/**
 * What the command says in a terminal: totals by area and part, codes that nothing raises, and what tests claim without
 * proving it.
 */
export function summary(states: readonly StatementState[], unraised: readonly DeclaredCode[]): string {
  const { Statements: all, Done: done } = countsOf(states)
  const open = states.filter((state) => !state.done)
  const unused = open.filter(({ missing }) => missing.startsWith('nothing '))
  const partly = open.filter(({ proofs, overclaimed }) => proofs.length > 0 && !overclaimed)
  return [
    ...columnsOf(totalsHead('area'), totals(states, areaOf)),
    '',
    ...columnsOf(totalsHead('part'), totals(states, partOf)),
    '',
    ...list('Codes that nothing raises yet', unraised.map(codeRow(states))),
    ...list('Statements of codes and types that the product does not use yet', unused.map(statementRow)),
    ...list('Tested for less than the statement asks', partly.map(statementRow)),
    ...list('CLAIMED WITHOUT PROOF', open.filter(({ overclaimed }) => overclaimed).map(statementRow)),
    `${done} of ${all} statements are done. Each of them: docs/reference/statements.md`,
  ].join('\n')
}

const list = (title: string, rows: readonly string[]): string[] =>
  rows.length === 0 ? [] : [`${title}: ${rows.length}`, ...rows.map((row) => `  ${row}`), '']

const statementRow = ({ statement, missing }: StatementState): string =>
  `${statement.id} ${statement.text} (${missing})`

const codeRow =
  (states: readonly StatementState[]) =>
  (each: DeclaredCode): string =>
    [each.code, ...statementsNaming(states, each)].join(' ')

function columnsOf(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [head, ...rows]
  const widths = head.map((_, place) => Math.max(...all.map((row) => row[place]!.length)))
  const padded = (cell: string, place: number): string => cell[place === 0 ? 'padEnd' : 'padStart'](widths[place]!)
  return all.map((row) => row.map(padded).join('  '))
}
