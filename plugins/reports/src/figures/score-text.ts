/** A score of grades as it is read: whole for shares, with one decimal for mean grades; undefined without answers. */
export const roundedScore = (measure: 'nps' | 'csat' | 'ces', mean: number | null | undefined): number | undefined => {
  if (mean === null || mean === undefined) return undefined
  const rounded = measure === 'ces' ? Math.round(mean * 10) / 10 : Math.round(mean)
  // Without a negative zero.
  return rounded === 0 ? 0 : rounded
}
