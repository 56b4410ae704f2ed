import { cpus } from 'node:os'
import type { EarlierRun } from './earlier.ts'
import { meets, ratioOf, type Aim, type Figure, type Group, type Unit } from './figure.ts'

/** A group as it was measured. */
export interface Measured {
  readonly group: Group
  readonly figures: readonly Figure[]
}

const number = (value: number): string =>
  Number.isNaN(value)
    ? 'n/a'
    : value >= 1_000
      ? Math.round(value).toLocaleString('en-US')
      : value >= 100
        ? value.toFixed(0)
        : value >= 10
          ? value.toFixed(1)
          : value.toFixed(2)
const whole: readonly Unit[] = ['requests', 'lines', 'nodes', 'jumps', 'bytes']
const withUnit = (value: number, unit: Unit): string =>
  unit === '/s'
    ? `${number(value)}/s`
    : `${whole.includes(unit) ? Math.round(value).toLocaleString('en-US') : number(value)} ${unit}`
const bounded = (aim: Aim, unit: Unit): string =>
  `${aim.bound === 'at least' ? '≥' : '≤'} ${aim.of === 'ratio' ? `${aim.by} ×` : withUnitPlain(aim.by, unit)}`
const withUnitPlain = (by: number, unit: Unit): string => (unit === '/s' ? `${by}/s` : `${by} ${unit}`)
const mark = (figure: Figure): string => ({ true: '✓', false: '✗', undefined: '' })[String(meets(figure)) as 'true']

const header = ['', 'measured', 'run before', 'limit beside it', 'ratio', 'aim', '']
const times = (ratio: number): string => `${ratio.toFixed(2)} ×`

/** What the run before it measured, with its ratio where there was a limit. */
function before(group: Group, figure: Figure, earlier: EarlierRun | undefined): string {
  const found = earlier?.find(group.name, figure)
  if (!found) return ''
  const value = withUnit(found.value, figure.unit)
  return found.ratio === undefined ? value : `${value} (${times(found.ratio)})`
}

const cells = (group: Group, figure: Figure, earlier: EarlierRun | undefined): string[] => {
  const ratio = ratioOf(figure)
  return [
    figure.what,
    withUnit(figure.value, figure.unit),
    before(group, figure, earlier),
    figure.limit ? `${withUnit(figure.limit.value, figure.unit)} (${figure.limit.what})` : '',
    ratio === undefined ? '' : times(ratio),
    (figure.aims ?? []).map((aim) => bounded(aim, figure.unit)).join(', '),
    mark(figure),
  ]
}

/** A table for the terminal. */
export function terminalTable({ group, figures }: Measured, earlier?: EarlierRun): string {
  const rows = [header, ...figures.map((figure) => cells(group, figure, earlier))]
  const widths = header.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const lines = rows.map(
    (row) =>
      `  ${row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd()}`,
  )
  return [`\n${group.title} (${group.name})`, ...lines].join('\n')
}

/** The machine, as far as the numbers depend on it. */
export function machine(postgres: string): string {
  const cores = cpus()
  return (
    `${cores.length} cores of ${cores[0]?.model.trim() ?? 'an unknown kind'}, ${process.platform}, ` +
    `Node ${process.versions.node}, PostgreSQL ${postgres}`
  )
}

/** docs/performance.md. */
export function page(
  measured: readonly Measured[],
  facts: { machine: string; skipped: readonly string[]; quick: boolean; earlier?: EarlierRun | undefined },
): string {
  const met = measured.flatMap(({ figures }) => figures).map(meets)
  const lines = [
    '# Performance',
    '',
    '```',
    `npm run bench${facts.quick ? ' -- quick' : ''}`,
    '```',
    '',
    '`npm run bench -- quick` is a small version of it, `npm run bench -- <group>` measures one group ' +
      `(${measured.map(({ group }) => `\`${group.name}\``).join(', ')}), and \`--write\` renews this page. ` +
      '`npm run bench -- webhook-large` measures a company of 10 million messages and runs ' +
      'only when asked. Where the time goes is found by [profiling](operations/profiling.md).',
    '',
    `Measured on ${facts.machine}. Load generator, server and database shared these cores: **read the ratios, ` +
      'not the absolutes.** Both sides of a ratio come from the same run, measured alternately; each number is the ' +
      'median of several rounds. The database is durable: fsync and synchronous commit are on.',
    '',
    ...(facts.earlier
      ? [
          '“Run before” is what the page showed until this run renewed it, with the ratio of ' +
            `that run${facts.earlier.machine === facts.machine ? '' : ` (on ${facts.earlier.machine})`}. It is empty ` +
            'for what was not measured then.',
          '',
        ]
      : []),
    `${met.filter((passed) => passed === true).length} aims are met, ` +
      `${met.filter((passed) => passed === false).length} are missed.`,
    '',
  ]
  for (const { group, figures } of measured) {
    lines.push(
      `## ${group.title}`,
      '',
      ...group.notes.flatMap((note) => [note, '']),
      `| ${header.join(' | ')} |`,
      `|${header.map(() => '---').join('|')}|`,
    )
    for (const figure of figures) lines.push(`| ${cells(group, figure, facts.earlier).join(' | ')} |`)
    lines.push('')
  }
  if (facts.skipped.length > 0) lines.push('## Not measured', '', ...facts.skipped.map((reason) => `- ${reason}`), '')
  return lines.join('\n')
}
