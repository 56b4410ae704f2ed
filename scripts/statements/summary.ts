import { areaOf, countsOf, partOf, totals, totalsHead } from './page.ts'
import type { StatementState } from './state.ts'

/** What the command says in a terminal: totals by area and part, and what tests claim without proving it. */
export function summary(states: readonly StatementState[]): string {
  const { Statements: all, Done: done } = countsOf(states)
  const open = states.filter((state) => !state.done)
  const unused = open.filter(({ missing }) => missing.startsWith('nothing '))
  const partly = open.filter(({ proofs, overclaimed }) => proofs.length > 0 && !overclaimed)
  return [
    ...columnsOf(totalsHead('area'), totals(states, areaOf)),
    '',
    ...columnsOf(totalsHead('part'), totals(states, partOf)),
    '',
    ...list('Codes and types that the product does not use yet', unused),
    ...list('Tested for less than the statement asks', partly),
    ...list(
      'CLAIMED WITHOUT PROOF',
      open.filter(({ overclaimed }) => overclaimed),
    ),
    `${done} of ${all} statements are done. Each of them: docs/reference/statements.md`,
  ].join('\n')
}

function list(title: string, states: readonly StatementState[]): string[] {
  if (states.length === 0) return []
  const rows = states.map(({ statement, missing }) => `  ${statement.id} ${statement.text} (${missing})`)
  return [`${title}: ${states.length}`, ...rows, '']
}

function columnsOf(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [head, ...rows]
  const widths = head.map((_, place) => Math.max(...all.map((row) => row[place]!.length)))
  const padded = (cell: string, place: number): string => cell[place === 0 ? 'padEnd' : 'padStart'](widths[place]!)
  return all.map((row) => row.map(padded).join('  '))
}
