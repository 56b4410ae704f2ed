/** Percent of the accent, by fifths of the most. Between the last two neither ink could be read on it. */
const steps = [12, 24, 36, 48, 100] as const

/** How strongly a cell of a map is coloured: percent of the accent, 0 for nothing. `most` is the highest of the map. */
export const heatOf = (count: number, most: number): number =>
  count <= 0 ? 0 : steps[Math.min(steps.length, Math.ceil((count / most) * steps.length)) - 1]!
