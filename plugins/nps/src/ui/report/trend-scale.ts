import type { SurveyKind } from '../../survey/kind.ts'

interface Scale {
  readonly low: number
  readonly high: number
  /** The score at which columns begin. */
  readonly zero: number
}

export const scales: Readonly<Record<SurveyKind, Scale>> = {
  nps: { low: -100, high: 100, zero: 0 },
  csat: { low: 0, high: 100, zero: 0 },
  ces: { low: 1, high: 7, zero: 1 },
}
/** Percent of the height, so that a score at the line where columns begin is seen, too. */
const lowestColumn = 2

/** How far above the bottom of the chart a score stands, in percent of its height. */
export const heightOf = ({ low, high }: Scale, score: number): number => ((score - low) / (high - low)) * 100

/** Where the column of a score begins and how high it is, in percent of the height of the chart. */
export function columnOf(scale: Scale, score: number): { bottom: number; height: number } {
  const [line, end] = [heightOf(scale, scale.zero), heightOf(scale, score)]
  return { bottom: Math.min(line, end), height: Math.max(lowestColumn, Math.abs(end - line)) }
}
